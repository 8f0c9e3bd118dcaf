package org.eclipse.jetty.http2.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.http2.hpack.HpackEncoder;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/**
 * Conversations of a grammar of frames, nearly right, against a server: whatever comes, it answers with frames that can be read, ends
 * the connection, keeps no buffer, and serves others.
 *
 * <p>The system properties {@code fuzz.seconds} and {@code fuzz.seed} are those of the fuzzing of HTTP/1.1.
 */
class Http2FuzzTest extends AbstractHttp2Test {
    private static final int SECONDS = Integer.getInteger("fuzz.seconds", 6);
    private static final long SEED = Long.getLong("fuzz.seed", 9113);
    private static final String[] NAMES = {
        ":method", ":path", ":scheme", ":authority", ":status", "host", "x", "content-length", "te", "cookie", "expect"
    };
    private static final String[] VALUES = {
        "GET",
        "POST",
        "/",
        "http",
        "https",
        "localhost",
        "0",
        "5",
        "trailers",
        "a=b",
        "100-continue",
        "",
        "*",
        "CONNECT"
    };

    private final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
    private SplittableRandom random;
    private HpackEncoder encoder;
    private int next;

    private void serve() throws Exception {
        server = new Server(null, null, pool);
        connector = new ServerConnector(server, 1, 1, http2);
        connector.setIdleTimeout(2_000);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                echo(request, response, callback);
                return true;
            }
        });
        server.start();
    }

    @Test
    void whateverComesTheServerAnswersWithFramesEndsAndServesOthers() throws Exception {
        serve();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS) / 3;
        SplittableRandom seeds = new SplittableRandom(SEED);
        int conversations = 0;
        while (conversations < 200 || System.nanoTime() - end < 0) {
            random = seeds.split();
            byte[] conversation = conversation();
            try {
                talk(conversation);
            } catch (Throwable x) {
                throw new AssertionError("seed " + SEED + ": " + HexFormat.of().formatHex(conversation), x);
            }
            conversations++;
        }
        try (Http2Client client = connect()) {
            int stream = client.request(false, "/", ":method", "POST");
            client.data(stream, true, "still there");
            assertThat(client.await(stream).content).hasToString("still there");
        }
        await().atMost(Duration.ofMinutes(1))
                .until(() -> connector.getConnectedEndPoints().isEmpty());
        server.stop();
        await().untilAsserted(() ->
                assertThat(pool.getLeakCount()).as(pool::dumpLeaks).isZero());
    }

    /** Sends all of it and no more, and reads frames until the server has ended the connection. */
    private void talk(byte[] conversation) throws Exception {
        try (Http2Client client = new Http2Client(new Socket("localhost", connector.getLocalPort()))) {
            client.openWindows = random.nextBoolean();
            int cut = random.nextInt(conversation.length);
            try {
                client.socket.getOutputStream().write(conversation, 0, cut);
                client.socket.getOutputStream().write(conversation, cut, conversation.length - cut);
                client.socket.shutdownOutput();
            } catch (SocketException x) {
                // the server has ended it
            }
            client.out().clear();
            client.readUntil(() -> false);
            assertThat(client.ended).isTrue();
        }
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private String of(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private byte[] conversation() {
        ByteBuffer to = ByteBuffer.allocate(1 << 17);
        encoder = new HpackEncoder(4096);
        next = 1;
        to.put(FrameType.PREFACE.getBytes(StandardCharsets.US_ASCII));
        if (!one(20)) {
            settings(to);
        }
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
            frame(to);
        }
        byte[] bytes = Arrays.copyOf(to.array(), to.position());
        for (int changes = one(2) ? 1 + random.nextInt(3) : 0; changes > 0; changes--) {
            int at = 24 + random.nextInt(bytes.length - 24);
            bytes[at] = (byte) (one(2) ? bytes[at] ^ 1 << random.nextInt(8) : random.nextInt(256));
        }
        return one(10) ? Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length)) : bytes;
    }

    private void frame(ByteBuffer to) {
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> request(to);
            case 3, 4 -> data(to);
            case 5 -> FrameWriter.windowUpdate(to, streamId(), one(4) ? Integer.MAX_VALUE : random.nextInt(70_000));
            case 6 -> FrameWriter.reset(to, streamId(), random.nextInt(15));
            case 7 -> settings(to);
            case 8 -> FrameWriter.ping(to, one(3), random.nextLong());
            case 9 -> raw(to, FrameType.PRIORITY, 0, streamId(), one(5) ? 4 : 5);
            case 10 ->
                raw(to, FrameType.CONTINUATION, one(2) ? FrameType.END_HEADERS : 0, streamId(), random.nextInt(20));
            default -> raw(to, random.nextInt(12), random.nextInt(256), streamId(), random.nextInt(40));
        }
    }

    private int streamId() {
        return one(6) ? random.nextInt(8) : Math.max(0, next - 2 * random.nextInt(3));
    }

    private void raw(ByteBuffer to, int type, int flags, int stream, int length) {
        byte[] payload = new byte[length];
        random.nextBytes(payload);
        FrameWriter.header(to, length, type, flags, stream);
        to.put(payload);
    }

    private void settings(ByteBuffer to) {
        int[] settings = new int[2 * random.nextInt(4)];
        for (int i = 0; i < settings.length; i += 2) {
            settings[i] = random.nextInt(10);
            settings[i + 1] = one(3) ? random.nextInt() : random.nextInt(70_000);
        }
        FrameWriter.settings(to, settings);
    }

    /** A request that is right or has a field wrong, in one frame or several, with its content or without. */
    private void request(ByteBuffer to) {
        encoder.begin();
        field(":method", of("GET", "POST", "POST", "HEAD", "OPTIONS"));
        field(":scheme", "http");
        field(":authority", "localhost");
        field(":path", of("/", "/a?b=c", "/%2e", "/" + "x".repeat(random.nextInt(300))));
        for (int i = random.nextInt(4); i > 0; i--) {
            field(of(NAMES), of(VALUES));
        }
        if (one(20)) {
            field("x-large", "v".repeat(random.nextInt(20_000)));
        }
        boolean end = one(2);
        int stream = one(15) ? streamId() : next;
        next = Math.max(next, stream + 2);
        FrameWriter.headers(
                to, stream, encoder.array(), encoder.length(), one(3) ? 10 + random.nextInt(50) : 16384, end);
        if (!end && one(2)) {
            data(to);
            if (one(2)) {
                encoder.begin();
                field(one(5) ? ":path" : "x-trailer", "t");
                FrameWriter.headers(to, stream, encoder.array(), encoder.length(), 16384, !one(5));
            }
        }
    }

    private void field(String name, String value) {
        encoder.field(new HttpField(name, value));
    }

    private void data(ByteBuffer to) {
        int flags = (one(2) ? FrameType.END_STREAM : 0) | (one(3) ? FrameType.PADDED : 0);
        raw(
                to,
                FrameType.DATA,
                flags,
                one(3) ? streamId() : Math.max(1, next - 2),
                one(10) ? 9_000 : random.nextInt(50));
    }
}
