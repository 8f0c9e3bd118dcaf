package org.eclipse.jetty.compression.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.compression.Compression;
import org.eclipse.jetty.compression.DecoderConfig;
import org.eclipse.jetty.compression.EncoderConfig;
import org.eclipse.jetty.compression.brotli.BrotliCompression;
import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.compression.zstandard.ZstandardCompression;
import org.eclipse.jetty.http.coding.ContentDecoder;
import org.eclipse.jetty.http.coding.ContentEncoder;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that read a byte now and then, or go away, while a response is encoded for them: what a coding has outside of the heap and
 * the buffers of the pool are given back, once each, and no more is taken of the application than the sockets hold.
 */
@ParameterizedClass
@EnumSource(Codings.class)
class SlowReadersTest {
    private static final int CLIENTS = 20;
    private static final int SOCKET_BUFFER = 8192;
    /** What the kernel and the encoder may hold for a client that reads nothing. */
    private static final long MOST_PER_CLIENT = 4L << 20;
    /** What an application would write if it were let. */
    private static final long ENDLESS = 1L << 30;

    @Parameter
    Codings coding;

    private final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
    private final Server server = new Server(null, null, pool);
    private final ServerConnector connector = new ServerConnector(server, 1, 1);
    private final CompressionHandler handler = new CompressionHandler();
    private final byte[] noise = new byte[32_768];
    private Compression compression;

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger released = new AtomicInteger();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger succeeded = new AtomicInteger();

    @BeforeEach
    void prepare() {
        new Random(1).nextBytes(noise);
        compression = counted();
        handler.putCompression(compression);
        connector.setAcceptedSendBufferSize(SOCKET_BUFFER);
        server.addConnector(connector);
        server.setHandler(handler);
    }

    @AfterEach
    void allIsGivenBack() throws Exception {
        server.stop();
        await().untilAsserted(() -> {
            assertThat(released).hasValue(begun.get());
            assertThat(pool.getLeakCount()).as(pool::dumpLeaks).isZero();
        });
    }

    /** The coding, whose encoders and decoders are counted. */
    private Compression counted() {
        return switch (coding) {
            case GZIP ->
                new GzipCompression() {
                    @Override
                    public ContentEncoder newEncoder(EncoderConfig config) {
                        return new Encoder(super.newEncoder(config));
                    }

                    @Override
                    public ContentDecoder newDecoder(DecoderConfig config) {
                        return new Decoder(super.newDecoder(config));
                    }
                };
            case BR ->
                new BrotliCompression() {
                    @Override
                    public ContentEncoder newEncoder(EncoderConfig config) {
                        // the best level takes longer than a test should
                        config.setCompressionLevel(1);
                        return new Encoder(super.newEncoder(config));
                    }

                    @Override
                    public ContentDecoder newDecoder(DecoderConfig config) {
                        return new Decoder(super.newDecoder(config));
                    }
                };
            case ZSTD ->
                new ZstandardCompression() {
                    @Override
                    public ContentEncoder newEncoder(EncoderConfig config) {
                        return new Encoder(super.newEncoder(config));
                    }

                    @Override
                    public ContentDecoder newDecoder(DecoderConfig config) {
                        return new Decoder(super.newDecoder(config));
                    }
                };
        };
    }

