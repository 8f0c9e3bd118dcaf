package org.eclipse.jetty.websocket.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketClose;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketError;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketMessage;
import org.eclipse.jetty.websocket.api.annotations.WebSocket;
import org.eclipse.jetty.websocket.core.server.Bomb;
import org.eclipse.jetty.websocket.core.server.RawClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of 1 MB that would become 1 GB (RFC 7692, section 8). */
class BombTest extends EndpointServer {
    private static final byte[] BOMB = Bomb.ofMebibytes(1024);
    private static final int MANY = 1 << 20;
    private static final int TEXT = 0xc1;
    private static final int BINARY = 0xc2;

    /** Takes whole messages. */
    @WebSocket
    public class Whole {
        @OnWebSocketMessage
        public void text(String message) {
            events.add("text");
        }

        @OnWebSocketMessage
        public void binary(ByteBuffer message, Callback callback) {
            events.add("binary");
            callback.succeed();
        }

        @OnWebSocketError
        public void failed(Throwable cause) {
            events.add("error " + cause.getClass().getSimpleName());
        }

        @OnWebSocketClose
        public void closed(int code, String reason) {
            events.add("close " + code);
        }
    }

    /** Takes parts until it has enough. */
    private class Parts extends Noting {
        private long taken;

        private void take(int count) {
            taken += count;
            if (taken > MANY) {
                throw new IllegalStateException("enough");
            }
        }

        @Override
        public void onWebSocketPartialText(String payload, boolean last) {
            take(payload.length());
        }

        @Override
        public void onWebSocketPartialBinary(ByteBuffer payload, boolean last, Callback callback) {
            take(payload.remaining());
            callback.succeed();
        }
    }

    /** Reads until it has enough. */
    @WebSocket
    public class Streams {
        @OnWebSocketMessage
        public void text(Reader reader) throws IOException {
            for (int i = 0; i <= MANY; i++) {
                reader.read();
            }
            throw new IOException("enough");
        }

        @OnWebSocketMessage
        public void binary(InputStream in) throws IOException {
            in.readNBytes(MANY);
            throw new IOException("enough");
        }

        @OnWebSocketClose
        public void closed(int code, String reason) {
            events.add("close " + code);
        }
    }

    private RawClient open() throws IOException {
        return RawClient.open(port(), false, "/ws", Bomb.FIELD, Bomb.EXTENSION);
    }

    /** The server has decompressed no more than was wanted, and never had much of it at a time. */
    private void assertHarmless(int wanted) {
        assertThat(pool.getAcquiredBytes()).isLessThan(2L * wanted + (2 << 20));
        assertThat(pool.getPeakBytes()).isLessThan(256 * 1024);
    }

    @ParameterizedTest
    @ValueSource(ints = {TEXT, BINARY})
    void wholeMessageIsRefusedBy1009BeforeItIsGathered(int first) throws Exception {
        start(container -> {}, Whole::new);
        try (RawClient client = open()) {
            client.send(first, BOMB);
            assertThat(client.read().code()).isEqualTo(1009);
            awaitEvents("error MessageTooLargeException", "close 1009");
            assertHarmless(64 * 1024);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {TEXT, BINARY})
    void messageInPartsIsDecompressedAsFarAsItIsTaken(int first) throws Exception {
        start(container -> {}, Parts::new);
        try (RawClient client = open()) {
            client.send(first, BOMB);
            assertThat(client.read().code()).isEqualTo(1011);
            awaitEvents("error IllegalStateException", "close 1011");
            assertHarmless(MANY);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {TEXT, BINARY})
    void streamedMessageIsDecompressedAsFarAsItIsRead(int first) throws Exception {
        start(container -> {}, Streams::new);
        try (RawClient client = open()) {
            client.send(first, BOMB);
            assertThat(client.read().code()).isEqualTo(1011);
            client.close(1011);
            awaitEvents("close 1011");
            assertHarmless(MANY);
        }
    }

    @Test
    void allOfItIsTakenInPartsWithLittleMemory() throws Exception {
        start(container -> {}, () -> new Noting() {
            private long taken;

            @Override
            public void onWebSocketPartialBinary(ByteBuffer payload, boolean last, Callback callback) {
                taken += payload.remaining();
                if (last) {
                    events.add("taken " + taken);
                }
                callback.succeed();
            }
        });
        try (RawClient client = open()) {
            client.send(BINARY, BOMB);
            client.close(1000);
            assertThat(client.read().code()).isEqualTo(1000);
            awaitEvents("taken " + (1L << 30), "close 1000");
            assertThat(pool.getPeakBytes()).isLessThan(256 * 1024);
        }
    }
}
