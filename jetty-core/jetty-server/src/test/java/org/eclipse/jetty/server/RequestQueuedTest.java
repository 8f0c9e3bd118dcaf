package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RequestQueuedTest extends OverTransports {
    private LocalServer local;

    @BeforeEach
    void prepare() throws Exception {
        local = new LocalServer(transport);
        local.start(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                if (request.getHttpURI().getPath().equals("/later")) {
                    new Thread(() -> answerLater(request, response, callback)).start();
                } else {
                    answer(request, response, callback);
                }
                return true;
            }
        });
    }

    @AfterEach
    void stop() throws Exception {
        local.close();
    }

    private void answerLater(Request request, Response response, Callback callback) {
        // the handler is about to return
        await().until(() -> Request.isQueued(request));
        answer(new Request.Wrapper(request), response, callback);
    }

    private static void answer(Request request, Response response, Callback callback) {
        Content.Sink.write(response, true, "queued: " + Request.isQueued(request), callback);
    }

    @Test
    void requestThatIsHandledByWhoReadItsHeadIsNot() throws Exception {
        // a thread that reads HTTP/2 goes on to read other requests
        assertThat(local.get("/")).contains("queued: " + !transport.isHttp1());
    }

    @Test
    void requestWhoseHandlerHasReturnedIs() throws Exception {
        assertThat(local.get("/later")).contains("queued: true");
    }
}
