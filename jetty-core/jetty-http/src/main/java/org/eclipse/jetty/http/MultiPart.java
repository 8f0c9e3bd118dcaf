package org.eclipse.jetty.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.jetty.http.internal.FieldLists;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.jspecify.annotations.Nullable;

/** What the kinds of multipart content have in common: boundaries, parts, and writing them (RFC 2046, section 5.1). */
public final class MultiPart {
    private MultiPart() {}

    /** The boundary parameter of a content type. */
    public static @Nullable String extractBoundary(String contentType) {
        Map<String, String> parameters = new LinkedHashMap<>();
        FieldLists.valueAndParameters(contentType, parameters);
        for (Map.Entry<String, String> e : parameters.entrySet()) {
            String boundary = e.getValue();
            if (e.getKey().equalsIgnoreCase("boundary") && boundary != null && !boundary.isEmpty()) {
                return boundary;
            }
        }
        return null;
    }

    /** A prefix and random letters and digits, 70 characters at most. */
    public static String generateBoundary(@Nullable String prefix, int randomLength) {
        StringBuilder b = new StringBuilder(prefix == null ? "" : prefix);
        for (int i = 0; i < randomLength && b.length() < 70; i++) {
            b.append("abcdefghijklmnopqrstuvwxyz0123456789"
                    .charAt(ThreadLocalRandom.current().nextInt(36)));
        }
        return b.toString();
    }

    /** A part: fields and content, which can be read again and again unless a subclass says otherwise. */
    public abstract static class Part implements Content.Source.Factory, Closeable {
        private final @Nullable String name;
        private final @Nullable String fileName;
        private final HttpFields headers;

        protected Part(@Nullable String name, @Nullable String fileName, @Nullable HttpFields headers) {
            this.name = name;
            this.fileName = fileName;
            this.headers = headers == null ? HttpFields.EMPTY : headers;
        }

        public @Nullable String getName() {
            return name;
        }

        /** The file name as it was sent, or null; it may be a path that leads anywhere. */
        public @Nullable String getFileName() {
            return fileName;
        }

        public HttpFields getHeaders() {
            return headers;
        }

        /** The length, or -1. */
        public abstract long getLength();

        /** The content from its beginning. */
        public Content.Source newContentSource() {
            return newContentSource(null, 0, -1);
        }

        /** So many bytes of the content from an offset on, -1 for all that follow. */
        @Override
        public abstract Content.Source newContentSource(ByteBufferPool.@Nullable Sized pool, long offset, long length);

