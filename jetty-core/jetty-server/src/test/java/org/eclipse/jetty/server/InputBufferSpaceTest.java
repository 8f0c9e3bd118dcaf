package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Content that an application holds, and what is read behind it. */
class InputBufferSpaceTest {
    /** Keeps all content; has the rest of it sent once it has the first. */
    private static final class Keeper extends Handler.Abstract {
        private final List<Content.Chunk> chunks = new ArrayList<>();
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch sent = new CountDownLatch(1);

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            chunks.add(request.read());
            begun.countDown();
            sent.await();
            while (!chunks.get(chunks.size() - 1).isLast()) {
                chunks.add(request.read());
            }
            StringBuilder text = new StringBuilder();
            chunks.forEach(chunk -> text.append(
                    StandardCharsets.US_ASCII.decode(chunk.getByteBuffer().duplicate())));
            Content.Sink.write(response, true, text.toString(), callback);
            return true;
        }

        private long buffers() {
            return chunks.stream()
                    .filter(chunk -> chunk.hasRemaining())
                    .map(chunk -> System.identityHashCode(chunk.getByteBuffer().array()))
                    .distinct()
                    .count();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1024, 1", "8192, 3", "1000000, 3"})
    void bufferWithLessSpaceIsNotReadIntoAgain(int space, int buffers) throws Exception {
        Server server = new Server();
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setUseInputDirectByteBuffers(false);
        configuration.setMinInputBufferSpace(space);
        LocalConnector connector = new LocalConnector(server, new HttpConnectionFactory(configuration));
        server.addConnector(connector);
        Keeper keeper = new Keeper();
        server.setHandler(keeper);
        server.start();
        try (LocalConnector.LocalEndPoint client =
                connector.executeRequest("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc")) {
            keeper.begun.await();
            client.addInput("def");
            client.addInput("ghi");
            keeper.sent.countDown();
            assertThat(client.getResponse(false, 10, TimeUnit.SECONDS)).endsWith("abcdefghi");
            assertThat(keeper.buffers()).isEqualTo(buffers);
        } finally {
            keeper.chunks.forEach(Content.Chunk::release);
            server.stop();
        }
    }
}
