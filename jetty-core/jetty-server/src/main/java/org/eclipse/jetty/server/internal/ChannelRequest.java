package org.eclipse.jetty.server.internal;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.Trailers;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Components;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.server.TunnelSupport;
import org.eclipse.jetty.util.Attributes;

/** The request of a channel, recycled with it. Confined to the threads that handle the request, one at a time. */
public final class ChannelRequest implements Request {
    private final HttpChannelState channel;
    private MetaData.Request metaData;
    private Attributes attributes;
    private boolean attributesUsed;
    private long headersNanoTime;
    private HttpFields trailers;
    private long contentBytesRead;
    private String id;

    ChannelRequest(HttpChannelState channel) {
        this.channel = channel;
    }

    void begin(MetaData.Request request, long headersTime) {
        metaData = request;
        headersNanoTime = headersTime;
    }

    void recycle() {
        metaData = null;
        if (attributesUsed) {
            attributes.clearAttributes();
            attributesUsed = false;
        }
        trailers = null;
        contentBytesRead = 0;
        id = null;
    }

    MetaData.Request getMetaData() {
        return metaData;
    }

    HttpChannelState getChannel() {
        return channel;
    }

    public long getContentBytesRead() {
        return contentBytesRead;
    }

    @Override
    public String getId() {
        if (id == null) {
            id = channel.getStream().getId();
        }
        return id;
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
        return channel.getServerContext();
    }

    @Override
    public HttpFields getHeaders() {
        return metaData.getHttpFields();
    }

    @Override
    public HttpFields getTrailers() {
        return trailers;
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
    public Content.Chunk read() {
        Content.Chunk chunk = channel.read();
        if (chunk instanceof Trailers t) {
            trailers = t.getTrailers();
        }
        if (chunk != null) {
            contentBytesRead += chunk.remaining();
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
    public TunnelSupport getTunnelSupport() {
        return channel.getStream().getTunnelSupport();
    }

    @Override
    public void addHttpStreamWrapper(Function<HttpStream, HttpStream> wrapper) {
        channel.wrapStream(wrapper);
    }

    @Override
    public Session getSession(boolean create) {
        return null;
    }

    // attributes are created with the first one, and emptied when the channel is recycled

    private Attributes attributes() {
        if (attributes == null) {
            attributes = new Attributes.Lazy();
        }
        attributesUsed = true;
        return attributes;
    }

    @Override
    public Object setAttribute(String name, Object attribute) {
        return attributes().setAttribute(name, attribute);
    }

    @Override
    public Object removeAttribute(String name) {
        return attributesUsed ? attributes.removeAttribute(name) : null;
    }

    @Override
    public Object getAttribute(String name) {
        return attributesUsed ? attributes.getAttribute(name) : null;
    }

    @Override
    public Set<String> getAttributeNameSet() {
        return attributesUsed ? attributes.getAttributeNameSet() : Set.of();
    }

    @Override
    public Map<String, Object> asAttributeMap() {
        return attributesUsed ? attributes.asAttributeMap() : Map.of();
    }

    @Override
    public void clearAttributes() {
        if (attributesUsed) {
            attributes.clearAttributes();
        }
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
        MetaData.Request request = metaData;
        return "Request@" + Integer.toHexString(hashCode())
                + (request == null ? "{-}" : "{" + request.getMethod() + " " + request.getHttpURI() + "}");
    }
}
