package org.eclipse.jetty.server.internal;

import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.http.Trailers;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Components;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.RequestPhases;
import org.eclipse.jetty.server.RequestWatch;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.server.TunnelSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The request of a channel, as it came from the network.
 *
 * <p>It belongs to one request for ever: after the end it answers with the data of that request, and content cannot be read.
 * Confined to the threads that handle the request, one after the other.
 */
public final class CoreRequest extends HttpChannelState.ChannelRequest {
    private static final Logger LOG = LoggerFactory.getLogger(CoreRequest.class);

    private final HttpChannelState channel;
    private final MetaData.Request metaData;
    private final long headersNanoTime;
    private @Nullable Received received;
    private @Nullable RequestWatch watch;
    private @Nullable TraceContext trace;
    private boolean inContext;
    private boolean queued;

    CoreRequest(HttpChannelState channel, MetaData.Request metaData, long headersNanoTime) {
        this.channel = channel;
        this.metaData = metaData;
        this.headersNanoTime = headersNanoTime;
    }

    MetaData.Request getMetaData() {
        return metaData;
    }

    HttpChannelState getChannel() {
        return channel;
    }

    /** Where its time goes; null if that is not measured. */
    public @Nullable RequestPhases getPhases() {
        return channel.getPhases();
    }

    /** Whether it waits, or has waited, for a thread since its head was complete. */
    public boolean isQueued() {
        return queued;
    }

    void setQueued() {
        queued = true;
    }

    /** Its place in a distributed trace; null if it has none. */
    public @Nullable TraceContext getTraceContext() {
        return trace;
    }

    /** Sets its place in a distributed trace, null for none. */
    public void setTraceContext(@Nullable TraceContext context) {
        trace = context;
    }

    /** Adds one that watches it. */
    public void watch(RequestWatch added) {
        watch = RequestWatches.of(added, watch);
    }

    /**
     * Tells the request log, and who watches it, that it has ended; what fails of them is logged.
     *
     * @param handled as it was handled
     * @param cause why it failed, if it did
     */
    void ended(@Nullable RequestLog log, Request handled, Response response, @Nullable Throwable cause) {
        if (log != null) {
            try {
                Request logged = getLoggedRequest();
                log.log(logged == null ? handled : logged, response);
            } catch (Throwable x) {
                LOG.warn("request log {} failed", log, x);
            }
        }
        RequestWatch watching = watch;
        if (watching != null) {
            try {
                watching.onEnd(cause);
            } catch (Throwable x) {
                LOG.warn("{} failed", watching, x);
            }
        }
    }

    /**
     * A context is about to handle it.
     *
     * @param version the version of its application; null for one that is not deployed in several versions
     */
    public void onContext(Context context, @Nullable String version) {
        channel.endPhase(RequestPhases.Phase.SERVER);
        RequestWatch watching = watch;
        if (watching != null && !inContext) {
            inContext = true;
            watching.onContext(context.getContextPath(), version);
        }
    }

    public long getContentBytesRead() {
        return received == null ? 0 : received.bytes;
    }

    /** What has been read of the content, of requests that have some. */
    private static final class Received {
        private long bytes;
        private @Nullable HttpFields trailers;
    }

    @Override
    public String getId() {
        return channel.getStream().getId();
    }

    @Override
    public Components getComponents() {
        return channel;
    }

    @Override
    public ConnectionMetaData getConnectionMetaData() {
        return channel.getConnectionMetaData();
    }

    @Override
    public String getMethod() {
        return metaData.getMethod();
    }

    @Override
    public HttpURI getHttpURI() {
        return metaData.getHttpURI();
    }

    @Override
    public Context getContext() {
        return channel.getServer().getContext();
    }

    @Override
    public HttpFields getHeaders() {
        return metaData.getHttpFields();
    }

    @Override
    public @Nullable HttpFields getTrailers() {
        return received == null ? null : received.trailers;
    }

    @Override
    public long getBeginNanoTime() {
        return metaData.getBeginNanoTime();
    }

    @Override
    public long getHeadersNanoTime() {
        return headersNanoTime;
    }

    @Override
    public boolean isSecure() {
        return channel.getConnectionMetaData().isSecure();
    }

    @Override
    public long getLength() {
        return metaData.getContentLength();
    }

    @Override
    public Content.@Nullable Chunk read() {
        Content.Chunk chunk = channel.read();
        if (chunk != null && (chunk.hasRemaining() || chunk instanceof Trailers)) {
            if (received == null) {
                received = new Received();
            }
            received.bytes += chunk.remaining();
            if (chunk instanceof Trailers t) {
                received.trailers = t.getTrailers();
            }
        }
        return chunk;
    }

    @Override
    public void demand(Runnable demandCallback) {
        channel.demand(demandCallback);
    }

    @Override
    public void fail(Throwable failure) {
        channel.failRead(failure);
    }

    @Override
    public boolean consumeAvailable() {
        return channel.consumeAvailable();
    }

    @Override
    public void addIdleTimeoutListener(Predicate<TimeoutException> onIdleTimeout) {
        channel.addIdleTimeoutListener(onIdleTimeout);
    }

    @Override
    public void addFailureListener(Consumer<Throwable> onFailure) {
        channel.addFailureListener(onFailure);
    }

    @Override
    public @Nullable TunnelSupport getTunnelSupport() {
        return channel.getStream().getTunnelSupport();
    }

    @Override
    public void addHttpStreamWrapper(Function<HttpStream, HttpStream> wrapper) {
        channel.wrapStream(wrapper);
    }

    @Override
    public void push(MetaData.Request request) {
        if (channel.isEnded()) {
            throw channel.late("push");
        }
        channel.getStream().push(request);
    }

    @Override
    public @Nullable Session getSession(boolean create) {
        return null;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public String toString() {
        return "Request@" + Integer.toHexString(hashCode()) + "{" + metaData.getMethod() + " " + metaData.getHttpURI()
                + "}";
    }
}
