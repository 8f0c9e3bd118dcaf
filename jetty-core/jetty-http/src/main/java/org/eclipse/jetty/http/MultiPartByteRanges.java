package org.eclipse.jetty.http;

import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.IOResources;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** Several ranges of a representation as multipart/byteranges (RFC 9110, section 14.6). */
public final class MultiPartByteRanges {
    private MultiPartByteRanges() {}

    /** Ranges to be sent. */
    public static class ContentSource extends MultiPart.AbstractContentSource {
        public ContentSource(String boundary) {
            super(boundary);
        }
    }

    /** A range of a resource. */
    public static class Part extends MultiPart.Part {
        private final Resource resource;
        private final ByteRange byteRange;
        private final ByteBufferPool.Sized pool;

        /** A range of a representation of a type and length. */
        public Part(
                @Nullable String contentType,
                Resource resource,
                ByteRange byteRange,
                long contentLength,
                ByteBufferPool.Sized pool) {
            this(headers(contentType, byteRange, contentLength), resource, byteRange, pool);
        }

        public Part(HttpFields headers, Resource resource, ByteRange byteRange, ByteBufferPool.@Nullable Sized pool) {
            super(null, null, headers);
            this.resource = resource;
            this.byteRange = byteRange;
            this.pool = pool == null ? ByteBufferPool.SIZED_NON_POOLING : pool;
        }

        private static HttpFields headers(@Nullable String contentType, ByteRange byteRange, long contentLength) {
            HttpFields.Mutable headers = HttpFields.build(2);
            if (contentType != null) {
                headers.add(HttpHeader.CONTENT_TYPE, contentType);
            }
            return headers.add(HttpHeader.CONTENT_RANGE, byteRange.toHeaderValue(contentLength))
                    .asImmutable();
        }

        @Override
        public long getLength() {
            return byteRange.getLength();
        }

        @Override
        public Content.Source newContentSource(ByteBufferPool.@Nullable Sized bufferPool, long offset, long length) {
            long rest = byteRange.getLength() - offset;
            return IOResources.asContentSource(
                    resource,
                    bufferPool == null ? pool : bufferPool,
                    byteRange.first() + offset,
                    length < 0 ? rest : Math.min(length, rest));
        }
    }
}
