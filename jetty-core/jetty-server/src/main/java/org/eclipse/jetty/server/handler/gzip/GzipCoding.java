package org.eclipse.jetty.server.handler.gzip;

import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.http.coding.ContentCoding;
import org.eclipse.jetty.http.coding.ContentDecoder;
import org.eclipse.jetty.http.coding.ContentEncoder;
import org.eclipse.jetty.http.coding.GzipDecoder;
import org.eclipse.jetty.http.coding.GzipEncoder;
import org.eclipse.jetty.server.internal.coding.CodingPolicy;
import org.jspecify.annotations.Nullable;

/** Gzip as its handler is configured, which is the only coding of that handler. Thread-safe. */
final class GzipCoding implements ContentCoding, CodingPolicy {
    private static final HttpField X_CONTENT_ENCODING = new PreEncodedHttpField("X-Content-Encoding", "gzip");

    private final GzipHandler handler;
    private final ContentCoding[] codings = {this};

    GzipCoding(GzipHandler handler) {
        this.handler = handler;
    }

    @Override
    public String getEncodingName() {
        return GzipHandler.GZIP;
    }

    @Override
    public HttpField getContentEncodingField() {
        return CompressedContentFormat.GZIP.getContentEncoding();
    }

    @Override
    public HttpField getXContentEncodingField() {
        return X_CONTENT_ENCODING;
    }

    @Override
    public String getEtagSuffix() {
        return CompressedContentFormat.GZIP.getEtagSuffix();
    }

    @Override
    public int getMinCompressSize() {
        return handler.getMinGzipSize();
    }

    @Override
    public int getEncoderBufferSize() {
        return 0;
    }

    @Override
    public int getDecoderBufferSize() {
        return handler.getInflateBufferSize();
    }

    @Override
    public ContentEncoder newEncoder() {
        return new GzipEncoder(handler.getDeflaterPool().acquire(), handler.isSyncFlush());
    }

    @Override
    public ContentDecoder newDecoder() {
        return new GzipDecoder(handler.getInflaterPool().acquire());
    }

    @Override
    public ContentCoding[] getCodings() {
        return codings;
    }

    @Override
    public int getPreferred() {
        return 0;
    }

    @Override
    public boolean isMimeTypeIncluded(@Nullable String mimeType) {
        return handler.isMimeTypeDeflatable(mimeType);
    }

    @Override
    public HttpField getVary() {
        return handler.getVary();
    }
}
