package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the texts say is so. The programs of the programming guide have a test of their own. */
class DocumentationTest {
    private static final Path ROOT = Distribution.ROOT;
    private static final Pattern COMMAND = Pattern.compile(
            "^(\\$ )?(java|curl|docker|systemctl|cp|printf|certbot|sh|kadmin|mkdir|openssl|keytool|jcmd|jfr|ssh"
                    + "|source|systemd-\\S+) ");

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        List<Path> texts = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            texts.addAll(docs.filter(file -> file.toString().endsWith(".md")).toList());
        }
        for (Path text : texts) {
            for (String link : found("]\\(([^)#]+)[^)]*\\)", text)) {
                if (!link.startsWith("http")) {
                    assertThat(text.resolveSibling(link)).as("link in " + text).exists();
                }
            }
        }
    }

    @Test
    void readmeShowsTwoCommands() throws IOException {
        assertThat(found("(?s)```sh\n(.*?)\n```", ROOT.resolve("README.md")))
                .containsExactly("bash distribution/demo.sh", "bash tests/all.sh");
        assertThat(Files.readString(ROOT.resolve(".ci/run"))).endsWith("bash tests/all.sh\n");
    }

    @Test
    void everyDependencyHasAReason() throws IOException {
        String reasons = Files.readString(ROOT.resolve("docs/dependencies.md"));
        Matcher dependencies = Pattern.compile(
                        "<dependency><groupId>([^<]+)</groupId><artifactId>([^<]+)</artifactId><version>")
                .matcher(Files.readString(ROOT.resolve("pom.xml")));
        int count = 0;
        while (dependencies.find()) {
            if (dependencies.group(1).startsWith("org.eclipse.jetty")) {
                continue;
            }
            assertThat(reasons).contains("`" + dependencies.group(1) + ":" + dependencies.group(2) + "`");
            count++;
        }
        assertThat(count).isGreaterThan(10);
    }

    @Test
    void modulesAndPropertiesOfTheOperationsGuideExist() throws IOException {
        Path guide = ROOT.resolve("docs/operations-guide.md");
        for (String cell : found("(?m)^\\| (`[^|]+`) \\|", guide)) {
            for (String name : cell.replace("`", "").split(", ")) {
                if (name.contains(".")) {
                    continue;
                }
                assertThat(Distribution.HOME.resolve("modules/" + name + ".mod"))
                        .exists();
            }
        }
        StringBuilder modules = new StringBuilder();
        for (Path module : modules()) {
            modules.append(Files.readString(module));
        }
        for (String property :
                new TreeSet<>(found("\\b(?<!\\.)(jetty\\.[a-z]\\w*\\.(?!ini|properties|LEVEL)[a-zA-Z.]+)", guide))) {
            // of an application, not of a module
            if (property.matches("jetty\\.deploy\\.(contextPath|tempDir|(attribute|baseResource|canary)\\..*)")) {
                continue;
            }
            // the file of a password is known where the password is
            String known = property.matches(".*(?i:password|secret)\\.file")
                    ? property.substring(0, property.lastIndexOf('.'))
                    : property;
            assertThat(Pattern.compile("(?m)^(# )?" + Pattern.quote(known) + "[?+]?=")
                            .matcher(modules)
                            .find())
                    .as(property)
                    .isTrue();
        }
    }

    /** The comment {@code # name=value} of a module and the default of the XML file that reads the property. */
    @Test
    void defaultsToldByModulesAreThoseOfTheXmlFiles() throws IOException {
        StringBuilder xml = new StringBuilder();
        try (Stream<Path> files = Files.walk(Distribution.HOME.resolve("etc"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".xml")).toList()) {
                xml.append(Files.readString(file));
            }
        }
        List<String> wrong = new ArrayList<>();
        int count = 0;
        for (Path module : modules()) {
            Matcher told =
                    Pattern.compile("(?m)^# (jetty\\.[\\w.]+)=([^\n<$]+)$").matcher(Files.readString(module));
            while (told.find()) {
                Matcher real = Pattern.compile(
                                "name=\"" + Pattern.quote(told.group(1)) + "\"[^>]* default=\"([^\"]*)\"")
                        .matcher(xml);
                List<String> defaults = new ArrayList<>();
                while (real.find()) {
                    defaults.add(real.group(1));
                }
                if (defaults.isEmpty()) {
                    continue;
                }
                count++;
                if (!defaults.contains(told.group(2).trim())) {
                    wrong.add(module.getFileName() + ": " + told.group() + " but " + defaults);
                }
            }
        }
        assertThat(count).isGreaterThan(50);
        assertThat(wrong).isEmpty();
    }

    @Test
    void commandsOfTheOperationsGuideRun() throws IOException {
        String script = String.join("\n", found("(?s)```sh\n(.*?)\n```", ROOT.resolve("docs/operations-guide.md")));
        try (Base base = Base.empty(Jdk.oldest())) {
            ProcessBuilder builder = new ProcessBuilder("/bin/bash", "-ec", script)
                    .directory(base.folder().toFile());
            builder.environment().put("JETTY_HOME", Distribution.HOME.toString());
            builder.environment().put("HELLO_WAR", Distribution.HELLO_WAR.toString());
            builder.environment()
                    .put(
                            "PATH",
                            Jdk.oldest().java().getParent() + ":"
                                    + builder.environment().get("PATH"));
            try (Command command = Command.run(builder)) {
                // dozens of commands, each of which starts a JVM
                assertThat(command.awaitExit(Command.DEADLINE.multipliedBy(5)))
                        .as(command::output)
                        .isZero();
                assertThat(command.lines("^(WARN|ERROR) ")).isEmpty();
            }
            Path made = base.resolve("base");
            assertThat(Files.readString(made.resolve("start.d/http.ini"))).contains("\njetty.http.port=8081\n");
            assertThat(made.resolve("logs")).isDirectory();
            assertThat(made.resolve("webapps/shop.properties")).exists();
        }
    }

    /** Commands in blocks that are not marked as a script of the shell. */
    @Test
    void otherCommandsOfTheOperationsGuideAreRunByOtherTests() throws IOException {
        Map<String, String> tests = new TreeMap<>();
        Path table = ROOT.resolve("tests/src/test/resources/guide-commands.txt");
        for (String line : Files.readAllLines(table)) {
            if (!line.startsWith("#")) {
                int bar = line.indexOf(" | ");
                tests.put(line.substring(bar + 3), line.substring(0, bar));
            }
        }
        Set<String> commands = new TreeSet<>();
        boolean inside = false;
        boolean plain = false;
        for (String line : Files.readAllLines(ROOT.resolve("docs/operations-guide.md"))) {
            String text = line.strip();
            if (text.startsWith("```")) {
                inside = !inside;
                plain = inside && (text.equals("```") || text.equals("```text"));
            } else if (plain && COMMAND.matcher(text).find()) {
                commands.add(text.replaceFirst("^\\$ ", ""));
            }
        }
        assertThat(tests.keySet()).isEqualTo(commands);
        Set<String> known = testClasses();
        for (String test : tests.values()) {
            if (!test.startsWith("none: ")) {
                assertThat(known).contains(test);
            }
        }
    }

    private static Set<String> testClasses() throws IOException {
        try (Stream<Path> files =
                Files.find(ROOT, 20, (file, attributes) -> file.toString().endsWith("Test.java"))) {
            return files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .collect(Collectors.toSet());
        }
    }

    private static List<Path> modules() throws IOException {
        try (Stream<Path> files = Files.walk(Distribution.HOME.resolve("modules"))) {
            return files.filter(file -> file.toString().endsWith(".mod")).toList();
        }
    }

    private static List<String> found(String regex, Path file) throws IOException {
        Matcher matcher = Pattern.compile(regex).matcher(Files.readString(file));
        List<String> found = new ArrayList<>();
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
