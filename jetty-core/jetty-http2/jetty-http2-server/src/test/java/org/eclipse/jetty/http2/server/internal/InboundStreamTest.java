package org.eclipse.jetty.http2.server.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.Http2Client;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.BufferChecks;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** Content of streams that end meanwhile. */
class InboundStreamTest {
    /** The thread that parses has found the stream before its handler fails, which resets it. */
    @Test
    void contentOfAStreamThatIsResetMeanwhileIsReleased() throws Exception {
        PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
        HttpConfiguration configuration = new HttpConfiguration();
        Server server = new Server(null, null, pool);
        ServerConnector connector = new ServerConnector(
                server,
                0,
                1,
                new HttpConnectionFactory(configuration),
                new HTTP2CServerConnectionFactory(configuration));
        server.addConnector(connector);
        CompletableFuture<InboundStream> stream = new CompletableFuture<>();
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                request.addHttpStreamWrapper(own -> {
                    stream.complete((InboundStream) own);
                    return own;
                });
                response.write(false, null, Callback.from(() -> callback.failed(new IllegalStateException("test"))));
                return true;
            }
        });
        server.start();
        try (Http2Client client = new Http2Client(connector.getLocalPort())) {
            int id = client.request(false, "/", ":method", "POST");
            client.readUntil(() -> client.response(id).isDone());
            assertThat(client.response(id).reset()).isEqualTo(ErrorCode.INTERNAL_ERROR);
            RetainableByteBuffer.Mutable buffer = pool.acquire(10_000, false);
            buffer.getByteBuffer().limit(10_000);
            assertThat(stream.get(30, TimeUnit.SECONDS).onContent(buffer, 0, 10_000, 10_000, false))
                    .isNull();
            assertThat(buffer.release()).as("last reference").isTrue();
        } finally {
            server.stop();
        }
        BufferChecks.assertUntouched(pool);
    }
}
