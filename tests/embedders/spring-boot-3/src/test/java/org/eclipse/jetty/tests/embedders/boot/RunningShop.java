package org.eclipse.jetty.tests.embedders.boot;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The application on a free port, and a client of it. Thread-safe. */
final class RunningShop implements AutoCloseable {
    private final ConfigurableApplicationContext context;
    private final HttpClient client;
    private final String authority;
    private final boolean secure;

    /** Starts it with further arguments of the command line. */
    RunningShop(HttpClient client, boolean secure, String... arguments) {
        this.client = client;
        this.secure = secure;
        List<String> all = new ArrayList<>(List.of(
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--logging.level.root=WARN",
                "--management.endpoints.web.exposure.include=health,metrics"));
        all.addAll(List.of(arguments));
        context = SpringApplication.run(Shop.class, all.toArray(new String[0]));
        authority = "localhost:" + context.getEnvironment().getRequiredProperty("local.server.port");
    }

    URI uri(String scheme, String path) {
        return URI.create(scheme + (secure ? "s" : "") + "://" + authority + path);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri("http", path));
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    HttpClient client() {
        return client;
    }

    /** Returns the answer to one message of a new WebSocket. */
    String say(String path, String message) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        WebSocket socket = client.newWebSocketBuilder()
                .buildAsync(uri("ws", path), new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
                        answer.complete(data.toString());
                        return null;
                    }

                    @Override
                    public void onError(WebSocket webSocket, Throwable failure) {
                        answer.completeExceptionally(failure);
                    }
                })
                .get(30, TimeUnit.SECONDS);
        try {
            socket.sendText(message, true);
            return answer.get(30, TimeUnit.SECONDS);
        } finally {
            socket.abort();
        }
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }
}
