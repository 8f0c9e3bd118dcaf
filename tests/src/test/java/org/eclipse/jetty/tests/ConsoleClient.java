package org.eclipse.jetty.tests;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;

/** Asks the console of a server that runs at its own connector. Thread-safe. */
final class ConsoleClient {
    static final String MODULES = "http,ee10-deploy,console-connector,diagnostics";
    static final String[] PROPERTIES = {
        "jetty.console.port=0", "jetty.console.password=s3cret", "jetty.shutdown.port=0", "jetty.shutdown.key=s3cret"
    };

    private static final String LOGIN =
            "Basic " + Base64.getEncoder().encodeToString("admin:s3cret".getBytes(StandardCharsets.UTF_8));

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Command.DEADLINE)
            .build();
    private final int port;

    ConsoleClient(Server server) {
        port = Integer.parseInt(
                server.command().awaitLine("Started console@.*:(\\d+)}").group(1));
    }

    int port() {
        return port;
    }

    private HttpRequest.Builder request(String resource) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/console/api/" + resource))
                .header("Authorization", LOGIN)
                .timeout(Command.DEADLINE);
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }

    String get(String resource) {
        return send(request(resource).build()).body();
    }

    /** Changes something; the answer. Fields are names and values, one after the other. */
    HttpResponse<String> change(String action, String... fields) {
        StringBuilder form = new StringBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            form.append(i == 0 ? "" : "&")
                    .append(fields[i])
                    .append('=')
                    .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        Matcher token = Pattern.compile("\"token\": \"([^\"]+)\"").matcher(get("token"));
        if (!token.find()) {
            throw new AssertionError("no token");
        }
        return send(request(action)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("X-Console-Token", token.group(1))
                .POST(HttpRequest.BodyPublishers.ofString(form.toString()))
                .build());
    }

    /** Waits until the console finds something wrong of a kind, in words that match; the sentence. */
    String awaitFinding(String kind, String sentence) {
        Pattern pattern = Pattern.compile("\"kind\": \"" + kind
                + "\",\\s*\"severity\": \"\\w+\",\\s*\"sentence\": \"([^\"]*" + sentence + "[^\"]*)\"");
        AtomicReference<String> last = new AtomicReference<>();
        try {
            Matcher found = await().atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> pattern.matcher(last.updateAndGet(earlier -> get("findings"))), Matcher::find);
            return found.group(1);
        } catch (ConditionTimeoutException x) {
            throw new AssertionError("no finding " + kind + ": " + sentence + " in " + last.get(), x);
        }
    }
}