    /** Starts a server that writes noise of a length, and says how that ended. */
    private void start(long length) throws Exception {
        handler.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                new Writing(response, length, callback).iterate();
                return true;
            }
        });
        server.start();
    }

    private Socket ask(String method, String fields) throws IOException {
        Socket client = new Socket();
        client.setReceiveBufferSize(SOCKET_BUFFER);
        client.connect(new InetSocketAddress("localhost", connector.getLocalPort()));
        client.setSoTimeout(30_000);
        client.getOutputStream()
                .write((method + " / HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n\r\n").getBytes(US_ASCII));
        return client;
    }

    private Socket get() throws IOException {
        return ask("GET", "Connection: close\r\nAccept-Encoding: " + coding.encodingName());
    }

    /** Closes with a reset, as a process that is killed. */
    private static void vanish(Socket client) throws IOException {
        client.setSoLinger(true, 0);
        client.close();
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            assertThat(b).as("after " + head).isNotNegative();
            head.append((char) b);
        }
        return head.toString();
    }

    @Test
    void clientsThatReadAByteNowAndThenAreGivenUpAndHoldNothing() throws Exception {
        connector.setIdleTimeout(1000);
        start(ENDLESS);
        List<Socket> clients = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(get());
            }
            for (Socket client : clients) {
                assertThat(head(client.getInputStream())).contains("Content-Encoding: " + coding.encodingName());
            }
            await().pollInterval(50, TimeUnit.MILLISECONDS).untilAsserted(() -> {
                for (Socket client : clients) {
                    readOne(client);
                }
                // the clients are still there, and take
                assertThat(failed).hasValue(CLIENTS);
                assertThat(released).hasValue(CLIENTS);
            });
            assertThat(begun).hasValue(CLIENTS);
            assertThat(taken.get()).isLessThan(CLIENTS * MOST_PER_CLIENT);
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    private static void readOne(Socket client) {
        try {
            client.getInputStream().read();
        } catch (IOException x) {
            // the server has given this one up
            assertThat(x).hasMessageContaining("reset");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5000})
    void clientsThatGoAwayInTheMiddleLeaveNothing(int read) throws Exception {
        start(ENDLESS);
        for (int i = 0; i < CLIENTS; i++) {
            Socket client = get();
            head(client.getInputStream());
            client.getInputStream().readNBytes(read);
            vanish(client);
        }
        await().untilAsserted(() -> {
            assertThat(failed).hasValue(CLIENTS);
            assertThat(released).hasValue(CLIENTS);
            assertThat(connector.getConnectedEndPoints()).isEmpty();
        });
        assertThat(begun).hasValue(CLIENTS);
        assertThat(taken.get()).isLessThan(CLIENTS * MOST_PER_CLIENT);
    }

    @Test
    void clientsThatGoAwayWhileTheApplicationWaitsLeaveNothing() throws Exception {
        compression.getDefaultEncoderConfig().setSyncFlush(true);
        CountDownLatch gone = new CountDownLatch(1);
        handler.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                // little, so that it is taken at once
                Content.Sink.write(response, false, ByteBuffer.wrap(noise, 0, 100));
                if (gone.await(30, TimeUnit.SECONDS)) {
                    new Writing(response, ENDLESS, callback).iterate();
                }
                return true;
            }
        });
        server.start();
        for (int i = 0; i < 5; i++) {
            Socket client = get();
            head(client.getInputStream());
            vanish(client);
        }
        gone.countDown();
        await().untilAsserted(() -> {
            assertThat(failed).hasValue(5);
            assertThat(released).hasValue(5);
        });
    }

    @Test
    void aSlowClientGetsTheWholeContent() throws Exception {
        start(20L * noise.length);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (int i = 0; i < 20; i++) {
            expected.write(noise);
        }
        try (Socket client = get()) {
            InputStream in = client.getInputStream();
            assertThat(head(in)).contains("chunked");
            ByteArrayOutputStream encoded = new ByteArrayOutputStream();
            for (int size = size(in); size > 0; size = size(in)) {
                for (int i = 0; i < size; i++) {
                    encoded.write(in.read());
                }
                assertThat(in.readNBytes(2)).containsExactly('\r', '\n');
            }
            assertThat(coding.decode(encoded.toByteArray())).isEqualTo(expected.toByteArray());
        }
        await().untilAsserted(() -> assertThat(succeeded).hasValue(1));
    }

    private static int size(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            line.append((char) b);
        }
        return Integer.parseInt(line.toString().trim(), 16);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void clientsThatGoAwayInTheMiddleOfARequestLeaveNoDecoder(boolean reset) throws Exception {
        byte[] encoded = coding.encode(noise);
        handler.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Source.consumeAll(
                        request, Callback.from(() -> Content.Sink.write(response, true, "done", callback), x -> {
                            failed.incrementAndGet();
                            callback.failed(x);
                        }));
                return true;
            }
        });
        server.start();
        for (int i = 0; i < CLIENTS; i++) {
            Socket client =
                    ask("POST", "Content-Encoding: " + coding.encodingName() + "\r\nContent-Length: " + encoded.length);
            client.getOutputStream().write(Arrays.copyOf(encoded, 1 + encoded.length * i / CLIENTS));
            int count = i + 1;
            // what is dripped is waited for by nobody
            await().pollInterval(5, TimeUnit.MILLISECONDS)
                    .untilAsserted(() -> assertThat(begun).hasValue(count));
            if (reset) {
                vanish(client);
            } else {
                client.close();
            }
        }
        await().untilAsserted(() -> {
            assertThat(failed).hasValue(CLIENTS);
            assertThat(released).hasValue(CLIENTS);
        });
    }

    /** Writes noise, a buffer at a time, as fast as it is taken. */
    private final class Writing extends IteratingCallback {
        private final Response response;
        private final Callback callback;
        private long rest;

        private Writing(Response response, long length, Callback callback) {
            this.response = response;
            this.rest = length;
            this.callback = callback;
        }

        @Override
        protected Action process() {
            if (rest <= 0) {
                return Action.SUCCEEDED;
            }
            rest -= noise.length;
            taken.addAndGet(noise.length);
            response.write(false, ByteBuffer.wrap(noise), this);
            return Action.SCHEDULED;
        }

        @Override
        protected void onCompleteSuccess() {
            succeeded.incrementAndGet();
            callback.succeeded();
        }

        @Override
        protected void onCompleteFailure(Throwable cause) {
            failed.incrementAndGet();
            callback.failed(cause);
        }
    }

    /** Released twice, it would give the memory of another one back. */
    private abstract class Counted {
        private final AtomicInteger releases = new AtomicInteger();

        private Counted() {
            begun.incrementAndGet();
        }

        final void countRelease() {
            assertThat(releases.incrementAndGet()).isEqualTo(1);
            released.incrementAndGet();
        }
    }

    private final class Encoder extends Counted implements ContentEncoder {
        private final ContentEncoder encoder;

        private Encoder(ContentEncoder encoder) {
            this.encoder = encoder;
        }

        @Override
        public void begin(ByteBuffer content, boolean last) {
            encoder.begin(content, last);
        }

        @Override
        public boolean encode(ByteBuffer output) {
            return encoder.encode(output);
        }

        @Override
        public void release() {
            countRelease();
            encoder.release();
        }
    }

    private final class Decoder extends Counted implements ContentDecoder {
        private final ContentDecoder decoder;

        private Decoder(ContentDecoder decoder) {
            this.decoder = decoder;
        }

        @Override
        public void decode(ByteBuffer input, ByteBuffer output) {
            decoder.decode(input, output);
        }

        @Override
        public boolean isComplete() {
            return decoder.isComplete();
        }

        @Override
        public void release() {
            countRelease();
            decoder.release();
        }
    }
}
