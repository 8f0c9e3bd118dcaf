package org.eclipse.jetty.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/** Content of a file. It can be sent again. */
public class PathRequestContent extends ContentSourceRequestContent {
    public PathRequestContent(Path file) throws IOException {
        this("application/octet-stream", file);
    }

    /** @param bufferSize the most bytes of a piece */
    public PathRequestContent(Path file, int bufferSize) throws IOException {
        this("application/octet-stream", file, bufferSize);
    }

    public PathRequestContent(String contentType, Path file) throws IOException {
        this(contentType, file, (ByteBufferPool.Sized) null);
    }

    public PathRequestContent(String contentType, Path file, int bufferSize) throws IOException {
        this(contentType, file, new ByteBufferPool.Sized(null, true, bufferSize));
    }

    public PathRequestContent(String contentType, Path file, ByteBufferPool bufferPool) throws IOException {
        this(contentType, file, new ByteBufferPool.Sized(bufferPool));
    }

    public PathRequestContent(String contentType, Path file, ByteBufferPool.@Nullable Sized bufferPool)
            throws IOException {
        super(source(file, bufferPool), contentType);
    }

    private static Content.Source source(Path file, ByteBufferPool.@Nullable Sized bufferPool) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new NoSuchFileException(file.toString());
        }
        if (!Files.isReadable(file)) {
            throw new AccessDeniedException(file.toString());
        }
        try {
            return Content.Source.from(bufferPool, file);
        } catch (UncheckedIOException x) {
            throw x.getCause();
        }
    }
}
