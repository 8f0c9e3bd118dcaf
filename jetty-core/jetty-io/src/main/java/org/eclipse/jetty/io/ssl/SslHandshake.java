package org.eclipse.jetty.io.ssl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSession;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far the handshake of a connection is, whether there may be another one, and who is told.
 *
 * <pre>
 * INITIAL --finished--&gt; DONE --hello again, TLS 1.2--&gt; AGAIN --finished--&gt; DONE
 * any --TLS error--&gt; FAILED
 * </pre>
 *
 * <p>Guarded by the lock of the connection, but the state is read, and the listeners are told, without it.
 */
final class SslHandshake {
    private static final Logger LOG = LoggerFactory.getLogger(SslHandshake.class);

    private enum State {
        INITIAL,
        DONE,
        AGAIN,
        FAILED
    }

    private final SslConnection connection;
    private final SSLEngine engine;
    private final long created = System.nanoTime();
    /** Replaced as a whole; most connections have none. */
    private volatile List<SslHandshakeListener> listeners = List.of();

    private volatile State state = State.INITIAL;
    private boolean tls13;
    /** What is known of the client while its handshake goes on: the engine forgets it when that fails. */
    private volatile @Nullable SSLSession unfinished;

    /** Written before the first byte of the application passes. */
    private volatile long nanos = -1;

    private final @Nullable SslContextFactory contextFactory;
    /** What was asked for of the session of the last handshake; null if nothing was. */
    private volatile EndPoint.@Nullable SslSessionData sessionData;

    private boolean againAllowed;
    private int againLimit = -1;

    /** @param contextFactory where the certificates of the other side are taken from; null for the session */
    SslHandshake(SslConnection connection, SSLEngine engine, @Nullable SslContextFactory contextFactory) {
        this.connection = connection;
        this.engine = engine;
        this.contextFactory = contextFactory;
    }

    /** Whether no handshake has finished or failed yet. */
    boolean isInitial() {
        return state == State.INITIAL;
    }

    /** The nanoseconds that the first handshake took; -1 if it has not succeeded. */
    long getNanos() {
        return nanos;
    }

    /** Whether a handshake has finished and none goes on. */
    boolean isDone() {
        return state == State.DONE;
    }

    boolean isAgainAllowed() {
        return againAllowed;
    }

    void setAgainAllowed(boolean allowed) {
        againAllowed = allowed;
    }

    int getAgainLimit() {
        return againLimit;
    }

    void setAgainLimit(int limit) {
        againLimit = limit;
    }

    /** With the lock. */
    void addListener(SslHandshakeListener listener) {
        List<SslHandshakeListener> more = new ArrayList<>(listeners);
        more.add(listener);
        listeners = List.copyOf(more);
    }

    /** With the lock. */
    boolean removeListener(SslHandshakeListener listener) {
        List<SslHandshakeListener> less = new ArrayList<>(listeners);
        boolean removed = less.remove(listener);
        listeners = List.copyOf(less);
        return removed;
    }

    /** Runs what the engine delegates. */
    void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
        if (state == State.INITIAL) {
            SSLSession session = engine.getHandshakeSession();
            if (session != null) {
                unfinished = session;
            }
        }
    }

    /** The name that the client sent (RFC 6066, section 3), of a handshake that has not succeeded; null if it is not known. */
    @Nullable
    String getRequestedName() {
        if (unfinished instanceof ExtendedSSLSession extended) {
            for (SNIServerName name : extended.getRequestedServerNames()) {
                if (name instanceof SNIHostName host) {
                    return host.getAsciiName();
                }
            }
        }
        return null;
    }

    /**
     * Takes note of what the engine said.
     *
     * @param ending whether the connection ends, so that records of a handshake are none of a new one
     * @return whether a handshake has finished
     * @throws SSLHandshakeException if the other side begins another handshake that it may not
     */
    boolean note(SSLEngineResult result, boolean ending) throws SSLException {
        if (result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
            if (nanos < 0) {
                nanos = System.nanoTime() - created;
            }
            state = State.DONE;
            unfinished = null;
            tls13 = "TLSv1.3".equals(engine.getSession().getProtocol());
            sessionData = null;
            return true;
        }
        if (state == State.DONE
                && !tls13
                && result.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING
                && !engine.isInboundDone()
                && !engine.isOutboundDone()
                && !ending) {
            if (!againAllowed || againLimit == 0) {
                throw new SSLHandshakeException("TLS renegotiation refused");
            }
            if (againLimit > 0) {
                againLimit--;
            }
            state = State.AGAIN;
        }
        return false;
    }

    /** The session of the last handshake; null as long as there is none. Without the lock. */
    EndPoint.@Nullable SslSessionData getSessionData() {
        EndPoint.SslSessionData data = sessionData;
        if (data == null && isDone()) {
            data = new SessionData(engine.getSession(), contextFactory);
            sessionData = data;
        }
        return data;
    }

    /** What a record may take at most. */
    int packetSize() {
        SSLSession session = engine.getHandshakeSession();
        return (session == null ? engine.getSession() : session).getPacketBufferSize();
    }

    /** The first handshake has so many milliseconds to be complete, however it is dripped; 0 or less for any time. */
    void checkTime(long timeout) throws SSLException {
        if (timeout > 0
                && state == State.INITIAL
                && System.nanoTime() - created > TimeUnit.MILLISECONDS.toNanos(timeout)) {
            throw new SSLHandshakeException("TLS handshake took more than " + timeout + " ms");
        }
    }

    void fail() {
        state = State.FAILED;
    }

    /** Tells the listeners, the first of which that refuses ends the handshake. Without the lock. */
    void fireSucceeded() throws IOException {
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "{} with {}: {}",
                    engine.getSession().getProtocol(),
                    engine.getSession().getCipherSuite(),
                    connection);
        }
        for (SslHandshakeListener listener : listeners) {
            try {
                listener.handshakeSucceeded(new SslHandshakeListener.Event(connection));
            } catch (IOException | RuntimeException x) {
                LOG.debug("refused by {}: {}", listener, connection, x);
                throw x;
            }
        }
    }

    /** Tells the listeners. Without the lock. */
    void fireFailed(Throwable cause) {
        LOG.debug("TLS handshake failed: {}", connection, cause);
        for (SslHandshakeListener listener : listeners) {
            try {
                listener.handshakeFailed(new SslHandshakeListener.Event(connection), cause);
            } catch (RuntimeException x) {
                LOG.warn("handshake listener {} failed", listener, x);
            }
        }
    }

    @Override
    public String toString() {
        return state.toString();
    }
}
