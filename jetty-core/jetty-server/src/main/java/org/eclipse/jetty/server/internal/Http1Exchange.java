package org.eclipse.jetty.server.internal;

import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;

/**
 * What an HTTP/1.1 connection needs while it has something to do: parser, stream, output, channel, and what they remember of
 * the request before.
 *
 * <p>A connection that waits for its next request parks its exchange, and takes it back when bytes come. Another connection
 * may take it in the meantime ({@link Http1Exchanges}), so that thousands of idle connections need no more than the few that
 * are busy.
 *
 * <pre>
 * in use --park--&gt; parked --unpark by the connection that parked it--&gt; in use
 *                  parked --unpark by the pool, for another connection--&gt; in use, bound to that one
 * </pre>
 *
 * <p>Confined to the connection that uses it; only the parked flag is shared, and publishes the rest.
 */
final class Http1Exchange {
    final HttpParser parser;
    final Http1RequestReader reader;
    final Http1Stream stream;
    final Http1Output output;
    final HttpChannelState channel;
    private final int headerSize;
    private final int headerCacheSize;
    private final HttpCompliance compliance;
    private final boolean rateLimited;
    private final AtomicBoolean parked = new AtomicBoolean();
    private HttpConnection connection;
    private long lastUsed;
    /** Whether the pool knows it; guarded by the pool. */
    boolean pooled;

    Http1Exchange(HttpConfiguration configuration, Connector connector, HttpConnection first) {
        connection = first;
        headerSize = configuration.getRequestHeaderSize();
        headerCacheSize = configuration.getHeaderCacheSize();
        compliance = configuration.getHttpCompliance();
        rateLimited = configuration.getMinResponseDataRate() > 0;
        reader = new Http1RequestReader(this);
        parser = new HttpParser(reader, headerSize, compliance);
        parser.setHeaderCacheSize(headerCacheSize);
        output = new Http1Output(this, connector, configuration);
        stream = new Http1Stream(this);
        channel = new HttpChannelState(first);
    }

    HttpConnection getConnection() {
        return connection;
    }

    /** Whether it was made for a configuration such as this one is now. */
    boolean suits(HttpConfiguration configuration) {
        return headerSize == configuration.getRequestHeaderSize()
                && headerCacheSize == configuration.getHeaderCacheSize()
                && compliance == configuration.getHttpCompliance()
                && rateLimited == configuration.getMinResponseDataRate() > 0;
    }

    /** Nothing of a request has come, and nothing of a response has to go. */
    boolean isIdle() {
        return parser.isUntouched() && !parser.isAtEOF() && !output.hasGathered() && !output.isShutdown();
    }

    void park() {
        lastUsed = parser.getBeginNanoTime();
        output.close();
        parked.setRelease(true);
    }

    /** Takes it out of parking; when false is returned somebody else did. */
    boolean unpark() {
        return parked.compareAndSet(true, false);
    }

    /** Leaves it parked after {@link #unpark()}, because it has become that of another connection. */
    void leaveParked() {
        parked.setRelease(true);
    }

    boolean isParked() {
        return parked.get();
    }

    /** When the last request began; while parked, which it may no longer be when this is read. */
    long getLastUsed() {
        return lastUsed;
    }

    /** Makes it that of another connection, as new; what the parser remembers stays, for clients resemble each other. */
    void bind(HttpConnection next) {
        connection = next;
        parser.reopen();
        reader.reset();
        reader.forgetUri();
        output.reopen();
        channel.bind(next);
    }
}
