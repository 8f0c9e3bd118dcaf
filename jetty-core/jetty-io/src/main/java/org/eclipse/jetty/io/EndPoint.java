package org.eclipse.jetty.io;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ReadPendingException;
import java.nio.channels.WritePendingException;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSession;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection: bytes are filled in from it and flushed out to it, never blocking.
 *
 * <pre>
 * fillInterested(callback) -&gt; callback.succeeded(): fill(buffer) until 0, then fillInterested again; -1 is the end
 * write(callback, buffers) -&gt; callback.succeeded(): all is written and the buffers may be used again
 * </pre>
 *
 * <p>At most one fill interest and one write are pending at a time. Both are failed when it is closed.
 */
public interface EndPoint extends Closeable, Content.Sink {
    /** The local address; null if there is none. */
    @Nullable
    SocketAddress getLocalSocketAddress();

    /** The other side's address; null if there is none. */
    @Nullable
    SocketAddress getRemoteSocketAddress();

    boolean isOpen();

    /** When it was created, in milliseconds since 1970. */
    long getCreatedTimeStamp();

    /** The {@link System#nanoTime()} at which it was created; that of a server, at which its connection was accepted. */
    default long getCreatedNanoTime() {
        long age = System.currentTimeMillis() - getCreatedTimeStamp();
        return System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(age);
    }

    /** Tells the other side that nothing follows; it may go on sending. */
    void shutdownOutput();

    boolean isOutputShutdown();

    /** Whether the end of the other side's bytes was read. */
    boolean isInputShutdown();

    /** Closes both directions. */
    @Override
    default void close() {
        close(null);
    }

    /** Closes both directions; pending operations fail with {@code cause}. */
    void close(@Nullable Throwable cause);

    /**
     * Reads bytes behind the content of a buffer.
     *
     * @return the number of bytes, 0 if none are there now, -1 at the end
     */
    int fill(ByteBuffer buffer) throws IOException;

    /**
     * Writes what is possible now, consuming it.
     *
     * @return whether nothing remains
     */
    boolean flush(ByteBuffer... buffers) throws IOException;

    /** What carries the bytes, such as a channel. */
    @Nullable
    Object getTransport();

    /** Milliseconds without traffic after which a pending operation fails or the connection is closed; 0 for never. */
    long getIdleTimeout();

    void setIdleTimeout(long idleTimeout);

    /**
     * Asks to be called once when {@link #fill} has something to tell.
     *
     * @throws ReadPendingException if somebody asked before
     */
    void fillInterested(Callback callback) throws ReadPendingException;

    /** As {@link #fillInterested(Callback)}, returning false if somebody asked before. */
    boolean tryFillInterested(Callback callback);

    boolean isFillInterested();

    /**
     * Takes a callback of {@link #fillInterested(Callback)} back.
     *
     * @return whether it was waiting; it is not completed then, else it was completed or is about to be
     */
    boolean cancelFillInterest(Callback callback);

    /**
     * Writes all of the buffers.
     *
     * @throws WritePendingException if another write is pending
     */
    void write(Callback callback, ByteBuffer... buffers) throws WritePendingException;

    /** Writes all of one buffer; as {@link #write(Callback, ByteBuffer...)}. */
    default void write(Callback callback, ByteBuffer buffer) throws WritePendingException {
        write(callback, new ByteBuffer[] {buffer});
    }

    @Override
    default void write(boolean last, @Nullable ByteBuffer byteBuffer, Callback callback) {
        Callback then = last ? Callback.from(this::shutdownOutput, callback) : callback;
        if (byteBuffer == null) {
            write(then);
        } else {
            write(then, byteBuffer);
        }
    }

    /** Fails the pending write, whose callback is returned to be completed by the caller; null if there is none. */
    @Nullable
    Callback cancelWrite(Throwable cause);

    /** Whether a write waits for the other side to take bytes. */
    default boolean isWritePending() {
        return false;
    }

    @Nullable
    Connection getConnection();

    void setConnection(Connection connection);

    /** Called once it is ready. */
    void onOpen();

    /** Called once it is closed. */
    void onClose(Throwable cause);

    /** Replaces its connection by another one, which takes the bytes that the old one read and did not use. */
    void upgrade(Connection newConnection);

    /**
     * The bytes that the network has taken of all writes so far, those of a write that is pending included; within TLS those of
     * its records. -1 if this endpoint does not count them alone.
     */
    default long getBytesTaken() {
        return -1;
    }

    /** What is known of the TLS session; null without TLS. */
    default @Nullable SslSessionData getSslSessionData() {
        return null;
    }

    default boolean isSecure() {
        return getSslSessionData() != null;
    }

    /** Two endpoints in memory: what one writes the other reads. */
    interface Pipe {
        /** Returns the end of the client. */
        EndPoint getLocalEndPoint();

        /** Returns the end of the server. */
        EndPoint getRemoteEndPoint();
    }

    /** Wraps another endpoint. */
    interface Wrapper {
        EndPoint unwrap();
    }

    /** What is known of a TLS session. */
    interface SslSessionData {
        /** The attribute of a request that holds it. */
        String ATTRIBUTE = "org.eclipse.jetty.io.Endpoint.SslSessionData";

        SSLSession sslSession();

        /** The session id in hexadecimal digits. */
        String sslSessionId();

        String cipherSuite();

        /** The other side's certificates, its own first; null if it sent none. */
        X509Certificate @Nullable [] peerCertificates();

        /** The effective key length of the cipher suite in bits; 0 if unknown. */
        default int keySize() {
            String cipher = cipherSuite();
            if (cipher == null) {
                return 0;
            }
            if (cipher.contains("AES_256") || cipher.contains("CHACHA20")) {
                return 256;
            }
            if (cipher.contains("AES_128")) {
                return 128;
            }
            return cipher.contains("3DES_EDE") ? 168 : 0;
        }

        static SslSessionData from(
                @Nullable SSLSession session,
                @Nullable String sessionId,
                @Nullable String cipherSuite,
                X509Certificate @Nullable [] certificates) {
            return new SslSessionRecord(session, sessionId, cipherSuite, certificates);
        }

        static SslSessionData withCipherSuite(@Nullable SslSessionData data, String cipherSuite) {
            return data == null
                    ? from(null, null, cipherSuite, null)
                    : from(data.sslSession(), data.sslSessionId(), cipherSuite, data.peerCertificates());
        }

        static SslSessionData withSslSessionId(@Nullable SslSessionData data, String sessionId) {
            return data == null
                    ? from(null, sessionId, null, null)
                    : from(data.sslSession(), sessionId, data.cipherSuite(), data.peerCertificates());
        }
    }

    /** The plain holder of {@link SslSessionData}. */
    record SslSessionRecord(
            @Nullable SSLSession sslSession,
            @Nullable String sslSessionId,
            @Nullable String cipherSuite,
            X509Certificate @Nullable [] peerCertificates)
            implements SslSessionData {}
}
