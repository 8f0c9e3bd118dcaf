package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The folder {@code container} of the distribution. The steps of the Dockerfile are run in a plain folder; with
 * {@code -Dtests.container.jlink=true} jlink makes the runtime, too.
 */
class ContainerTest {
    private static final Path CONTAINER = Distribution.HOME.resolve("container");
    private static final Path NGINX = Path.of("/usr/sbin/nginx");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private ImageSteps image(Map<String, String> environment) throws IOException {
        Path context = Files.createDirectories(folder.resolve("context"));
        for (String[] copy : new String[][] {
            {CONTAINER.resolve("Dockerfile").toString(), "Dockerfile"},
            {CONTAINER.resolve("base").toString(), "base"},
            {Distribution.HOME.toString(), "jetty-home"}
        }) {
            try (Command command = Command.run(new ProcessBuilder(
                    "cp", "-r", copy[0], context.resolve(copy[1]).toString()))) {
                assertThat(command.awaitExit()).as(command::output).isZero();
            }
        }
        Files.createDirectory(context.resolve("base/webapps"));
        Files.copy(Distribution.HELLO_WAR, context.resolve("base/webapps/ROOT.war"));
        try (Command create = Command.run(new ProcessBuilder(
                Jdk.newest().java().toString(),
                "-jar",
                Distribution.HOME.resolve("start.jar").toString(),
                "jetty.base=" + context.resolve("base"),
                "--create-files"))) {
            assertThat(create.awaitExit()).as(create::output).isZero();
        }
        boolean links = !Boolean.getBoolean("tests.container.jlink");
        ImageSteps image = new ImageSteps(folder.resolve("image"), context, Jdk.newest(), environment, links);
        image.run();
        return image;
    }

    private static HttpResponse<String> get(int port, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static int exitOf(ProcessBuilder builder) {
        try (Command command = Command.run(builder)) {
            return command.awaitExit();
        }
    }

    @Test
    void imageServesItsApplicationsWritesNoFileAndStopsInOrder() throws Exception {
        int port = Ports.unused();
        try (ImageSteps image = image(Map.of("JETTY_PORT", Integer.toString(port)))) {
            Map<String, String> files = image.files();
            try (Command server = Command.run(image.entryPoint())) {
                server.awaitLine("Started Server@");
                assertThat(ProcessHandle.of(server.pid()).orElseThrow().children())
                        .as("a second JVM, as where the start cache does not fit")
                        .isEmpty();
                serves(port, image, server);
                server.terminate();
                assertThat(server.awaitExit()).as(server::output).isEqualTo(143);
                assertThat(server.lines(":WARN ?:|:ERROR ?:|^WARN|^ERROR|\\[warning\\]"))
                        .isEmpty();
            }
            assertThat(exitOf(image.healthCheck())).isNotZero();
            assertThat(image.files()).isEqualTo(files);
        }
    }

    private void serves(int port, ImageSteps image, Command server) throws Exception {
        assertThat(get(port, "/").statusCode()).isEqualTo(200);
        assertThat(get(port, "/health/ready").statusCode()).isEqualTo(200);
        assertThat(get(port, "/metrics").statusCode()).isEqualTo(200);
        assertThat(exitOf(image.healthCheck())).isZero();
        server.awaitLine("\"GET /health/live HTTP/1.1\" 200");
        if (Files.isExecutable(NGINX)) {
            proxied(port);
            server.awaitLine("^192\\.0\\.2\\.9 .*\"GET /proxied HTTP/1.1\" 404");
        }
    }

    /** The proxy of compose.yaml, with a real nginx. */
    private void proxied(int server) throws Exception {
        int port = Ports.unused();
        String settings = Files.readString(CONTAINER.resolve("nginx.conf"))
                .replace("server server:8080;", "server 127.0.0.1:" + server + ";")
                .replace("listen 80;", "listen 127.0.0.1:" + port + ";")
                // the address of a client elsewhere
                .replace("$remote_addr", "192.0.2.9");
        assertThat(settings).contains("127.0.0.1:" + server, "127.0.0.1:" + port);
        Path main = Files.writeString(folder.resolve("nginx.conf"), """
                daemon off;
                pid %1$s/nginx.pid;
                error_log stderr;
                events {}
                http {
                  access_log off;
                  client_body_temp_path %1$s/body;
                  proxy_temp_path %1$s/proxy;
                  fastcgi_temp_path %1$s/fastcgi;
                  uwsgi_temp_path %1$s/uwsgi;
                  scgi_temp_path %1$s/scgi;
                %2$s}
                """.formatted(folder, settings));
        try (Command nginx = Command.run(new ProcessBuilder(NGINX.toString(), "-c", main.toString()))) {
            HttpResponse<String> response = Awaitility.await("an answer by nginx")
                    .atMost(Command.DEADLINE)
                    .ignoreExceptions()
                    .until(() -> get(port, "/"), answer -> answer.statusCode() > 0);
            assertThat(response.statusCode()).as(nginx::output).isEqualTo(200);
            assertThat(get(port, "/proxied").statusCode()).isEqualTo(404);
            assertThat(get(port, "/metrics").body()).contains("nginx");
            assertThat(get(port, "/health/ready").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void manifestsOfKubernetesFitTheirSchema() {
        boolean found = false;
        for (String path : System.getenv("PATH").split(":")) {
            found |= Files.isExecutable(Path.of(path, "kubernetes-validate"));
        }
        Assumptions.assumeTrue(found, "SKIPPED: there is no kubernetes-validate (pip install kubernetes-validate)");
        try (Command check = Command.run(new ProcessBuilder(
                "kubernetes-validate",
                "--strict",
                CONTAINER.resolve("kubernetes.yaml").toString()))) {
            assertThat(check.awaitExit()).as(check::output).isZero();
            assertThat(check.lines("passed for resource")).hasSize(3);
        }
    }

    @Test
    void settingsOfTheManifestsAreThoseOfTheImage() throws IOException {
        String ini = Files.readString(CONTAINER.resolve("base/start.d/container.ini"));
        for (String file : List.of("compose.yaml", "kubernetes.yaml")) {
            String text = Files.readString(CONTAINER.resolve(file));
            assertThat(text).contains("JETTY_TRUSTED_PROXIES");
            Matcher variable = Pattern.compile("\\bJETTY_\\w+").matcher(text);
            while (variable.find()) {
                assertThat(ini).as(file).contains("${env." + variable.group() + ":-");
            }
        }
        assertThat(Files.readString(CONTAINER.resolve("kubernetes.yaml")))
                .contains(
                        "runAsUser: 10001",
                        "/health/started",
                        "/health/ready",
                        "/health/live",
                        "readOnlyRootFilesystem");
        assertThat(Files.readString(CONTAINER.resolve("Dockerfile"))).contains("USER 10001:10001");
    }
}
