package org.eclipse.jetty.server.internal;

import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;

/**
 * What an HTTP/1.1 connection needs while it has something to do: parser, stream, output, channel, and what they remember of
 * the request before.
 *
 * <p>A connection gives its exchange back when it waits for its next request, and takes one when bytes come
 * ({@link Http1Exchanges}), so that thousands of connections need no more than the few that are busy. What the parser remembers
 * stays, for clients resemble each other.
 *
 * <p>Confined to the connection that has it.
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
    private final UriCompliance uriCompliance;
    private final boolean rateLimited;
    private HttpConnection connection;

    Http1Exchange(HttpConfiguration configuration, Connector connector, HttpConnection first) {
        connection = first;
        headerSize = configuration.getRequestHeaderSize();
        headerCacheSize = configuration.getHeaderCacheSize();
        compliance = configuration.getHttpCompliance();
        uriCompliance = configuration.getUriCompliance();
        rateLimited = configuration.getMinResponseDataRate() >= 0;
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
                && uriCompliance == configuration.getUriCompliance()
                && rateLimited == configuration.getMinResponseDataRate() >= 0;
    }

    /** Nothing of a request has come, and nothing of a response has to go. */
    boolean isIdle() {
        return parser.isUntouched() && !parser.isAtEOF() && !output.hasGathered() && !output.isShutdown();
    }

    /** Forgets whatever a connection that ended left in it. */
    void clean() {
        parser.reopen();
        reader.reset();
        output.reopen();
    }

    /** Makes it that of a connection; it is idle, or clean. */
    void bind(HttpConnection next) {
        connection = next;
        reader.rebind();
        channel.bind(next);
    }

    /** Lets go of the connection's resources. */
    void unbind() {
        output.close();
    }
}
