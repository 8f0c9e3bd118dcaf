package org.eclipse.jetty.tests.embedders.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.ConnectException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The graceful shutdown of Spring Boot. */
class SpringBootShutdownTest {
    @Test
    void requestInFlightIsAnsweredWhileNewConnectionsAreRefused() throws Exception {
        try (RunningShop shop = new RunningShop(
                HttpClient.newHttpClient(),
                false,
                "--server.shutdown=graceful",
                "--spring.lifecycle.timeout-per-shutdown-phase=60s")) {
            Shop.Gate gate = shop.bean(Shop.Gate.class);
            CompletableFuture<HttpResponse<String>> response =
                    shop.client().sendAsync(shop.request("/held").build(), HttpResponse.BodyHandlers.ofString());
            assertThat(gate.entered.await(30, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Void> closing = CompletableFuture.runAsync(shop::close);
            int port = shop.uri("http", "/").getPort();
            await().until(() -> isRefused(port));
            assertThat(response).isNotDone();
            assertThat(closing).isNotDone();
            gate.open.countDown();
            assertThat(response.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            assertThat(response.get().body()).isEqualTo("released");
            closing.get(30, TimeUnit.SECONDS);
        }
    }

    private static boolean isRefused(int port) throws Exception {
        try (Socket socket = new Socket("localhost", port)) {
            return !socket.isConnected();
        } catch (ConnectException x) {
            return true;
        }
    }
}