        /** The content as text of the charset that its type names, else of the one given, else of UTF-8. */
        public String getContentAsString(@Nullable Charset defaultCharset) {
            Charset charset = MimeTypes.getCharsetFromContentType(headers.getField(HttpHeader.CONTENT_TYPE));
            if (charset == null) {
                charset = defaultCharset == null ? StandardCharsets.UTF_8 : defaultCharset;
            }
            try {
                return Content.Source.asString(newContentSource(), charset);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Writes the content to a file, replacing it. */
        public void writeTo(Path path) throws IOException {
            try (OutputStream out = Files.newOutputStream(path);
                    InputStream in = Content.Source.asInputStream(newContentSource())) {
                in.transferTo(out);
            }
        }

        /** Deletes the file of the content, if there is one. */
        public void delete() throws IOException {}

        @Override
        public void close() {}

        @Override
        public String toString() {
            return getClass().getSimpleName() + "[" + name + "," + fileName + "," + getLength() + "]";
        }
    }

    /** A part in memory. */
    public static class ByteBufferPart extends Part {
        private final ByteBuffer[] content;
        private final long length;

        public ByteBufferPart(
                @Nullable String name, @Nullable String fileName, HttpFields fields, ByteBuffer... content) {
            super(name, fileName, fields);
            this.content = content.clone();
            long sum = 0;
            for (ByteBuffer buffer : content) {
                sum += buffer.remaining();
            }
            this.length = sum;
        }

        public ByteBufferPart(
                @Nullable String name, @Nullable String fileName, HttpFields fields, List<ByteBuffer> content) {
            this(name, fileName, fields, content.toArray(new ByteBuffer[0]));
        }

        @Override
        public long getLength() {
            return length;
        }

        @Override
        public Content.Source newContentSource(ByteBufferPool.@Nullable Sized pool, long offset, long size) {
            ByteBuffer[] slices = new ByteBuffer[content.length];
            long skip = offset;
            long left = size < 0 ? Math.max(0, length - offset) : size;
            for (int i = 0; i < content.length; i++) {
                ByteBuffer slice = content[i].slice();
                int skipped = (int) Math.min(skip, slice.remaining());
                slice.position(skipped);
                skip -= skipped;
                int taken = (int) Math.min(left, slice.remaining());
                slice.limit(slice.position() + taken);
                left -= taken;
                slices[i] = slice;
            }
            return Content.Source.from(slices);
        }
    }

    /** A part in a file, which is deleted with it unless it has been written elsewhere. */
    public static class PathPart extends Part {
        private Path path;
        private final boolean temporary;
        private final long length;

        /** A part of a file that is not deleted. */
        public PathPart(@Nullable String name, @Nullable String fileName, HttpFields fields, Path path) {
            this(name, fileName, fields, path, false);
        }

        PathPart(@Nullable String name, @Nullable String fileName, HttpFields fields, Path path, boolean temporary) {
            super(name, fileName, fields);
            this.path = path;
            this.temporary = temporary;
            try {
                this.length = Files.size(path);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        public Path getPath() {
            return path;
        }

        @Override
        public long getLength() {
            return length;
        }

        @Override
        public Content.Source newContentSource(ByteBufferPool.@Nullable Sized pool, long offset, long size) {
            return Content.Source.from(pool == null ? ByteBufferPool.SIZED_NON_POOLING : pool, path, offset, size);
        }

        @Override
        public void writeTo(Path to) throws IOException {
            if (temporary) {
                path = Files.move(path, to, StandardCopyOption.REPLACE_EXISTING);
            } else {
                Files.copy(path, to, StandardCopyOption.REPLACE_EXISTING);
            }
        }

        @Override
        public void delete() throws IOException {
            Files.deleteIfExists(path);
        }

        @Override
        public void close() {
            if (!temporary || !path.getFileName().toString().startsWith(MultiPartFormData.FILE_PREFIX)) {
                return;
            }
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A part whose content is read from a source: as a whole, and again only if the source can be rewound. */
    public static class ContentSourcePart extends Part {
        private final Content.Source content;
        private boolean taken;

        public ContentSourcePart(
                @Nullable String name, @Nullable String fileName, HttpFields fields, Content.Source content) {
            super(name, fileName, fields);
            this.content = content;
        }

        @Override
        public long getLength() {
            return content.getLength();
        }

        @Override
        public Content.Source newContentSource(ByteBufferPool.@Nullable Sized pool, long offset, long length) {
            if (offset != 0 || length >= 0) {
                throw new IllegalArgumentException("content of part " + getName() + " can be read as a whole only");
            }
            if (taken && !content.rewind()) {
                throw new IllegalStateException("content of part " + getName() + " has been read");
            }
            taken = true;
            return content;
        }

        /** Returns whether the content can be read, again if it has been. */
        boolean rewind() {
            if (!taken) {
                return true;
            }
            taken = !content.rewind();
            return !taken;
        }
    }

    /** Multipart content to be sent: parts between boundaries. Confined to its reader. */
    public abstract static class AbstractContentSource implements Content.Source, Closeable {
        private final List<Part> parts = new ArrayList<>();
        private final String boundary;
        /** How many parts have been begun, the last of which has the current content. */
        private int begun;

        private Content.@Nullable Source current;
        private boolean first = true;
        private boolean any;
        private boolean closed;
        private boolean complete;
        private long length;
        private volatile @Nullable Throwable failure;

        protected AbstractContentSource(String boundary) {
            if (boundary.isEmpty() || boundary.length() > 70) {
                throw new IllegalArgumentException("boundary '" + boundary + "' (expected: 1 to 70 characters)");
            }
            this.boundary = boundary.startsWith("--") ? boundary.substring(2) : boundary;
            // the delimiter of the end
            this.length = this.boundary.length() + 6;
        }

        public String getBoundary() {
            return boundary;
        }

        /** Adds a part; false after close(). */
        public boolean addPart(Part part) {
            if (closed || failure != null) {
                return false;
            }
            long partLength = part.getLength();
            length = length < 0 || partLength < 0 ? -1 : length + head(part, !any).length + partLength;
            any = true;
            parts.add(part);
            return true;
        }

        /** No part will be added any more. */
        @Override
        public void close() {
            closed = true;
        }

        @Override
        public long getLength() {
            return !closed || length < 0 ? -1 : any ? length + 2 : length;
        }

        private byte[] head(Part part, boolean leading) {
            StringBuilder b = new StringBuilder();
            if (!leading) {
                b.append("\r\n");
            }
            return b.append("--")
                    .append(boundary)
                    .append("\r\n")
                    .append(customizePartHeaders(part).asString())
                    .toString()
                    .getBytes(StandardCharsets.UTF_8);
        }

        /** The fields to send with a part. */
        protected HttpFields customizePartHeaders(Part part) {
            return part.getHeaders();
        }

        @Override
        public Content.@Nullable Chunk read() {
            Throwable known = failure;
            if (known != null) {
                return Content.Chunk.from(known, true);
            }
            if (complete) {
                return Content.Chunk.EOF;
            }
            while (true) {
                if (current != null) {
                    Content.Chunk chunk = current.read();
                    if (chunk == null) {
                        return null;
                    }
                    Throwable cause = chunk.getFailure();
                    if (cause != null) {
                        failure = cause;
                        return Content.Chunk.from(cause, true);
                    }
                    if (!chunk.isLast()) {
                        return chunk;
                    }
                    current = null;
                    if (!chunk.hasRemaining()) {
                        chunk.release();
                        continue;
                    }
                    return Content.Chunk.asChunk(chunk.getByteBuffer(), false, chunk);
                }
                if (begun == parts.size()) {
                    if (!closed) {
                        throw new IllegalStateException("read() before close()");
                    }
                    complete = true;
                    String end = (first ? "" : "\r\n") + "--" + boundary + "--\r\n";
                    return Content.Chunk.from(ByteBuffer.wrap(end.getBytes(StandardCharsets.UTF_8)), true);
                }
                Part part = parts.get(begun++);
                current = part.newContentSource();
                ByteBuffer head = ByteBuffer.wrap(head(part, first));
                first = false;
                return Content.Chunk.from(head, false);
            }
        }

        @Override
        public void demand(Runnable demandCallback) {
            if (current != null) {
                current.demand(demandCallback);
            } else {
                demandCallback.run();
            }
        }

        @Override
        public void fail(Throwable x) {
            failure = x;
            if (current != null) {
                current.fail(x);
            }
            parts.subList(begun, parts.size()).forEach(Part::close);
            parts.clear();
            begun = 0;
        }

        /** Begins again, unless it has failed, or a part has been begun whose source cannot be rewound. */
        @Override
        public boolean rewind() {
            if (failure != null) {
                return false;
            }
            for (Part part : parts.subList(0, begun)) {
                if (part instanceof ContentSourcePart once && !once.rewind()) {
                    return false;
                }
            }
            Content.Source abandoned = current;
            if (abandoned != null && !(parts.get(begun - 1) instanceof ContentSourcePart)) {
                abandoned.fail(new EofException("read again from the beginning"));
            }
            current = null;
            begun = 0;
            first = true;
            complete = false;
            return true;
        }
    }
}
