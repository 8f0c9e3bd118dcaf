package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * The client's side of a TLS connection that keeps no buffer, so that a process can have many of them. Always a full
 * handshake. Confined to one thread at a time.
 */
final class TlsClient implements AutoCloseable {
    private static final int RECORD = 1 << 15;
    private static final SSLContext CONTEXT = context();
    /** What came, what is plain, what goes. */
    private static final ThreadLocal<ByteBuffer[]> BUFFERS = ThreadLocal.withInitial(() ->
            new ByteBuffer[] {ByteBuffer.allocate(RECORD), ByteBuffer.allocate(RECORD), ByteBuffer.allocate(RECORD)});

    private final SocketChannel channel;
    private final SSLEngine engine;

    /** Connects, and makes the handshake with the name that is given. */
    TlsClient(String name, int port) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
        // the request goes behind the end of the handshake, and not when that is acknowledged
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        // without the address of the other side no session is taken up again
        engine = CONTEXT.createSSLEngine();
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setServerNames(List.of(new SNIHostName(name)));
        engine.setSSLParameters(parameters);
        handshake();
    }

    private static SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Anybody()}, null);
            return context;
        } catch (GeneralSecurityException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    private void handshake() throws IOException {
        engine.beginHandshake();
        while (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
            wrapHandshake();
            if (engine.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP && !read(new StringBuilder())) {
                throw new IOException("connection ended in the handshake");
            }
        }
    }

    /** Does what the handshake wants before bytes can be read. */
    private void wrapHandshake() throws IOException {
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> engine.getDelegatedTask().run();
                case NEED_WRAP -> wrap(ByteBuffer.allocate(0));
                default -> {
                    return;
                }
            }
        }
    }

    private void wrap(ByteBuffer from) throws IOException {
        ByteBuffer to = BUFFERS.get()[2].clear();
        engine.wrap(from, to);
        to.flip();
        while (to.hasRemaining()) {
            channel.write(to);
        }
    }

    void write(byte[] bytes) throws IOException {
        for (ByteBuffer from = ByteBuffer.wrap(bytes); from.hasRemaining(); ) {
            wrap(from);
        }
    }

    /**
     * Reads what comes next, to the end of a record.
     *
     * @param text gets what is plain of it
     * @return false at the end
     */
    boolean read(StringBuilder text) throws IOException {
        ByteBuffer[] buffers = BUFFERS.get();
        ByteBuffer in = buffers[0].clear();
        ByteBuffer plain = buffers[1].clear();
        if (channel.read(in) < 0) {
            return false;
        }
        in.flip();
        while (in.hasRemaining()) {
            SSLEngineResult result = engine.unwrap(in, plain);
            wrapHandshake();
            switch (result.getStatus()) {
                case CLOSED -> {
                    return false;
                }
                case BUFFER_OVERFLOW -> throw new IOException("more than " + RECORD + " bytes at once");
                case BUFFER_UNDERFLOW -> {
                    in.compact();
                    if (channel.read(in) < 0) {
                        return false;
                    }
                    in.flip();
                }
                default -> {
                    // the next record
                }
            }
        }
        plain.flip();
        text.append(StandardCharsets.ISO_8859_1.decode(plain));
        return true;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Trusts the self-signed certificate of the server under test. */
    private static final class Anybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            throw new UnsupportedOperationException("no clients here");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // what is measured does not depend on it
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
