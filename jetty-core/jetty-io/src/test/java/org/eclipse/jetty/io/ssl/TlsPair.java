package org.eclipse.jetty.io.ssl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** An {@link SslConnection}, its network, the other side and an application that reads: all in the thread of the test, step by step. */
final class TlsPair {
    final Queue<Runnable> tasks = new ArrayDeque<>();
    final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
    final StepEndPoint network = new StepEndPoint();
    final SslConnection connection;
    final SslConnection.SslEndPoint plain;
    final Application application;
    final EnginePeer peer;
    final List<Throwable> handshakes = new ArrayList<>();
    SSLException refusal;

    /**
     * @param server whether the connection is the server's
     * @param peerTrusts whether the other side accepts certificates
     */
    TlsPair(TestKeys keys, boolean server, String protocol, boolean peerTrusts) throws Exception {
        SSLEngine engine = engine(keys.newContext(true), !server, protocol);
        peer = new EnginePeer(engine(keys.newContext(peerTrusts), server, protocol));
        network.setIdleTimeout(0);
        connection = new SslConnection(pool, tasks::add, network, engine);
        plain = connection.getSslEndPoint();
        application = new Application(plain, tasks);
        network.setConnection(connection);
        plain.setConnection(application);
        connection.addHandshakeListener(new Listener());
        connection.onOpen();
    }

    TlsPair(TestKeys keys, boolean server, String protocol) throws Exception {
        this(keys, server, protocol, true);
    }

    private static SSLEngine engine(SSLContext context, boolean client, String protocol) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(client);
        engine.setEnabledProtocols(new String[] {protocol});
        return engine;
    }

    /** Makes the handshake. */
    TlsPair shake() throws IOException {
        if (peer.getEngine().getUseClientMode()) {
            peer.begin();
        } else {
            plain.write(Callback.NOOP, BufferUtil.EMPTY_BUFFER);
        }
        exchange();
        assertThat(handshakes).containsExactly((Throwable) null);
        return this;
    }

    CompletableWrite write(String text) {
        CompletableWrite write = new CompletableWrite();
        plain.write(write, BufferUtil.toBuffer(text));
        return write;
    }

    void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Brings what one side has written to the other one until neither writes. */
    void exchange() {
        exchange(Integer.MAX_VALUE);
    }

    /** @param piece how many bytes each read gets at most */
    void exchange(int piece) {
        boolean moved = true;
        while (moved) {
            notifyAllWaiting();
            byte[] out = network.take();
            for (int from = 0; from < out.length; from += Math.min(piece, out.length - from)) {
                peer.receive(Arrays.copyOfRange(out, from, from + Math.min(piece, out.length - from)));
            }
            byte[] in = peer.take();
            for (int from = 0; from < in.length; from += Math.min(piece, in.length - from)) {
                network.receive(Arrays.copyOfRange(in, from, from + Math.min(piece, in.length - from)));
                notifyAllWaiting();
            }
            moved = out.length + in.length > 0;
        }
    }

    void notifyAllWaiting() {
        do {
            runTasks();
        } while (network.select());
        runTasks();
    }

    void assertNoBufferInUse() {
        assertThat(pool.getLeakCount()).as(pool::dumpLeaks).isZero();
    }

    /** Remembers null for a success, otherwise the failure. */
    private final class Listener implements SslHandshakeListener {
        @Override
        public void handshakeSucceeded(Event event) throws SSLException {
            if (refusal != null) {
                throw refusal;
            }
            handshakes.add(null);
        }

        @Override
        public void handshakeFailed(Event event, Throwable failure) {
            handshakes.add(failure);
        }
    }

    /** Remembers each completion. */
    static final class CompletableWrite implements Callback {
        int succeeded;
        final List<Throwable> failures = new ArrayList<>();

        @Override
        public void succeeded() {
            succeeded++;
        }

        @Override
        public void failed(Throwable x) {
            failures.add(x);
        }
    }

    /** Reads what comes, and waits for more until the end. */
    static final class Application extends AbstractConnection {
        final StringBuilder read = new StringBuilder();
        final List<Throwable> failures = new ArrayList<>();
        int closed;
        boolean ended;
        int bufferSize = 40_000;

        Application(EndPoint endPoint, Queue<Runnable> tasks) {
            super(endPoint, tasks::add);
        }

        @Override
        public void onOpen() {
            super.onOpen();
            fillInterested();
        }

        @Override
        public void onFillable() {
            ByteBuffer buffer = BufferUtil.allocate(bufferSize);
            try {
                int filled = getEndPoint().fill(buffer);
                while (filled > 0) {
                    read.append(BufferUtil.toString(buffer));
                    BufferUtil.clear(buffer);
                    filled = getEndPoint().fill(buffer);
                }
                if (filled < 0) {
                    ended = true;
                } else {
                    fillInterested();
                }
            } catch (IOException x) {
                failures.add(x);
            }
        }

        @Override
        public void onFillInterestedFailed(Throwable cause) {
            failures.add(cause);
        }

        @Override
        public void onClose(Throwable cause) {
            super.onClose(cause);
            closed++;
        }
    }
}
