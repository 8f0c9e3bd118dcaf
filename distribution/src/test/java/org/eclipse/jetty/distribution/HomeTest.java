package org.eclipse.jetty.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks at the assembled home: what a module names is there. */
class HomeTest {
    private static final Path HOME = Path.of(System.getProperty("jetty.home.test", "target/jetty-home"));
    private static final Map<String, Map<String, List<String>>> MODULES = new TreeMap<>();

    @BeforeAll
    static void readModules() throws IOException {
        Path root = HOME.resolve("modules");
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".mod")).toList()) {
                String name =
                        root.relativize(file).toString().replace('\\', '/').replace(".mod", "");
                MODULES.put(name, sections(file));
            }
        }
        assertThat(MODULES).hasSizeGreaterThan(40);
    }

    private static Map<String, List<String>> sections(Path file) throws IOException {
        Map<String, List<String>> sections = new TreeMap<>();
        List<String> current = new ArrayList<>();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            String text = line.trim();
            if (text.matches("\\[[a-z-]+]")) {
                current = new ArrayList<>();
                sections.put(text.substring(1, text.length() - 1), current);
            } else if (!text.isEmpty()) {
                current.add(text);
            }
        }
        return sections;
    }

    private static List<String> section(String module, String section) {
        return MODULES.get(module).getOrDefault(section, List.of());
    }

    /** The XML files of a module in the home, those that it puts into the base among them. */
    private static List<String> xmls(String module) {
        return section(module, "xml").stream()
                .map(xml -> section(module, "files").stream()
                        .filter(file -> file.startsWith("basehome:") && file.endsWith("|" + xml))
                        .map(file -> file.substring("basehome:".length(), file.indexOf('|')))
                        .findAny()
                        .orElse(xml))
                .toList();
    }

    private static String expand(String text) throws IOException {
        Map<String, String> values = new TreeMap<>();
        values.put(
                "jetty.version", Files.readString(HOME.resolve("VERSION.txt")).trim());
        for (Map<String, List<String>> module : MODULES.values()) {
            for (String line : module.getOrDefault("ini", List.of())) {
                int mark = line.indexOf("?=");
                if (mark > 0) {
                    values.put(line.substring(0, mark), line.substring(mark + 2));
                }
            }
        }
        String expanded = text;
        for (Map.Entry<String, String> value : values.entrySet()) {
            expanded = expanded.replace("${" + value.getKey() + "}", value.getValue());
        }
        return expanded;
    }

    @Test
    void everyLibraryOfAModuleIsThere() throws IOException {
        TreeSet<String> missing = new TreeSet<>();
        for (String module : MODULES.keySet()) {
            for (String lib : section(module, "lib")) {
                String path = expand(lib);
                // what a module fetches itself is not in the distribution
                boolean fetched = section(module, "files").stream().anyMatch(file -> file.endsWith("|" + lib));
                if (!path.contains("*")
                        && !path.endsWith("/")
                        && !fetched
                        && !Files.isRegularFile(HOME.resolve(path))) {
                    missing.add(module + ": " + path);
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /** Whoever names the server first makes it, and only jetty.xml gives it the thread pool that is configured. */
    @Test
    void modulesThatSetUpTheServerComeAfterTheModuleServer() throws IOException {
        TreeSet<String> early = new TreeSet<>();
        for (String module : MODULES.keySet()) {
            if (module.equals("server") || comesAfterServer(module, new TreeSet<>())) {
                continue;
            }
            for (String xml : xmls(module)) {
                if (!xml.contains("${") && Files.readString(HOME.resolve(xml)).contains("id=\"Server\"")) {
                    early.add(module + ": " + xml);
                }
            }
        }
        assertThat(early).isEmpty();
    }

    private static boolean comesAfterServer(String module, TreeSet<String> seen) {
        if (module.equals("server")) {
            return true;
        }
        if (!MODULES.containsKey(module) || !seen.add(module)) {
            return false;
        }
        List<String> before = new ArrayList<>(section(module, "depend"));
        before.addAll(section(module, "depends"));
        before.addAll(section(module, "after"));
        return before.stream().anyMatch(other -> comesAfterServer(other, seen));
    }

    @Test
    void everyLibraryBelongsToAModule() throws IOException {
        TreeSet<String> named = new TreeSet<>();
        for (String module : MODULES.keySet()) {
            for (String lib : section(module, "lib")) {
                named.add(expand(lib));
            }
        }
        try (Stream<Path> files = Files.walk(HOME.resolve("lib"))) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(f -> HOME.relativize(f).toString().replace('\\', '/'))
                            // a command of its own
                            .filter(f -> !f.startsWith("lib/load/")))
                    .allMatch(named::contains);
        }
    }

    @Test
    void everyXmlFileOfAModuleIsThereAndEveryXmlFileIsNamed() throws IOException {
        // the files of the options train and selftest are named by start.jar
        TreeSet<String> named = new TreeSet<>(Set.of("etc/jetty-selftest.xml", "etc/jetty-train.xml"));
        for (String module : MODULES.keySet()) {
            named.addAll(xmls(module));
        }
        assertThat(named).allMatch(path -> Files.isRegularFile(HOME.resolve(path)));
        try (Stream<Path> files = Files.walk(HOME.resolve("etc"))) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(f -> HOME.relativize(f).toString().replace('\\', '/'))
                            .filter(f -> !f.startsWith("etc/webdefault-") && !f.endsWith(".dtd")))
                    .allMatch(named::contains);
        }
    }

    @Test
    void everyClassOfAnXmlFileIsInALibrary() throws IOException {
        TreeSet<String> present = new TreeSet<>();
        try (Stream<Path> files = Files.walk(HOME.resolve("lib"))) {
            for (Path jar : files.filter(f -> f.toString().endsWith(".jar")).toList()) {
                try (ZipFile zip = new ZipFile(jar.toFile())) {
                    zip.stream().forEach(entry -> present.add(entry.getName()));
                }
            }
        }
        Pattern named = Pattern.compile("(?:class|default)=\"((?:org|java)\\.[A-Za-z0-9.]+\\.[A-Z][A-Za-z0-9$]*)\"");
        TreeSet<String> missing = new TreeSet<>();
        try (Stream<Path> files = Files.walk(HOME.resolve("etc"))) {
            for (Path xml : files.filter(f -> f.toString().endsWith(".xml")).toList()) {
                Matcher matcher = named.matcher(Files.readString(xml));
                while (matcher.find()) {
                    String name = matcher.group(1);
                    String folder = name.substring(0, name.lastIndexOf('.') + 1).replace('.', '/');
                    // a library that has nothing yet is not judged
                    if (present.stream().anyMatch(entry -> entry.startsWith(folder) && entry.endsWith(".class"))
                            && !present.contains(name.replace('.', '/') + ".class")) {
                        missing.add(HOME.relativize(xml) + ": " + name);
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void everyFileThatAModuleCopiesIsThere() {
        for (String module : MODULES.keySet()) {
            for (String file : section(module, "files")) {
                if (file.startsWith("basehome:")) {
                    assertThat(HOME.resolve(file.substring(9).split("\\|")[0])).exists();
                }
            }
        }
    }

    @Test
    void everyDependencyHasAProvider() throws IOException {
        TreeSet<String> provided = new TreeSet<>(MODULES.keySet());
        for (String module : MODULES.keySet()) {
            for (String name : section(module, "provides")) {
                provided.add(name.replaceAll("\\|.*", ""));
            }
        }
        for (String module : MODULES.keySet()) {
            for (String name : section(module, "depends")) {
                assertThat(provided).as(module).contains(expand(name));
            }
        }
    }

    @Test
    void modulesThatAreLeftOutDoNotExist() throws IOException {
        List<String> leftOut = Files.readAllLines(HOME.resolve("modules/deprecated.properties")).stream()
                .filter(line -> line.indexOf(':') > 0 && line.charAt(0) != '#')
                .map(line -> line.substring(0, line.indexOf(':')))
                .toList();
        assertThat(leftOut).contains("http3*", "jna", "setuid");
        for (String name : leftOut) {
            assertThat(MODULES.keySet())
                    .as(name)
                    .noneMatch(module -> name.endsWith("*")
                            ? module.startsWith(name.substring(0, name.length() - 1))
                            : module.equals(name));
        }
    }

    @Test
    void noTokenOfATemplateIsLeft() throws IOException {
        try (Stream<Path> files = Stream.concat(Files.walk(HOME.resolve("modules")), Files.walk(HOME.resolve("etc")))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContainPattern("@[a-z][a-z.0-9]*@");
            }
        }
    }

    @Test
    void propertiesOfXmlFilesAreOfferedByTheIniTemplateOfTheirModule() throws IOException {
        Pattern used = Pattern.compile("<(?:Property name|Set [^>]*property)=\"(jetty\\.[A-Za-z0-9.-]+)\"");
        TreeSet<String> missing = new TreeSet<>();
        for (String module : MODULES.keySet()) {
            // what the module sets by itself needs no example
            String template =
                    String.join("\n", section(module, "ini-template")) + String.join("\n", section(module, "ini"));
            // one of several that another module chooses from by a property has its settings there
            String folder = module.substring(0, module.lastIndexOf('/') + 1) + "${";
            for (String chooser : MODULES.keySet()) {
                if (section(chooser, "depends").stream().anyMatch(name -> name.startsWith(folder))) {
                    template += String.join("\n", section(chooser, "ini-template"));
                }
            }
            for (String xml : xmls(module)) {
                Matcher matcher = used.matcher(Files.readString(HOME.resolve(xml)));
                while (matcher.find()) {
                    String name = matcher.group(1);
                    boolean own = name.matches("jetty\\.(base|home|start\\.(modules|configuration))");
                    boolean internal = name.endsWith("defaultContextHandlerClass") || name.endsWith("DescriptorPath");
                    if (!own && !internal && !template.contains(name)) {
                        missing.add(module + ": " + name);
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void startJarRunsAndListsTheModules(@TempDir Path base) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        HOME.toAbsolutePath().resolve("start.jar").toString(),
                        "--add-modules=http,ee10-deploy,ee10-annotations",
                        "--list-modules")
                .directory(base.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output).contains("deployment modules:", "INFO  : Base directory was modified");
        assertThat(process.exitValue()).isZero();
        assertThat(base.resolve("webapps")).isDirectory();
        assertThat(base.resolve("start.d/http.ini")).exists();
    }
}
