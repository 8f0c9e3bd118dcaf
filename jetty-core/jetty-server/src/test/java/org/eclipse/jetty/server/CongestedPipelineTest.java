package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** A client that pipelines requests and reads late. */
class CongestedPipelineTest {
    private static final int SIZE = 16 * 1024 * 1024;

    @Test
    void requestThatFollowsACongestedResponseMayBlock() throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server, 1, 1);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                response.getHeaders().put("Content-Length", SIZE);
                ByteBuffer content = ByteBuffer.allocate(SIZE);
                if (Request.getPathInContext(request).equals("/first")) {
                    // ends when the selector has found the client reading again
                    response.write(true, content, callback);
                } else {
                    second.countDown();
                    Content.Sink.write(response, true, content);
                    callback.succeeded();
                }
                return true;
            }
        });
        server.start();
        try (Socket client = new Socket()) {
            client.setReceiveBufferSize(64 * 1024);
            client.setSoTimeout(30_000);
            client.connect(new InetSocketAddress("localhost", connector.getLocalPort()));
            client.getOutputStream()
                    .write(
                            "GET /first HTTP/1.1\r\nHost: h\r\n\r\nGET /second HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            InputStream in = client.getInputStream();
            assertThat(in.readNBytes(SIZE)).hasSize(SIZE);
            // drains what is left of the first response, and not what the second one needs to be written
            assertThat(in.readNBytes(256)).hasSize(256);
            assertThat(second.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(in.readAllBytes()).hasSizeGreaterThan(SIZE - 256);
        } finally {
            server.stop();
        }
    }
}
