package org.eclipse.jetty.util.archive;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * A file that can be made again: a number that names the format, then the content, then the CRC-32 of what comes before. It
 * is written beside its place and moved there, so that nobody reads one that is not whole. Stateless.
 */
final class IndexFile {
    private static final int BUFFER = 1 << 16;

    private IndexFile() {}

    interface Reader<T> {
        T read(DataInputStream in) throws IOException;
    }

    interface Writer {
        void write(DataOutputStream out) throws IOException;
    }

    /** The file is of another version, which is no damage. */
    static final class FormatException extends IOException {
        private static final long serialVersionUID = 1L;

        FormatException(String message) {
            super(message);
        }
    }

    /** @throws IOException if it is not there, or of another format, or damaged */
    static <T> T read(Path file, int format, Reader<T> reader) throws IOException {
        CheckedInputStream checked =
                new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER), new CRC32());
        try (DataInputStream in = new DataInputStream(checked)) {
            if (in.readInt() != format) {
                throw new FormatException(file + ": another format");
            }
            T content = reader.read(in);
            int sum = (int) checked.getChecksum().getValue();
            if (in.readInt() != sum || in.read() >= 0) {
                throw new IOException("its check sum differs");
            }
            return content;
        } catch (IndexOutOfBoundsException | NegativeArraySizeException | IllegalArgumentException x) {
            throw new IOException(x);
        }
    }

    /** Tells in one line why a file is made again. */
    static void tell(Logger log, @Nullable Path file, IOException cause) {
        if (cause instanceof FormatException) {
            log.debug("{} is made again", file, cause);
        } else {
            log.warn("{} is damaged, and is made again: {}", file, cause.toString());
        }
    }

    static void write(Path file, int format, Writer writer) throws IOException {
        Path directory = Files.createDirectories(file.getParent());
        Path draft = Files.createTempFile(directory, "draft", ".tmp");
        try {
            CheckedOutputStream checked = new CheckedOutputStream(
                    new BufferedOutputStream(Files.newOutputStream(draft), BUFFER), new CRC32());
            try (DataOutputStream out = new DataOutputStream(checked)) {
                out.writeInt(format);
                writer.write(out);
                out.writeInt((int) checked.getChecksum().getValue());
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
