package org.eclipse.jetty.tests.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The goals start, start-war and stop, around integration tests. */
class StartTest {
    /** Asks for the page in the phase of integration tests, at the port that the goal has set as a property. */
    private static final String ASKING = """
        <plugin>
          <groupId>org.apache.maven.plugins</groupId><artifactId>maven-antrun-plugin</artifactId><version>3.1.0</version>
          <executions>
            <execution>
              <id>%1$s</id>
              <phase>%2$s</phase>
              <goals><goal>run</goal></goals>
              <configuration>
                <target>
                  <get src="http://localhost:${jetty.local.port}/hello" dest="${project.build.directory}/%1$s.txt" ignoreerrors="true"/>
                </target>
              </configuration>
            </execution>
          </executions>
        </plugin>
        """;

    @TempDir
    Path directory;

    @Tag("newest-jdk")
    @ParameterizedTest
    @CsvSource({"start, EMBED", "start, FORK", "start-war, EMBED", "start-war, FORK"})
    void integrationTestsFindTheServerBetweenStartAndStop(String goal, String mode) throws Exception {
        Project project = new Project(directory, Environment.EE10)
                .servlet("first")
                .configuration("<systemProperties><greeting>hi</greeting></systemProperties>")
                .configuration("<httpConnector><port>0</port><host>localhost</host></httpConnector>")
                .executions("""
                    <execution><id>start</id><goals><goal>%s</goal></goals></execution>
                    <execution><id>stop</id><goals><goal>stop</goal></goals></execution>
                    """.formatted(goal))
                .plugins(ASKING.formatted("asked", "integration-test"));
        try (MavenRun maven = MavenRun.start(project.write(), "verify", "-Djetty.deployMode=" + mode)) {
            assertThat(maven.status()).as(maven.output()).isZero();
            assertThat(maven.output()).contains("Stopped the server");
            assertThat(directory.resolve("target/asked.txt")).hasContent("first hi");
            assertThat(directory.resolve("target/tmp"))
                    .satisfiesAnyOf(tmp -> assertThat(tmp).doesNotExist(), tmp -> assertThat(tmp)
                            .isEmptyDirectory());
        }
    }

    @ParameterizedTest
    @CsvSource({"FORK", "HOME"})
    void serverOutlivesMavenUntilItIsStoppedAtItsPort(String mode) throws Exception {
        int port = Ports.unused();
        int stopPort = Ports.unused();
        Project project = new Project(directory, Environment.EE10).servlet("first");
        String[] options = {
            "-Djetty.http.port=" + port,
            "-Djetty.stopPort=" + stopPort,
            "-Djetty.stopKey=secret",
            "-Djetty.deployMode=" + mode
        };
        try (MavenRun maven = MavenRun.start(
                project.write(), "package", "jetty:start-war", options[0], options[1], options[2], options[3])) {
            assertThat(maven.status()).as(maven.output()).isZero();
        }
        try {
            assertThat(Project.get(port, "/hello")).startsWith("200 first");
            try (MavenRun maven = MavenRun.start(directory, "jetty:stop", options[1], "-Djetty.stopKey=wrong")) {
                assertThat(maven.status()).isNotZero();
                assertThat(maven.output()).contains("refused to stop", "expected: the stopKey");
            }
            assertThat(Project.get(port, "/hello")).startsWith("200 first");
        } finally {
            try (MavenRun maven = MavenRun.start(directory, "jetty:stop", options[1], options[2])) {
                assertThat(maven.status()).as(maven.output()).isZero();
            }
        }
        await().atMost(MavenRun.DEADLINE).until(() -> isClosed(port));
    }

    @Tag("newest-jdk")
    @Test
    void serverOfTheDistributionHasBaseModulesAndProperties() throws Exception {
        int port = Ports.unused();
        Project project = new Project(directory, Environment.EE10)
                .servlet("first")
                .file("base/start.d/requestlog.ini", "--module=requestlog\n")
                .configuration("<jettyBase>${project.basedir}/base</jettyBase>")
                .configuration(
                        "<jettyProperties><jetty.requestlog.filePath>log.txt</jetty.requestlog.filePath></jettyProperties>")
                .configuration("<modules><module>statistics</module></modules><jvmArgs>-Dgreeting='hi there'</jvmArgs>")
                .executions("""
                    <execution><id>start</id><goals><goal>start</goal></goals></execution>
                    <execution><id>stop</id><goals><goal>stop</goal></goals></execution>
                    """)
                .plugins(ASKING.formatted("asked", "integration-test"));
        try (MavenRun maven =
                MavenRun.start(project.write(), "verify", "-Djetty.deployMode=HOME", "-Djetty.http.port=" + port)) {
            assertThat(maven.status()).as(maven.output()).isZero();
            assertThat(directory.resolve("target/asked.txt")).hasContent("first hi there");
            assertThat(Files.readString(directory.resolve("target/jetty-base/log.txt")))
                    .contains("GET /hello");
        }
    }

    private static boolean isClosed(int port) throws Exception {
        try {
            Project.get(port, "/hello");
            return false;
        } catch (ConnectException x) {
            return true;
        }
    }
}
