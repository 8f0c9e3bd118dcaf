package org.eclipse.jetty.ee10.websocket.jakarta.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client of the JDK, with what it receives as text. */
final class Peer implements WebSocket.Listener {
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();
    private WebSocket socket;

    private Peer() {}

    /** Connects, with the subprotocols and then names and values of fields. */
    static Peer connect(String uri, String subprotocols, String... headers) {
        Peer peer = new Peer();
        WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder();
        for (int i = 0; i < headers.length; i += 2) {
            builder.header(headers[i], headers[i + 1]);
        }
        if (!subprotocols.isEmpty()) {
            String[] all = subprotocols.split(",");
            builder.subprotocols(all[0], java.util.Arrays.copyOfRange(all, 1, all.length));
        }
        try {
            peer.socket = builder.buildAsync(URI.create(uri), peer)
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException x) {
            if (x.getCause() instanceof WebSocketHandshakeException refused) {
                throw new IllegalStateException(
                        "refused with " + refused.getResponse().statusCode(), x);
            }
            throw x;
        }
        return peer;
    }

    WebSocket socket() {
        return socket;
    }

    Peer send(String message) {
        socket.sendText(message, true).orTimeout(60, TimeUnit.SECONDS).join();
        return this;
    }

    Peer send(byte[] message) {
        socket.sendBinary(ByteBuffer.wrap(message), true)
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
        return this;
    }

    Peer close(int code, String reason) {
        socket.sendClose(code, reason).orTimeout(60, TimeUnit.SECONDS).join();
        return this;
    }

    /** Returns the next message, "close CODE REASON" or "error". */
    String next() throws InterruptedException {
        String next = received.poll(60, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing received");
        }
        return next;
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            received.add(text.toString());
            text.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket webSocket, ByteBuffer data, boolean last) {
        return onText(webSocket, "bytes " + StandardCharsets.UTF_8.decode(data), last);
    }

    @Override
    public CompletionStage<?> onPong(WebSocket webSocket, ByteBuffer message) {
        received.add("pong " + StandardCharsets.UTF_8.decode(message));
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int statusCode, String reason) {
        received.add("close " + statusCode + " " + reason);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        received.add("error " + error);
    }
}
