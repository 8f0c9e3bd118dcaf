package org.eclipse.jetty.ee10.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugin.MojoExecutionException;
import org.eclipse.jetty.maven.Deployment;
import org.eclipse.jetty.maven.EmbeddedDeployment;
import org.eclipse.jetty.maven.ForkedDeployment;
import org.eclipse.jetty.maven.MavenServerConnector;
import org.eclipse.jetty.maven.ServerSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers around an application whose files lie where Maven has them, in this JVM and in one of their own. */
class DeploymentTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static final Duration DEADLINE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private final MavenWebAppContext webApp = new MavenWebAppContext();
    private Path pages;

    @BeforeEach
    void makeApplication() throws IOException {
        pages = Files.createDirectories(directory.resolve("pages"));
        Path overlay = Files.createDirectories(directory.resolve("overlay"));
        Path library = Files.createDirectories(directory.resolve("library/META-INF/resources"));
        Files.writeString(pages.resolve("page.txt"), "a page");
        Files.writeString(overlay.resolve("page.txt"), "hidden");
        Files.writeString(overlay.resolve("overlay.txt"), "of the overlay");
        Files.writeString(library.resolve("library.txt"), "of the library");
        webApp.setContextPath("/app");
        webApp.setTempDirectory(directory.resolve("tmp").toFile());
        webApp.setDirectories(List.of(pages, overlay));
        webApp.setClasses(directory.resolve("no-classes").toFile());
        webApp.setWebInfLib(List.of(directory.resolve("library").toFile()));
    }

    @Test
    void serverInThisJvmServesAndRedeploys() throws Exception {
        serves(embedded());
    }

    @Test
    void serverInAForkedJvmServesAndRedeploys() throws Exception {
        serves(forked(List.of(), null));
    }

    private void serves(Deployment deployment) throws Exception {
        int port = deployment.start();
        try {
            assertThat(get(port, "/app/page.txt")).isEqualTo("200 a page");
            assertThat(get(port, "/app/overlay.txt")).isEqualTo("200 of the overlay");
            assertThat(get(port, "/app/library.txt")).isEqualTo("200 of the library");
            assertThat(get(port, "/app/new/page.txt")).startsWith("404");
            webInf("<error-page><error-code>404</error-code><location>/overlay.txt</location></error-page>");
            deployment.redeploy();
            await().atMost(DEADLINE).until(() -> get(port, "/app/new/page.txt").equals("404 of the overlay"));

            // what does not start leaves the next change its chance
            webInf("<nonsense");
            deployment.redeploy();
            await().atMost(DEADLINE).until(() -> !get(port, "/app/page.txt").equals("200 a page"));
            webInf("");
            deployment.redeploy();
            await().atMost(DEADLINE).until(() -> get(port, "/app/page.txt").equals("200 a page"));
        } finally {
            deployment.stop();
        }
        await().atMost(DEADLINE).until(() -> isClosed(port));
    }

    @Test
    void settingsReachTheForkedJvm() throws Exception {
        Files.writeString(pages.resolve("value.txt"), "a value");
        Path contextXml = Files.writeString(directory.resolve("context.xml"), """
            <Configure class="org.eclipse.jetty.ee10.webapp.WebAppContext">
              <Set name="contextPath"><SystemProperty name="of.context"/></Set>
            </Configure>
            """);
        Deployment deployment = forked(List.of("-Dof.context=/other"), contextXml);
        int port = deployment.start();
        try {
            assertThat(get(port, "/other/value.txt")).isEqualTo("200 a value");
            assertThat(get(port, "/app/value.txt")).startsWith("404");
        } finally {
            deployment.stop();
        }
    }

    @Test
    void applicationThatDoesNotStartFailsTheGoal() throws Exception {
        webInf("<nonsense");
        assertThatThrownBy(() -> embedded().start())
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining("The server did not start");
        assertThatThrownBy(() -> forked(List.of(), null).start())
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining("ended with status 1 before the server had started");
    }

    private void webInf(String elements) throws IOException {
        Files.createDirectories(pages.resolve("WEB-INF"));
        Files.writeString(
                pages.resolve("WEB-INF/web.xml"),
                "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"5.0\">" + elements + "</web-app>");
    }

    private Deployment embedded() {
        EmbeddedDeployment.Parts parts = new EmbeddedDeployment.Parts(null, List.of(), List.of(), null);
        return new EmbeddedDeployment(
                settings(List.of()),
                parts,
                webApp,
                server -> webApp.prepare(),
                getClass().getClassLoader());
    }

    private Deployment forked(List<String> jvmArgs, Path contextXml) {
        List<Path> classPath = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
        return new ForkedDeployment(
                settings(jvmArgs), file -> webApp.write(file, contextXml), classPath, directory.toFile());
    }

    private ServerSettings settings(List<String> jvmArgs) {
        MavenServerConnector connector = new MavenServerConnector();
        connector.setPort(0);
        connector.setHost("localhost");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ServerSettings(
                connector,
                List.of(),
                0,
                null,
                directory.resolve("target"),
                null,
                java,
                jvmArgs,
                Map.of(),
                Map.of(),
                600,
                100);
    }

    private static String get(int port, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .build();
        HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }

    private static boolean isClosed(int port) throws Exception {
        try {
            get(port, "/app/page.txt");
            return false;
        } catch (ConnectException x) {
            return true;
        }
    }
}
