package org.eclipse.jetty.tests.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chapter of the programming guide on Maven projects, as it stands there; ports are replaced by free ones. */
class GuideTest {
    @TempDir
    Path directory;

    @Test
    void projectRunsAsTheGuideSays() throws Exception {
        Project project = new Project(directory, Environment.EE10)
                .servlet("first")
                .plugin(blocks("xml").get(0));
        String[] command = command(0, "mvn jetty:run");
        try (MavenRun maven = MavenRun.start(project.write(), command[0], "-Djetty.http.port=0")) {
            assertThat(Project.get(maven.port(), "/shop/hello")).startsWith("200 first");
            maven.awaitLine("Changes are looked for every 1 s");
        }
    }

    @Test
    void serverOfIntegrationTestsIsStartedAndStopped() throws Exception {
        String plugin = "<plugin>" + Environment.EE10.plugin() + blocks("xml").get(1) + "</plugin>";
        Project project =
                new Project(directory, Environment.EE10).servlet("first").plugin(plugin);
        try (MavenRun maven = MavenRun.start(project.write(), "verify")) {
            assertThat(maven.status()).as(maven.output()).isZero();
            assertThat(maven.port()).isPositive();
            maven.awaitLine("Stopped the server");
        }
    }

    @Test
    void serverThatOutlivesTheBuildIsStopped() throws Exception {
        String stop = Integer.toString(Ports.unused());
        int port = Ports.unused();
        List<String> start = arguments(blocks("sh").get(1).split("\n")[0], stop);
        start.add("-Djetty.http.port=" + port);
        Project project = new Project(directory, Environment.EE10).servlet("first");
        try (MavenRun maven = MavenRun.start(project.write(), start.toArray(String[]::new))) {
            assertThat(maven.status()).as(maven.output()).isZero();
        }
        try {
            assertThat(Project.get(port, "/hello")).startsWith("200 first");
        } finally {
            List<String> end = arguments(blocks("sh").get(1).split("\n")[1], stop);
            try (MavenRun maven = MavenRun.start(directory, end.toArray(String[]::new))) {
                assertThat(maven.status()).as(maven.output()).isZero();
                maven.awaitLine("Stopped the server");
            }
        }
    }

    @Test
    void helpDescribesTheParametersThatTheGuideNames() throws Exception {
        Project project = new Project(directory, Environment.EE10);
        try (MavenRun maven = MavenRun.start(project.write(), "jetty:help", "-Ddetail", "-Dgoal=run")) {
            assertThat(maven.status()).as(maven.output()).isZero();
            Matcher rows = Pattern.compile("(?m)^\\| ((?:`[A-Za-z]+`(?: \\([^)]*\\))?(?:, )?)+) \\|")
                    .matcher(chapter());
            int count = 0;
            while (rows.find()) {
                for (String name : rows.group(1).replaceAll("\\([^)]*\\)|`", "").split(", ")) {
                    if (name.strip().matches("[a-z].*") && !name.strip().matches("run|start|stop")) {
                        assertThat(maven.output()).containsPattern("(?m)^(\\[INFO\\])? +" + name.strip() + "\\b");
                        count++;
                    }
                }
            }
            assertThat(count).isGreaterThan(15);
        }
    }

    private static String[] command(int block, String expected) throws IOException {
        String text = blocks("sh").get(block).strip();
        assertThat(text).isEqualTo(expected);
        return text.substring("mvn ".length()).split(" ");
    }

    private static List<String> arguments(String command, String stopPort) {
        assertThat(command).startsWith("mvn ").contains("=8005");
        return new ArrayList<>(List.of(command.substring("mvn ".length())
                .replace("=8005", "=" + stopPort)
                .split(" ")));
    }

    private static List<String> blocks(String language) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher matcher =
                Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$").matcher(chapter());
        while (matcher.find()) {
            blocks.add(matcher.group(1));
        }
        return blocks;
    }

    private static String chapter() throws IOException {
        String guide = Files.readString(Path.of(System.getProperty("tests.root"), "docs/programming-guide.md"));
        int start = guide.indexOf("\n## Maven projects\n");
        assertThat(start).isPositive();
        return guide.substring(start);
    }
}
