package org.eclipse.jetty.tests.embedders;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.Javalin;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Jetty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Javalin 7. */
class JavalinTest {
    private Javalin javalin;
    private Http http;

    @BeforeEach
    void start() {
        javalin = Javalin.create(config -> {
                    config.startup.showJavalinBanner = false;
                    config.routes.get(
                            "/hello/{name}", context -> context.result("Hello, " + context.pathParam("name")));
                    config.routes.post("/echo", context -> context.result(context.body()));
                    config.routes.post(
                            "/upload",
                            context -> context.result(new String(
                                    context.uploadedFile("file").content().readAllBytes())));
                    config.routes.get("/visits", context -> {
                        Integer visits = context.sessionAttribute("visits");
                        context.sessionAttribute("visits", visits == null ? 1 : visits + 1);
                        context.result(context.sessionAttribute("visits").toString());
                    });
                    config.routes.get("/fail", context -> {
                        throw new IllegalStateException("as the test wants it");
                    });
                    config.routes.get(
                            "/later",
                            context -> context.future(() ->
                                    CompletableFuture.supplyAsync(() -> "later").thenAccept(context::result)));
                    config.routes.ws(
                            "/talk", talk -> talk.onMessage(context -> context.send("You said " + context.message())));
                })
                .start("127.0.0.1", 0);
        http = new Http(javalin.port());
    }

    @AfterEach
    void stop() {
        javalin.stop();
    }

    @Test
    void serverIsThatOfThisBuild() {
        assertThat(Server.getVersion()).isEqualTo(Jetty.VERSION).doesNotStartWith("12.");
    }

    @Test
    void routesAnswer() throws Exception {
        assertThat(http.get("/hello/Anna").body()).isEqualTo("Hello, Anna");
        assertThat(http.get("/nothing").statusCode()).isEqualTo(404);
        assertThat(http.get("/fail").statusCode()).isEqualTo(500);
        assertThat(http.get("/later").body()).isEqualTo("later");
        assertThat(http.send(HttpRequest.newBuilder(http.uri("http", "/echo")).POST(BodyPublishers.ofString("echo")))
                        .body())
                .isEqualTo("echo");
    }

    @Test
    void fileIsUploaded() throws Exception {
        String content =
                "--xx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\ncontent\r\n--xx--\r\n";
        HttpResponse<String> response = http.send(HttpRequest.newBuilder(http.uri("http", "/upload"))
                .header("Content-Type", "multipart/form-data; boundary=xx")
                .POST(BodyPublishers.ofString(content)));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("content");
    }

    @Test
    void sessionIsKept() throws Exception {
        HttpResponse<String> first = http.get("/visits");
        String cookie = first.headers().firstValue("Set-Cookie").orElseThrow().replaceAll(";.*", "");
        assertThat(http.send(HttpRequest.newBuilder(http.uri("http", "/visits")).header("Cookie", cookie))
                        .body())
                .isEqualTo("2");
    }

    @Test
    void webSocketTalks() throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        WebSocket socket = http.client()
                .newWebSocketBuilder()
                .buildAsync(http.uri("ws", "/talk"), new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
                        answer.complete(data.toString());
                        return null;
                    }
                })
                .get(30, TimeUnit.SECONDS);
        socket.sendText("hello", true);
        assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("You said hello");
        socket.abort();
    }
}
