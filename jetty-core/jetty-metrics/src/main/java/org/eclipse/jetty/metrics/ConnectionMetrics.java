package org.eclipse.jetty.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;

/** Counts the connections of all connectors, by class, and handshakes of TLS. Thread-safe. */
final class ConnectionMetrics implements Connection.Listener, SslHandshakeListener {
    private final Map<String, OfKind> kinds = new ConcurrentHashMap<>();
    private final LongAdder handshakes = new LongAdder();
    private final LongAdder failedHandshakes = new LongAdder();
    private final LongAdder bytesIn = new LongAdder();
    private final LongAdder bytesOut = new LongAdder();

    private static final class OfKind {
        private final LongAdder opened = new LongAdder();
        private final LongAdder closed = new LongAdder();
    }

    private OfKind of(Connection connection) {
        // the classes of connections are few, and not chosen by clients
        String type = connection.getClass().getSimpleName();
        OfKind kind = kinds.get(type);
        return kind != null ? kind : kinds.computeIfAbsent(type, key -> new OfKind());
    }

    @Override
    public void onOpened(Connection connection) {
        of(connection).opened.increment();
    }

    @Override
    public void onClosed(Connection connection) {
        of(connection).closed.increment();
        bytesIn.add(Math.max(0, connection.getBytesIn()));
        bytesOut.add(Math.max(0, connection.getBytesOut()));
    }

    @Override
    public void handshakeSucceeded(Event event) {
        handshakes.increment();
    }

    @Override
    public void handshakeFailed(Event event, Throwable failure) {
        failedHandshakes.increment();
    }

    void collect(Snapshots snapshots) {
        Snapshots.Family opened = snapshots.counter("jetty_connections", "The connections that were opened, by kind.");
        Snapshots.Family open = snapshots.gauge("jetty_connections_open", "The connections that are open, by kind.");
        kinds.forEach((kind, counts) -> {
            long closed = counts.closed.sum();
            long all = counts.opened.sum();
            opened.point(all, "kind", kind);
            open.point(Math.max(0, all - closed), "kind", kind);
        });
        Snapshots.Family bytes =
                snapshots.counter("jetty_connection_bytes", "The bytes of connections that were closed.");
        bytes.point(bytesIn.sum(), "direction", "received");
        bytes.point(bytesOut.sum(), "direction", "sent");
        Snapshots.Family tls = snapshots.counter("jetty_tls_handshakes", "The handshakes of TLS, by result.");
        tls.point(handshakes.sum(), "result", "succeeded");
        tls.point(failedHandshakes.sum(), "result", "failed");
    }
}
