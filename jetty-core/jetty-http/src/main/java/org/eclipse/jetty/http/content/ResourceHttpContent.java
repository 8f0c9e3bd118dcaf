package org.eclipse.jetty.http.content;

import java.nio.charset.Charset;
import java.time.Instant;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.http.DateGenerator;
import org.eclipse.jetty.http.EtagUtils;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.IOResources;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** The content of a resource, read again each time it is sent. Thread-safe. */
public class ResourceHttpContent implements HttpContent {
    private final Resource resource;
    private final ByteBufferPool.Sized pool;
    private final @Nullable HttpField contentType;
    private final MimeTypes.@Nullable Type mimeType;
    private final @Nullable String characterEncoding;

    public ResourceHttpContent(Resource resource, String contentType) {
        this(resource, contentType, ByteBufferPool.SIZED_NON_POOLING);
    }

    /** Content that is read through buffers of a pool. */
    public ResourceHttpContent(
            Resource resource, @Nullable String contentType, ByteBufferPool.@Nullable Sized bufferPool) {
        this.resource = Objects.requireNonNull(resource, "resource");
        this.pool = bufferPool == null ? ByteBufferPool.SIZED_NON_POOLING : bufferPool;
        if (contentType == null) {
            this.contentType = null;
            this.mimeType = null;
            this.characterEncoding = null;
        } else {
            HttpField field = new HttpField(HttpHeader.CONTENT_TYPE, contentType);
            MimeTypes.Type known = MimeTypes.getMimeTypeFromContentType(field);
            this.contentType = known != null && known.is(contentType)
                    ? known.getContentTypeField()
                    : new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, contentType);
            this.mimeType = known;
            Charset charset = known != null ? known.getCharset() : null;
            this.characterEncoding =
                    charset != null ? charset.name() : MimeTypes.getCharsetFromContentType(contentType);
        }
    }

    @Override
    public @Nullable HttpField getContentType() {
        return contentType;
    }

    @Override
    public @Nullable HttpField getContentEncoding() {
        return null;
    }

    @Override
    public @Nullable String getCharacterEncoding() {
        return characterEncoding;
    }

    @Override
    public MimeTypes.@Nullable Type getMimeType() {
        return mimeType;
    }

    @Override
    public Instant getLastModifiedInstant() {
        return resource.lastModified();
    }

    @Override
    public @Nullable HttpField getLastModified() {
        Instant modified = getLastModifiedInstant();
        return modified == null || Instant.EPOCH.equals(modified)
                ? null
                : new HttpField(HttpHeader.LAST_MODIFIED, DateGenerator.formatDate(modified));
    }

    @Override
    public @Nullable HttpField getETag() {
        return EtagUtils.createWeakEtagField(resource);
    }

    @Override
    public @Nullable HttpField getContentLength() {
        long length = getContentLengthValue();
        return length < 0 ? null : new HttpField.LongValueHttpField(HttpHeader.CONTENT_LENGTH, length);
    }

    @Override
    public long getContentLengthValue() {
        return resource.isDirectory() ? -1 : resource.length();
    }

    @Override
    public Resource getResource() {
        return resource;
    }

    @Override
    public void writeTo(Content.Sink sink, long offset, long length, Callback callback) {
        IOResources.copy(resource, sink, pool, offset, length, callback);
    }

    @Override
    public Set<CompressedContentFormat> getPreCompressedContentFormats() {
        return Collections.emptySet();
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + resource + "]";
    }
}
