package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A handler that is replaced while the server runs. */
class HotSwapHandlerTest {
    private final HotSwapHandler swap = new HotSwapHandler();
    private LocalServer local;

    @BeforeEach
    void start() throws Exception {
        local = new LocalServer();
    }

    @AfterEach
    void stop() throws Exception {
        local.close();
    }

    @Test
    void requestsGoToTheHandlerOfTheirTime() throws Exception {
        local.start(swap);
        assertThat(local.get("/")).startsWith("HTTP/1.1 404");
        Handler first = LocalServer.answer("first");
        swap.setHandler(first);
        assertThat(first.isStarted()).isTrue();
        assertThat(first.getServer()).isSameAs(local.server);
        assertThat(local.get("/")).endsWith("first");
        Handler second = LocalServer.answer("second");
        swap.setHandler(second);
        assertThat(first.isStopped()).isTrue();
        assertThat(swap.getHandlers()).containsExactly(second);
        assertThat(local.get("/")).endsWith("second");
        swap.setHandler((Handler) null);
        assertThat(second.isStopped()).isTrue();
        assertThat(local.get("/")).startsWith("HTTP/1.1 404");
    }

    @Test
    void handlerStartsAndStopsWithTheServer() throws Exception {
        Handler handler = LocalServer.answer("ok");
        swap.setHandler(handler);
        assertThat(handler.isStarted()).isFalse();
        local.start(swap);
        assertThat(handler.isStarted()).isTrue();
        local.server.stop();
        assertThat(handler.isStopped()).isTrue();
    }

    @Test
    void handlerThatDoesNotStartLeavesTheOldOne() throws Exception {
        Handler old = LocalServer.answer("old");
        swap.setHandler(old);
        local.start(swap);
        assertThatThrownBy(() -> swap.setHandler(new Handler.Wrapper() {
                    @Override
                    protected void doStart() throws Exception {
                        throw new Exception("as the test wants it");
                    }
                }))
                .hasRootCauseMessage("as the test wants it");
        assertThat(swap.getHandler()).isSameAs(old);
        assertThat(local.get("/")).endsWith("old");
        assertThatThrownBy(() -> swap.setHandler(swap)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void requestInTheOldHandlerIsAnswered() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CompletableFuture<String> text = new CompletableFuture<>();
        swap.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                entered.countDown();
                Content.Sink.write(response, true, text.get(), callback);
                return true;
            }
        });
        local.start(swap);
        LocalConnector.LocalEndPoint client = local.inMemory().executeRequest("GET / HTTP/1.1\r\nHost: local\r\n\r\n");
        entered.await();
        swap.setHandler(LocalServer.answer("new"));
        assertThat(local.get("/")).endsWith("new");
        text.complete("old");
        assertThat(client.getResponse()).endsWith("old");
    }
}
