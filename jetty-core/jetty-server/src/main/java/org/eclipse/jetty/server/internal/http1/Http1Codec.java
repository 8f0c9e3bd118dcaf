package org.eclipse.jetty.server.internal.http1;

import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * What an HTTP/1.1 connection needs while it has something to do: input and output, and what they remember of the request
 * before. Nothing of it is seen by applications.
 *
 * <p>A connection gives its codec back when it waits for its next request, and takes one when bytes come
 * ({@link Http1CodecPool}), so that thousands of connections need no more than the few that are busy. What the parser remembers
 * stays, for clients resemble each other.
 *
 * <p>Confined to the connection that has it.
 */
final class Http1Codec {
    final Http1Input input;
    final Http1Output output;
    private final int headerSize;
    private final int headerCacheSize;
    private final HttpCompliance compliance;
    private final UriCompliance uriCompliance;

    /** @param connection the first one that has it */
    Http1Codec(Http1Link connection, ByteBufferPool pool, Scheduler scheduler) {
        headerSize = connection.getRequestHeaderSize();
        headerCacheSize = connection.getHeaderCacheSize();
        compliance = connection.getHttpCompliance();
        uriCompliance = connection.getUriCompliance();
        input = new Http1Input(connection, pool);
        output = new Http1Output(connection, pool, scheduler);
    }

    /** Whether it was made for settings such as these are now. */
    boolean suits(Http1Settings settings) {
        return headerSize == settings.getRequestHeaderSize()
                && headerCacheSize == settings.getHeaderCacheSize()
                && compliance == settings.getHttpCompliance()
                && uriCompliance == settings.getUriCompliance();
    }

    /** Nothing of a request has come, and nothing of a response has to go. */
    boolean isIdle() {
        return input.isIdle() && output.isIdle();
    }

    /** Forgets what a connection that ended left; returns whether another connection may have it. */
    boolean clean() {
        input.clean();
        return output.discard();
    }

    /** Makes it that of a connection; it is idle, or clean. */
    void bind(Http1Link connection) {
        input.bind(connection);
        output.bind(connection);
    }

    /** Lets go of the connection's resources. */
    void unbind() {
        output.unbind();
    }
}
