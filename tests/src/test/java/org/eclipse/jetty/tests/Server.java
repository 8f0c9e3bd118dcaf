package org.eclipse.jetty.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A server that runs as a process of its own, and a client of it. Thread-safe. */
final class Server {
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Command.DEADLINE)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final Command command;
    private final int port;

    private Server(Command command, int port) {
        this.command = command;
        this.port = port;
    }

    /** Waits for the log lines that tell the port of the first connector, and that the server has started. */
    static Server started(Command command) {
        return started(command, "");
    }

    /** The same of the connector whose protocol, as it is logged, begins so. */
    static Server started(Command command, String protocol) {
        int port = Integer.parseInt(command.awaitLine("Started \\S*ServerConnector@[^{]*\\{" + protocol + ".*:(\\d+)}")
                .group(1));
        command.awaitLine("Started (\\S*\\.)?Server@");
        return new Server(command, port);
    }

    Command command() {
        return command;
    }

    int port() {
        return port;
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Command.DEADLINE);
    }

    HttpResponse<String> get(String path) {
        return send(request(path).build());
    }

    HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException x) {
            throw new UncheckedIOException(request + ": " + x + "\n" + command.output(), x);
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }

    /** Asks until the status is the expected one, which a scan of webapps/ brings about. */
    HttpResponse<String> await(String path, int status) {
        return Awaitility.await(path + " answers " + status)
                .atMost(Command.DEADLINE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> get(path), response -> response.statusCode() == status);
    }

    /** Asks until the body holds a text. */
    void await(String path, String text) {
        Awaitility.await(path + " answers " + text)
                .atMost(Command.DEADLINE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> get(path).body().contains(text));
    }

    /** Waits until the port takes no more connections. */
    void awaitRefusal() {
        Awaitility.await("connections are refused")
                .atMost(Command.DEADLINE)
                .pollInterval(Duration.ofMillis(20))
                .until(this::isRefused);
    }

    private boolean isRefused() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return false;
        } catch (ConnectException x) {
            return true;
        }
    }
}
