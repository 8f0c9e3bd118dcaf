package org.eclipse.jetty.http.content;

import java.util.Collections;
import java.util.Set;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** The octets of a precompressed variant, described by the content that it is a variant of. Thread-safe. */
public class PreCompressedHttpContent extends HttpContent.Wrapper {
    private final HttpContent content;
    private final CompressedContentFormat format;
    private final @Nullable HttpField etag;

    public PreCompressedHttpContent(
            HttpContent content, HttpContent precompressedContent, CompressedContentFormat format) {
        super(precompressedContent);
        this.content = content;
        this.format = format;
        String plain = content.getETagValue();
        this.etag = plain == null ? null : new PreEncodedHttpField(HttpHeader.ETAG, format.etag(plain));
    }

    @Override
    public @Nullable Resource getResource() {
        return content.getResource();
    }

    @Override
    public @Nullable HttpField getETag() {
        return etag;
    }

    @Override
    public @Nullable HttpField getContentType() {
        return content.getContentType();
    }

    @Override
    public HttpField getContentEncoding() {
        return format.getContentEncoding();
    }

    @Override
    public @Nullable String getCharacterEncoding() {
        return content.getCharacterEncoding();
    }

    @Override
    public MimeTypes.@Nullable Type getMimeType() {
        return content.getMimeType();
    }

    @Override
    public Set<CompressedContentFormat> getPreCompressedContentFormats() {
        return Collections.emptySet();
    }
}
