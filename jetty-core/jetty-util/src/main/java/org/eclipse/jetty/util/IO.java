package org.eclipse.jetty.util;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.CopyOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Properties;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Helps with streams, readers and files. */
public class IO {
    public static final int DEFAULT_BUFFER_SIZE = 32768;
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    public static final String CRLF = "\r\n";
    public static final byte[] CRLF_BYTES = {'\r', '\n'};
    private static final Logger LOG = LoggerFactory.getLogger(IO.class);

    private IO() {}

    public static void copy(InputStream in, OutputStream out) throws IOException {
        copy(in, out, -1);
    }

    /** Copies so many bytes, or all if negative. */
    public static void copy(InputStream in, OutputStream out, long byteCount) throws IOException {
        if (byteCount < 0) {
            in.transferTo(out);
            return;
        }
        byte[] buffer = new byte[(int) Math.min(DEFAULT_BUFFER_SIZE, Math.max(1, byteCount))];
        long left = byteCount;
        while (left > 0) {
            int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (read < 0) {
                return;
            }
            out.write(buffer, 0, read);
            left -= read;
        }
    }

    public static void copy(Reader in, Writer out) throws IOException {
        copy(in, out, -1);
    }

    public static void copy(Reader in, Writer out, long charCount) throws IOException {
        if (charCount < 0) {
            in.transferTo(out);
            return;
        }
        char[] buffer = new char[(int) Math.min(DEFAULT_BUFFER_SIZE, Math.max(1, charCount))];
        long left = charCount;
        while (left > 0) {
            int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (read < 0) {
                return;
            }
            out.write(buffer, 0, read);
            left -= read;
        }
    }

    /** Copies a file or a directory. */
    public static void copy(File from, File to) throws IOException {
        if (from.isDirectory()) {
            copyDir(from, to);
        } else {
            copyFile(from, to);
        }
    }

    public static void copyDir(File from, File to) throws IOException {
        copyDir(from.toPath(), to.toPath());
    }

    public static void copyDir(Path source, Path target) throws IOException {
        copyDir(source, target, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Copies a directory with what is in it, between any two file systems. */
    public static void copyDir(Path source, Path target, CopyOption... options) throws IOException {
        Files.walkFileTree(source, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                ensureDirExists(resolvePath(target, source.relativize(directory)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, resolvePath(target, source.relativize(file)), options);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Resolves a path that may be of another file system. */
    public static Path resolvePath(Path basePath, Path relative) {
        if (relative.isAbsolute()) {
            throw new IllegalArgumentException("not a relative path: " + relative);
        }
        if (basePath.getFileSystem().equals(relative.getFileSystem())) {
            return basePath.resolve(relative);
        }
        Path resolved = basePath;
        for (Path segment : relative) {
            resolved = resolved.resolve(segment.toString());
        }
        return resolved;
    }

    public static void ensureDirExists(Path dir) throws IOException {
        if (Files.exists(dir)) {
            if (!Files.isDirectory(dir)) {
                throw new IOException("Conflict, unable to create directory where file exists: " + dir);
            }
            return;
        }
        Files.createDirectories(dir);
    }

    public static void copyFile(Path srcFile, Path destFile) throws IOException {
        Files.copy(srcFile, destFile, StandardCopyOption.REPLACE_EXISTING);
    }

    public static void copyFile(File from, File to) throws IOException {
        copyFile(from.toPath(), to.toPath());
    }

    /** An IOException, RuntimeException or Error as it is (thrown if it is not an IOException), others wrapped. */
    public static IOException rethrow(@Nullable Throwable cause) {
        if (cause instanceof IOException io) {
            return io;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException runtime) {
            throw runtime;
        }
        if (cause instanceof InterruptedException) {
            InterruptedIOException x = new InterruptedIOException();
            x.initCause(cause);
            return x;
        }
        return new IOException(cause);
    }

    /**
     * Reads a properties file in UTF-8. A byte order mark, which some editors write, is not part of the first name.
     *
     * @throws IllegalArgumentException if an escape sequence is malformed
     */
    public static Properties readProperties(Path file) throws IOException {
        Properties properties = new Properties();
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            reader.mark(1);
            if (reader.read() != BYTE_ORDER_MARK) {
                reader.reset();
            }
            properties.load(reader);
        }
        return properties;
    }

    public static String toString(Path path, Charset charset) throws IOException {
        return Files.readString(path, charset);
    }

    /** The rest of the stream, in UTF-8. */
    public static String toString(InputStream in) throws IOException {
        return toString(in, StandardCharsets.UTF_8);
    }

    public static String toString(InputStream in, @Nullable String encoding) throws IOException {
        return toString(in, encoding == null ? Charset.defaultCharset() : Charset.forName(encoding));
    }

    public static String toString(InputStream in, @Nullable Charset encoding) throws IOException {
        return new String(in.readAllBytes(), encoding == null ? Charset.defaultCharset() : encoding);
    }

    public static String toString(Reader in) throws IOException {
        StringWriter writer = new StringWriter();
        in.transferTo(writer);
        return writer.toString();
    }

    /** Deletes a file, or a directory with what is in it; returns whether nothing is left. */
    public static boolean delete(@Nullable File file) {
        return file != null && delete(file.toPath());
    }

    public static boolean delete(@Nullable Path path) {
        if (path == null) {
            return false;
        }
        try {
            Files.walkFileTree(path, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, IOException x) throws IOException {
                    Files.deleteIfExists(directory);
                    return FileVisitResult.CONTINUE;
                }
            });
            return true;
        } catch (NoSuchFileException x) {
            return false;
        } catch (IOException x) {
            LOG.debug("Unable to delete {}", path, x);
            return false;
        }
    }

    public static boolean isEmptyDir(@Nullable File dir) {
        if (dir == null) {
            return true;
        }
        String[] list = dir.list();
        return list == null || list.length == 0;
    }

    /** Closes what is not null; a failure is logged at debug level. */
    public static void close(@Nullable AutoCloseable closeable) {
        if (closeable == null) {
            return;
        }
        try {
            closeable.close();
        } catch (Exception x) {
            LOG.debug("Unable to close {}", closeable, x);
        }
    }

    public static byte[] readBytes(InputStream in) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        copy(in, out);
        return out.toByteArray();
    }

    /** Writes as much as the channel takes; returns how much. */
    public static long write(GatheringByteChannel out, ByteBuffer[] buffers, int offset, int length)
            throws IOException {
        long total = 0;
        int first = offset;
        int end = offset + length;
        while (first < end) {
            long written = out.write(buffers, first, end - first);
            total += written;
            while (first < end && !buffers[first].hasRemaining()) {
                first++;
            }
            if (written == 0) {
                break;
            }
        }
        return total;
    }

    /** A File as it is, a Path or name as File; null for null. */
    @NullContract("!null -> !null")
    public static @Nullable File asFile(@Nullable Object fileObject) {
        if (fileObject == null) {
            return null;
        }
        if (fileObject instanceof File file) {
            return file;
        }
        if (fileObject instanceof String string) {
            return new File(string);
        }
        return fileObject instanceof Path path ? path.toFile() : null;
    }
}
