package org.eclipse.jetty.http.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** Maps files of some size into memory; put a cache around it, since a mapping is dear to make. Thread-safe. */
public class FileMappingHttpContentFactory implements HttpContent.Factory {
    private static final int DEFAULT_MIN_FILE_SIZE = 16 * 1024;

    private final HttpContent.Factory factory;
    private final int minFileSize;

    public FileMappingHttpContentFactory(HttpContent.Factory factory) {
        this(factory, DEFAULT_MIN_FILE_SIZE);
    }

    /** Files below a size are left to the factory, as are those of 2 GiB and more. */
    public FileMappingHttpContentFactory(HttpContent.Factory factory, int minFileSize) {
        this.factory = Objects.requireNonNull(factory, "factory");
        this.minFileSize = minFileSize <= 0 ? DEFAULT_MIN_FILE_SIZE : minFileSize;
    }

    @Override
    public @Nullable HttpContent getContent(String path) throws IOException {
        HttpContent content = factory.getContent(path);
        if (content == null) {
            return null;
        }
        Resource resource = content.getResource();
        Path file = resource == null || resource.isDirectory() ? null : resource.getPath();
        long length = content.getContentLengthValue();
        if (file == null
                || length < minFileSize
                || length > Integer.MAX_VALUE
                || file.getFileSystem() != FileSystems.getDefault()) {
            return content;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new Mapped(content, channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
        }
    }

    private static final class Mapped extends HttpContent.Wrapper {
        private final ByteBuffer buffer;
        private final HttpField contentLength;

        private Mapped(HttpContent content, ByteBuffer buffer) {
            super(content);
            this.buffer = buffer;
            this.contentLength = new PreEncodedHttpField(HttpHeader.CONTENT_LENGTH, buffer.remaining());
        }

        @Override
        public void writeTo(Content.Sink sink, long offset, long length, Callback callback) {
            long rest = buffer.remaining() - offset;
            if (offset < 0 || rest < 0 || length > rest) {
                callback.failed(new IllegalArgumentException(
                        "range " + offset + "+" + length + " of " + buffer.remaining() + " bytes"));
                return;
            }
            sink.write(true, buffer.slice((int) offset, (int) (length < 0 ? rest : length)), callback);
        }

        @Override
        public HttpField getContentLength() {
            return contentLength;
        }

        @Override
        public long getContentLengthValue() {
            return buffer.remaining();
        }
    }
}
