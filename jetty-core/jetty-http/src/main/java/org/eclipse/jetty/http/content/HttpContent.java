package org.eclipse.jetty.http.content;

import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** A representation that can be sent, with the fields that describe it. Thread-safe. */
public interface HttpContent {
    /** Content-Type. */
    @Nullable
    HttpField getContentType();

    /** Content-Encoding. */
    @Nullable
    HttpField getContentEncoding();

    /** Content-Length. */
    @Nullable
    HttpField getContentLength();

    /** Last-Modified. */
    @Nullable
    HttpField getLastModified();

    /** ETag. */
    @Nullable
    HttpField getETag();

    /** The charset's name. */
    @Nullable
    String getCharacterEncoding();

    /** The well-known type. */
    MimeTypes.@Nullable Type getMimeType();

    @Nullable
    Instant getLastModifiedInstant();

    /** The length, or -1. */
    long getContentLengthValue();

    @Nullable
    Resource getResource();

    /** Writes octets from an offset on, so many or, for -1, all that follow, as the last write of the sink. */
    void writeTo(Content.Sink sink, long offset, long length, Callback callback);

    /** The formats of precompressed variants, empty for none. */
    Set<CompressedContentFormat> getPreCompressedContentFormats();

    default @Nullable String getContentTypeValue() {
        HttpField field = getContentType();
        return field == null ? null : field.getValue();
    }

    default @Nullable String getContentEncodingValue() {
        HttpField field = getContentEncoding();
        return field == null ? null : field.getValue();
    }

    default @Nullable String getETagValue() {
        HttpField field = getETag();
        return field == null ? null : field.getValue();
    }

    /** Whether there is something to send or to list; what is cached knows it without a look at the file system. */
    default boolean exists() {
        Resource resource = getResource();
        return resource != null && resource.exists();
    }

    /** Whether this is a directory; what is cached knows it without a look at the file system. */
    default boolean isDirectory() {
        Resource resource = getResource();
        return resource != null && resource.isDirectory();
    }

    /** Finds content by path within a context; null for none. */
    interface Factory {
        @Nullable
        HttpContent getContent(String path) throws IOException;
    }

    /** Content as another one. */
    class Wrapper implements HttpContent {
        private final HttpContent wrapped;

        public Wrapper(HttpContent content) {
            this.wrapped = content;
        }

        public HttpContent getWrapped() {
            return wrapped;
        }

        @Override
        public @Nullable HttpField getContentType() {
            return wrapped.getContentType();
        }

        @Override
        public @Nullable HttpField getContentEncoding() {
            return wrapped.getContentEncoding();
        }

        @Override
        public @Nullable HttpField getContentLength() {
            return wrapped.getContentLength();
        }

        @Override
        public @Nullable HttpField getLastModified() {
            return wrapped.getLastModified();
        }

        @Override
        public @Nullable HttpField getETag() {
            return wrapped.getETag();
        }

        @Override
        public @Nullable String getCharacterEncoding() {
            return wrapped.getCharacterEncoding();
        }

        @Override
        public MimeTypes.@Nullable Type getMimeType() {
            return wrapped.getMimeType();
        }

        @Override
        public @Nullable Instant getLastModifiedInstant() {
            return wrapped.getLastModifiedInstant();
        }

        @Override
        public long getContentLengthValue() {
            return wrapped.getContentLengthValue();
        }

        @Override
        public @Nullable Resource getResource() {
            return wrapped.getResource();
        }

        @Override
        public boolean exists() {
            return wrapped.exists();
        }

        @Override
        public boolean isDirectory() {
            return wrapped.isDirectory();
        }

        @Override
        public void writeTo(Content.Sink sink, long offset, long length, Callback callback) {
            wrapped.writeTo(sink, offset, length, callback);
        }

        @Override
        public Set<CompressedContentFormat> getPreCompressedContentFormats() {
            return wrapped.getPreCompressedContentFormats();
        }

        @Override
        public String toString() {
            return getClass().getSimpleName() + "[" + wrapped + "]";
        }
    }
}
