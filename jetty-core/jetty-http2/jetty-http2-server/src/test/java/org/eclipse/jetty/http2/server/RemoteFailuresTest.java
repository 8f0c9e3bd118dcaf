package org.eclipse.jetty.http2.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** {@link HttpConfiguration#setNotifyRemoteAsyncErrors}: who learns that a client has reset a stream. */
class RemoteFailuresTest extends AbstractHttp2Test {
    private final CompletableFuture<Throwable> told = new CompletableFuture<>();
    private final CompletableFuture<Callback> waiting = new CompletableFuture<>();
    private final CompletableFuture<Response> open = new CompletableFuture<>();

    private void waitFor(Request request, Response response, Callback callback) {
        if (Request.getPathInContext(request).equals("/probe")) {
            hello(request, response, callback);
            return;
        }
        request.addFailureListener(told::complete);
        open.complete(response);
        waiting.complete(callback);
    }

    /** Resets a request that waits; a second one is answered after it, so that the reset was read. */
    private void reset() throws Exception {
        start(this::waitFor);
        try (Http2Client client = connect()) {
            int stream = client.request(true, "/");
            client.flush();
            waiting.get(30, TimeUnit.SECONDS);
            FrameWriter.reset(client.out(), stream, ErrorCode.CANCEL_STREAM_ERROR.code);
            assertThat(client.await(client.request(true, "/probe")).status).isEqualTo(200);
            if (configuration.isNotifyRemoteAsyncErrors()) {
                assertThat(told.get(30, TimeUnit.SECONDS)).isInstanceOf(EofException.class);
                waiting.get().failed(told.get());
            } else {
                CompletableFuture<Throwable> written = new CompletableFuture<>();
                open.get().write(true, null, Callback.from(() -> written.complete(null), written::complete));
                await().until(written::isDone);
                assertThat(written.get()).isInstanceOf(EofException.class);
                assertThat(told).isNotDone();
                waiting.get().failed(written.get());
            }
        }
    }

    @Test
    void listenersAreToldOfAReset() throws Exception {
        reset();
    }

    @Test
    void listenersAreNotToldIfSoConfiguredAndTheNextWriteFails() throws Exception {
        configuration.setNotifyRemoteAsyncErrors(false);
        assertThat(new HttpConfiguration(configuration).isNotifyRemoteAsyncErrors())
                .isFalse();
        reset();
    }
}
