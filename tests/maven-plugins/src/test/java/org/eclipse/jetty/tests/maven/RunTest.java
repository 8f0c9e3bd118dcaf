package org.eclipse.jetty.tests.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The goals run and run-war, which stay. */
class RunTest {
    private static final String JSP = "<%@ page contentType=\"text/plain\" %><%= 6 * 7 %>";

    @TempDir
    Path directory;

    @Tag("newest-jdk")
    @ParameterizedTest
    @EnumSource
    void runServesTheProjectAndRedeploysItsClasses(Environment environment) throws Exception {
        Project project = new Project(directory, environment)
                .servlet("first")
                .file("src/main/webapp/page.txt", "a page")
                .file("src/main/webapp/sum.jsp", JSP)
                .configuration("<scan>1</scan><systemProperties><greeting>hi</greeting></systemProperties>")
                .configuration("<webApp><contextPath>/app</contextPath></webApp>");
        try (MavenRun maven = MavenRun.start(project.write(), "jetty:run", "-Djetty.http.port=0")) {
            int port = maven.port();
            assertThat(Project.get(port, "/app/hello")).isEqualTo("200 first hi");
            assertThat(Project.get(port, "/app/page.txt")).isEqualTo("200 a page");
            assertThat(Project.get(port, "/app/sum.jsp")).isEqualTo("200 42");
            assertThat(Project.get(port, "/other")).startsWith("404");

            // pages need no redeployment, but are looked at again after a second; classes do
            project.file("src/main/webapp/page.txt", "another page");
            await().atMost(MavenRun.DEADLINE)
                    .until(() -> Project.get(port, "/app/page.txt").equals("200 another page"));
            compile(project.servlet("second"));
            maven.awaitLine("Redeployed");
            assertThat(Project.get(port, "/app/hello")).isEqualTo("200 second hi");
        }
    }

    @Tag("newest-jdk")
    @ParameterizedTest
    @CsvSource({"EMBED", "FORK", "HOME"})
    void enterKeyRedeploysInEveryMode(String mode) throws Exception {
        Project project = new Project(directory, Environment.EE10)
                .servlet("first")
                .file("src/main/webapp/page.txt", "a page")
                .configuration("<scan>0</scan><systemProperties><greeting>hi</greeting></systemProperties>");
        int port = Ports.unused();
        try (MavenRun maven = MavenRun.start(
                project.write(), "jetty:run", "-Djetty.http.port=" + port, "-Djetty.deployMode=" + mode)) {
            assertThat(maven.port()).isEqualTo(port);
            maven.awaitLine("The Enter key redeploys");
            assertThat(Project.get(port, "/hello")).isEqualTo("200 first hi");
            assertThat(Project.get(port, "/page.txt")).isEqualTo("200 a page");
            compile(project.servlet("second"));
            maven.enter();
            await().atMost(MavenRun.DEADLINE)
                    .until(() -> Project.get(port, "/hello").equals("200 second hi"));
            List<ProcessHandle> children = maven.children();
            maven.close();
            await().atMost(MavenRun.DEADLINE).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    @Test
    void changeThatDoesNotStartLeavesTheNextOneItsChance() throws Exception {
        String webApp = "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.0\">";
        Project project = new Project(directory, Environment.EE10)
                .servlet("first")
                .file("src/main/webapp/page.txt", "a page")
                .configuration("<scan>1</scan>");
        try (MavenRun maven = MavenRun.start(project.write(), "jetty:run", "-Djetty.http.port=0")) {
            int port = maven.port();
            project.file("src/main/webapp/WEB-INF/web.xml", webApp + "<nonsense</web-app>");
            maven.awaitLine("the next change is another chance");
            project.file("src/main/webapp/WEB-INF/web.xml", webApp + "</web-app>");
            await().atMost(MavenRun.DEADLINE)
                    .until(() -> Project.get(port, "/hello").startsWith("200 first"));
        }
    }

    @Test
    void runWarServesTheWarAndItsNextVersion() throws Exception {
        Project project =
                new Project(directory, Environment.EE10).servlet("first").configuration("<scan>1</scan>");
        try (MavenRun maven = MavenRun.start(project.write(), "jetty:run-war", "-Djetty.http.port=0")) {
            int port = maven.port();
            assertThat(Project.get(port, "/hello")).startsWith("200 first");
            project.servlet("second");
            try (MavenRun other = MavenRun.start(directory, "package")) {
                assertThat(other.status()).as(other.output()).isZero();
            }
            await().atMost(MavenRun.DEADLINE)
                    .until(() -> Project.get(port, "/hello").startsWith("200 second"));
        }
    }

    /** Compiles into the class files of the project, as an editor does. */
    private void compile(Project project) throws Exception {
        boolean javax = Files.readString(directory.resolve("src/main/java/com/example/Hello.java"))
                .contains("javax.");
        Path api = Path.of(System.getProperty("tests.repository"))
                .resolve(
                        javax
                                ? "javax/servlet/javax.servlet-api/4.0.1/javax.servlet-api-4.0.1.jar"
                                : "jakarta/servlet/jakarta.servlet-api/6.0.0/jakarta.servlet-api-6.0.0.jar");
        assertThat(api).isRegularFile();
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "--release",
                        "17",
                        "-cp",
                        api.toString(),
                        "-d",
                        directory.resolve("target/classes").toString(),
                        directory
                                .resolve("src/main/java/com/example/Hello.java")
                                .toString());
        assertThat(status).isZero();
    }
}
