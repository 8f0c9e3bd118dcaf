package org.eclipse.jetty.server.internal.coding;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.coding.ContentCoding;
import org.eclipse.jetty.http.coding.DecodingSource;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * A request as the handlers below shall see it: with the entity tags that they know, and without a coding that was undone.
 * Thread-safe as far as a request is.
 */
final class CodingRequest extends Request.Wrapper {
    private static final String X_CONTENT_LENGTH = "X-Content-Length";

    private final HttpFields fields;
    private final @Nullable DecodingSource source;

    /** A request with other fields, whose content is decoded unless the coding is null. */
    CodingRequest(Request wrapped, HttpFields fields, @Nullable ContentCoding coding, long maxSize) {
        super(wrapped);
        this.fields = fields;
        this.source = coding == null
                ? null
                : new DecodingSource(
                        wrapped,
                        coding.newDecoder(),
                        wrapped.getComponents().getByteBufferPool(),
                        coding.getDecoderBufferSize(),
                        wrapped.getConnectionMetaData().getHttpConfiguration().isUseInputDirectByteBuffers(),
                        maxSize,
                        wrapped.getComponents().getExecutor());
    }

    /**
     * The fields with entity tags both with and without suffix, and without length and last coding if it is undone.
     *
     * <p>The tags with a suffix stay, for a handler below that has encoded content itself.
     */
    static HttpFields translate(HttpFields headers, @Nullable ContentCoding undone, ContentCoding[] suffixed) {
        HttpFields.Mutable fields = HttpFields.build(headers.size() + 1);
        int lastCoding = -1;
        for (int i = 0; undone != null && i < headers.size(); i++) {
            lastCoding = headers.getField(i).getHeader() == HttpHeader.CONTENT_ENCODING ? i : lastCoding;
        }
        for (int i = 0; i < headers.size(); i++) {
            HttpField field = headers.getField(i);
            HttpHeader header = field.getHeader();
            if (undone != null && i == lastCoding) {
                String codings = field.getValue();
                int comma = codings == null ? -1 : codings.lastIndexOf(',');
                if (codings != null && comma > 0) {
                    fields.add(
                            HttpHeader.CONTENT_ENCODING,
                            codings.substring(0, comma).trim());
                }
                fields.add(undone.getXContentEncodingField());
            } else if (header == HttpHeader.IF_MATCH || header == HttpHeader.IF_NONE_MATCH) {
                fields.add(header, withoutSuffixes(field.getValue(), suffixed));
            } else if (undone != null && header == HttpHeader.CONTENT_LENGTH) {
                fields.add(X_CONTENT_LENGTH, field.getValue());
            } else {
                fields.add(field);
            }
        }
        return fields.asImmutable();
    }

    private static @Nullable String withoutSuffixes(@Nullable String tags, ContentCoding[] suffixed) {
        if (tags == null) {
            return null;
        }
        String stripped = tags;
        for (ContentCoding coding : suffixed) {
            stripped = coding.stripSuffixes(stripped);
        }
        return tags.equals(stripped) ? tags : tags + ", " + stripped;
    }

    @Override
    public HttpFields getHeaders() {
        return fields;
    }

    @Override
    public long getLength() {
        return source == null ? super.getLength() : -1;
    }

    @Override
    public Content.@Nullable Chunk read() {
        return source == null ? super.read() : source.read();
    }

    @Override
    public void demand(Runnable callback) {
        if (source == null) {
            super.demand(callback);
        } else {
            source.demand(callback);
        }
    }

    @Override
    public boolean consumeAvailable() {
        if (source != null) {
            source.discard();
        }
        return super.consumeAvailable();
    }

    @Override
    public void fail(Throwable failure) {
        if (source == null) {
            super.fail(failure);
        } else {
            source.fail(failure);
        }
    }

    /** The request is over. */
    void close() {
        if (source != null) {
            source.cancel(new EofException("the request is complete"));
        }
    }
}
