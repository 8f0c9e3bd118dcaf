package org.eclipse.jetty.http.content;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.IOResources;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.Resources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps small content and its fields in memory, and that there is nothing at a path, within limits of number and bytes; the
 * least recently used goes first.
 *
 * <p>A buffer is retained by the cache and by each write under way, so content that leaves the cache is sent to its end.
 * Thread-safe.
 */
public class CachingHttpContentFactory implements HttpContent.Factory {
    private static final Logger LOG = LoggerFactory.getLogger(CachingHttpContentFactory.class);
    private static final int DEFAULT_MAX_CACHED_FILE_SIZE = 128 * 1024 * 1024;
    private static final int DEFAULT_MAX_CACHED_FILES = 2048;
    private static final long DEFAULT_MAX_CACHE_SIZE = 256L * 1024 * 1024;
    /** The part of the paths that is removed at once when there are too many. */
    private static final int SPARE = 16;

    private final HttpContent.Factory authority;
    private final ByteBufferPool.Sized pool;
    private final ConcurrentMap<String, CachingHttpContent> cache = new ConcurrentHashMap<>();
    private final AtomicLong cachedSize = new AtomicLong();
    private final AtomicInteger shrinking = new AtomicInteger();
    private volatile int maxCachedFileSize = DEFAULT_MAX_CACHED_FILE_SIZE;
    private volatile int maxCachedFiles = DEFAULT_MAX_CACHED_FILES;
    private volatile long maxCacheSize = DEFAULT_MAX_CACHE_SIZE;

    public CachingHttpContentFactory(HttpContent.Factory authority, ByteBufferPool.@Nullable Sized bufferPool) {
        this.authority = Objects.requireNonNull(authority, "authority");
        this.pool = bufferPool != null ? bufferPool : ByteBufferPool.SIZED_NON_POOLING;
    }

    protected ConcurrentMap<String, CachingHttpContent> getCache() {
        return cache;
    }

    /** The bytes of content in memory. */
    public long getCachedSize() {
        return cachedSize.get();
    }

    public int getCachedFiles() {
        return cache.size();
    }

    public int getMaxCachedFileSize() {
        return maxCachedFileSize;
    }

    public void setMaxCachedFileSize(int maxCachedFileSize) {
        this.maxCachedFileSize = maxCachedFileSize;
        shrink();
    }

    public long getMaxCacheSize() {
        return maxCacheSize;
    }

    public void setMaxCacheSize(long maxCacheSize) {
        this.maxCacheSize = maxCacheSize;
        shrink();
    }

    public int getMaxCachedFiles() {
        return maxCachedFiles;
    }

    /** The number of paths to remember, found or not found. */
    public void setMaxCachedFiles(int maxCachedFiles) {
        this.maxCachedFiles = maxCachedFiles;
        shrink();
    }

    /**
     * Removes what was least recently used until the limits hold, and some paths more, so that not each new path has all of them
     * looked at; one thread at a time is enough.
     */
    private void shrink() {
        boolean removed = true;
        // what others are about to read counts, and cannot be removed
        while (removed && isOver(maxCachedFiles) && shrinking.compareAndSet(0, 1)) {
            removed = false;
            try {
                List<CachingHttpContent> entries = new ArrayList<>(cache.values());
                List<Aged> aged = new ArrayList<>(entries.size());
                long now = System.nanoTime();
                for (CachingHttpContent entry : entries) {
                    aged.add(new Aged(now - entry.getLastAccessedNanos(), entry));
                }
                aged.sort(Comparator.comparingLong(Aged::age).reversed());
                for (Aged oldest : aged) {
                    if (!isOver(maxCachedFiles - maxCachedFiles / SPARE)) {
                        break;
                    }
                    removeFromCache(oldest.entry);
                    removed = true;
                }
            } finally {
                shrinking.set(0);
            }
        }
    }

    private record Aged(long age, CachingHttpContent entry) {}

    private boolean isOver(int files) {
        return cache.size() > files || cachedSize.get() > maxCacheSize;
    }

