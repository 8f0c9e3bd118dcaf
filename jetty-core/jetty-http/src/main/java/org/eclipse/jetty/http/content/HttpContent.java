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

/** A representation that can be sent, with the fields that describe it. Thread-safe. */
public interface HttpContent {
    /** Content-Type, or null. */
    HttpField getContentType();

    /** Content-Encoding, or null. */
    HttpField getContentEncoding();

    /** Content-Length, or null. */
    HttpField getContentLength();

    /** Last-Modified, or null. */
    HttpField getLastModified();

    /** ETag, or null. */
    HttpField getETag();

    /** The charset's name, or null. */
    String getCharacterEncoding();

    /** The well-known type, or null. */
    MimeTypes.Type getMimeType();

    Instant getLastModifiedInstant();

    /** The length, or -1. */
    long getContentLengthValue();

    Resource getResource();

    /** Writes octets from an offset on, so many or, for -1, all that follow, as the last write of the sink. */
    void writeTo(Content.Sink sink, long offset, long length, Callback callback);

    /** The formats of precompressed variants, empty for none. */
    Set<CompressedContentFormat> getPreCompressedContentFormats();

    default String getContentTypeValue() {
        HttpField field = getContentType();
        return field == null ? null : field.getValue();
    }

    default String getContentEncodingValue() {
        HttpField field = getContentEncoding();
        return field == null ? null : field.getValue();
    }

    default String getETagValue() {
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
        public HttpField getContentType() {
            return wrapped.getContentType();
        }

        @Override
        public HttpField getContentEncoding() {
            return wrapped.getContentEncoding();
        }

        @Override
        public HttpField getContentLength() {
            return wrapped.getContentLength();
        }

        @Override
        public HttpField getLastModified() {
            return wrapped.getLastModified();
        }

        @Override
        public HttpField getETag() {
            return wrapped.getETag();
        }

        @Override
        public String getCharacterEncoding() {
            return wrapped.getCharacterEncoding();
        }

        @Override
        public MimeTypes.Type getMimeType() {
            return wrapped.getMimeType();
        }

        @Override
        public Instant getLastModifiedInstant() {
            return wrapped.getLastModifiedInstant();
        }

        @Override
        public long getContentLengthValue() {
            return wrapped.getContentLengthValue();
        }

        @Override
        public Resource getResource() {
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
