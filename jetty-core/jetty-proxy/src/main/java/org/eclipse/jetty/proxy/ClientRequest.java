package org.eclipse.jetty.proxy;

import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client of which it is known whether it has content.
 *
 * <p>The head tells that over HTTP/1 (RFC 9112, section 6). Over HTTP/2 content may come without a length, and the first piece, or the
 * end, is read to know; the piece is read again then. Confined to its request.
 */
final class ClientRequest extends Request.Wrapper {
    private final AtomicReference<Content.@Nullable Chunk> first = new AtomicReference<>();
    private final boolean withContent;

    /** @param tunnel whether what follows the head is not content, but bytes of another protocol */
    ClientRequest(Request request, boolean tunnel) {
        super(request);
        withContent = !tunnel && findContent(request);
    }

    private boolean findContent(Request request) {
        HttpVersion version = request.getConnectionMetaData().getHttpVersion();
        long length = request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
        if (length >= 0 || version.getVersion() < HttpVersion.HTTP_2.getVersion()) {
            return length > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
        }
        if (isExpecting()) {
            return true;
        }
        Content.Chunk chunk = request.read();
        if (chunk != null
                && !Content.Chunk.isFailure(chunk)
                && chunk.isLast()
                && !chunk.hasRemaining()
                && !hasTrailers(request)) {
            chunk.release();
            return false;
        }
        if (chunk != null) {
            first.set(chunk);
            Request.addCompletionListener(request, failure -> release());
        }
        return true;
    }

    /** Trailers without content follow empty content: over HTTP/1.1 only chunks can have them. */
    private static boolean hasTrailers(Request request) {
        HttpFields trailers = request.getTrailers();
        return trailers != null && trailers.size() > 0;
    }

    private void release() {
        Content.Chunk chunk = first.getAndSet(null);
        if (chunk != null) {
            chunk.release();
        }
    }

    /** Whether content, or empty content with trailers, follows the head. */
    boolean hasContent() {
        return withContent;
    }

    /** Whether trailers may follow the content: those of HTTP/1.1 follow chunks, and HTTP/2 has them after any content. */
    boolean mayHaveTrailers() {
        return withContent && getLength() < 0;
    }

    /** Whether the client waits for 100 Continue (RFC 9110, section 10.1.1). */
    boolean isExpecting() {
        return getHeaders().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString());
    }

    @Override
    public Content.@Nullable Chunk read() {
        Content.Chunk chunk = first.getAndSet(null);
        return chunk == null ? super.read() : chunk;
    }

    @Override
    public void demand(Runnable demandCallback) {
        if (first.get() == null) {
            super.demand(demandCallback);
        } else {
            demandCallback.run();
        }
    }

    @Override
    public long getLength() {
        return getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
    }
}