    protected void removeFromCache(CachingHttpContent content) {
        if (!cache.remove(content.getKey(), content)) {
            return;
        }
        if (content.getContentLengthValue() > 0 && content instanceof CachedHttpContent) {
            cachedSize.addAndGet(-content.getContentLengthValue());
        }
        content.release();
    }

    public void flushCache() {
        for (CachingHttpContent content : cache.values()) {
            removeFromCache(content);
        }
    }

    /** Whether content may be kept: null for nothing found. */
    protected boolean isCacheable(@Nullable HttpContent content) {
        if (content == null) {
            return true;
        }
        if (maxCachedFiles <= 0) {
            return false;
        }
        Resource resource = content.getResource();
        long length = content.getContentLengthValue();
        if (resource == null || resource.isDirectory() || length < 0) {
            return false;
        }
        return length <= maxCachedFileSize && length <= maxCacheSize && length <= Integer.MAX_VALUE;
    }

    @Override
    public @Nullable HttpContent getContent(String path) throws IOException {
        CachingHttpContent cached = cache.get(path);
        if (cached != null) {
            cached.setLastAccessedNanos(System.nanoTime());
            if (cached.isValid()) {
                return cached instanceof NotFoundHttpContent ? null : cached;
            }
            removeFromCache(cached);
        }
        HttpContent content = authority.getContent(path);
        if (!isCacheable(content)) {
            return content;
        }
        long length = content == null ? 0 : content.getContentLengthValue();
        // others fill the memory at this moment: this one is sent from its file
        if (!reserve(length)) {
            return content;
        }
        boolean kept = false;
        try {
            CachingHttpContent made = content == null ? newNotFoundContent(path) : newCachedContent(path, content);
            if (made == null) {
                return content;
            }
            CachingHttpContent other = cache.putIfAbsent(path, made);
            if (other != null) {
                // another thread was first
                made.release();
                return other instanceof NotFoundHttpContent ? null : other;
            }
            kept = true;
            if (length > 0 && !(made instanceof CachedHttpContent)) {
                cachedSize.addAndGet(-length);
            }
            shrink();
            return content == null ? null : made;
        } catch (RuntimeException x) {
            // the file has changed meanwhile, or is gone
            LOG.debug("could not keep {}", path, x);
            return content != null && Resources.exists(content.getResource()) ? content : null;
        } finally {
            if (!kept && length > 0) {
                cachedSize.addAndGet(-length);
            }
        }
    }

    /** Makes room before content is read, so that memory is bounded while many are read at a time. */
    private boolean reserve(long length) {
        if (length <= 0 || cachedSize.addAndGet(length) <= maxCacheSize) {
            return true;
        }
        shrink();
        if (cachedSize.get() <= maxCacheSize) {
            return true;
        }
        cachedSize.addAndGet(-length);
        return false;
    }

    protected CachingHttpContent newCachedContent(String path, HttpContent content) {
        return new CachedHttpContent(path, content);
    }

    protected CachingHttpContent newNotFoundContent(String path) {
        return new NotFoundHttpContent(path);
    }

    /** Content in the cache. */
    public interface CachingHttpContent extends HttpContent {
        long getLastAccessedNanos();

        void setLastAccessedNanos(long nanosTime);

        String getKey();

        boolean isValid();

        /** The cache does not hold it any more. */
        void release();
    }

    /** Content in memory with its fields made once. */
    protected class CachedHttpContent extends HttpContent.Wrapper implements CachingHttpContent {
        private final String key;
        private final RetainableByteBuffer buffer;
        private final @Nullable HttpField etag;
        private final HttpField contentLength;
        private final @Nullable HttpField lastModified;
        private final @Nullable Instant lastModifiedInstant;
        private final long length;
        private final Set<CompressedContentFormat> formats;
        private volatile long lastAccessed = System.nanoTime();

        public CachedHttpContent(String key, HttpContent content) {
            super(content);
            this.key = key;
            this.etag = content.getETag();
            this.length = content.getContentLengthValue();
            this.contentLength = new PreEncodedHttpField(HttpHeader.CONTENT_LENGTH, length);
            HttpField modified = content.getLastModified();
            this.lastModified =
                    modified == null ? null : new PreEncodedHttpField(HttpHeader.LAST_MODIFIED, modified.getValue());
            this.lastModifiedInstant = content.getLastModifiedInstant();
            this.formats = content.getPreCompressedContentFormats();
            this.buffer = IOResources.toRetainableByteBuffer(Objects.requireNonNull(content.getResource(), key), pool);
            if (buffer.remaining() != length) {
                int read = buffer.remaining();
                buffer.release();
                throw new UncheckedIOException(
                        new IOException("read " + read + " bytes of " + length + ": " + content.getResource()));
            }
        }

        @Override
        public long getLastAccessedNanos() {
            return lastAccessed;
        }

        @Override
        public void setLastAccessedNanos(long nanosTime) {
            lastAccessed = nanosTime;
        }

        @Override
        public String getKey() {
            return key;
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public boolean exists() {
            return true;
        }

        @Override
        public boolean isDirectory() {
            return false;
        }

        @Override
        public void writeTo(Content.Sink sink, long offset, long size, Callback callback) {
            if (!retain()) {
                getWrapped().writeTo(sink, offset, size, callback);
                return;
            }
            try {
                ByteBuffer all = buffer.getByteBuffer();
                long rest = all.remaining() - offset;
                if (offset < 0 || rest < 0 || size > rest) {
                    throw new IllegalArgumentException(
                            "range " + offset + "+" + size + " of " + all.remaining() + " bytes");
                }
                int from = all.position() + (int) offset;
                sink.write(
                        true,
                        all.slice(from, (int) (size < 0 ? rest : size)),
                        Callback.from(buffer::release, callback));
            } catch (Throwable x) {
                buffer.release();
                callback.failed(x);
            }
        }

        /** False when the cache has let go of the buffer in the meantime. */
        private boolean retain() {
            try {
                buffer.retain();
                return true;
            } catch (IllegalStateException e) {
                return false;
            }
        }

        @Override
        public void release() {
            buffer.release();
        }

        @Override
        public Set<CompressedContentFormat> getPreCompressedContentFormats() {
            return formats;
        }

        @Override
        public @Nullable HttpField getETag() {
            return etag;
        }

        @Override
        public HttpField getContentLength() {
            return contentLength;
        }

        @Override
        public long getContentLengthValue() {
            return length;
        }

        @Override
        public @Nullable Instant getLastModifiedInstant() {
            return lastModifiedInstant;
        }

        @Override
        public @Nullable HttpField getLastModified() {
            return lastModified;
        }
    }

    /** That there is nothing at a path. */
    protected static class NotFoundHttpContent implements CachingHttpContent {
        private final String key;
        private volatile long lastAccessed = System.nanoTime();

        public NotFoundHttpContent(String key) {
            this.key = key;
        }

        @Override
        public String getKey() {
            return key;
        }

        @Override
        public long getLastAccessedNanos() {
            return lastAccessed;
        }

        @Override
        public void setLastAccessedNanos(long nanosTime) {
            lastAccessed = nanosTime;
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public void release() {}

        @Override
        public @Nullable HttpField getContentType() {
            return null;
        }

        @Override
        public @Nullable HttpField getContentEncoding() {
            return null;
        }

        @Override
        public @Nullable HttpField getContentLength() {
            return null;
        }

        @Override
        public @Nullable HttpField getLastModified() {
            return null;
        }

        @Override
        public @Nullable HttpField getETag() {
            return null;
        }

        @Override
        public @Nullable String getCharacterEncoding() {
            return null;
        }

        @Override
        public MimeTypes.@Nullable Type getMimeType() {
            return null;
        }

        @Override
        public @Nullable Instant getLastModifiedInstant() {
            return null;
        }

        @Override
        public long getContentLengthValue() {
            return -1;
        }

        @Override
        public @Nullable Resource getResource() {
            return null;
        }

        @Override
        public void writeTo(Content.Sink sink, long offset, long length, Callback callback) {
            callback.failed(new IOException("nothing found at " + key));
        }

        @Override
        public Set<CompressedContentFormat> getPreCompressedContentFormats() {
            return Set.of();
        }
    }
}
