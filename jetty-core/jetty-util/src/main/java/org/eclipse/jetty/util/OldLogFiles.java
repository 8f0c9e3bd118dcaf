package org.eclipse.jetty.util;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a log that are written no more: compresses one, and deletes those that are too old or too many.
 *
 * <p>A file belongs to the log if its name begins with a prefix and holds a suffix after it. Thread-safe.
 */
final class OldLogFiles {
    private static final Logger LOG = LoggerFactory.getLogger(OldLogFiles.class);
    private static final String COMPRESSED = ".gz";
    private static final String PART = ".part";

    private record Old(Path path, FileTime time) {}

    private final Path directory;
    private final String prefix;
    private final String suffix;

    OldLogFiles(Path directory, String prefix, String suffix) {
        this.directory = directory;
        this.prefix = prefix;
        this.suffix = suffix;
    }

    /** Compresses a file in a thread of its own, and deletes the original; calls {@code done} in any case. */
    void compress(Path file, Runnable done) {
        Thread thread = new Thread(
                () -> {
                    compress(file);
                    done.run();
                },
                "compress-" + file.getFileName());
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
    }

    private static void compress(Path file) {
        Path part = file.resolveSibling(file.getFileName() + COMPRESSED + PART);
        Path compressed = file.resolveSibling(file.getFileName() + COMPRESSED);
        try {
            FileTime time = Files.getLastModifiedTime(file);
            try (InputStream in = Files.newInputStream(file);
                    OutputStream out = new GZIPOutputStream(Files.newOutputStream(part), 64 * 1024)) {
                in.transferTo(out);
            }
            // how old it is counts from its last line
            Files.setLastModifiedTime(part, time);
            Files.move(part, compressed, StandardCopyOption.REPLACE_EXISTING);
            Files.delete(file);
        } catch (IOException x) {
            LOG.warn("Unable to compress {}, it stays as it is", file, x);
            deletePart(part);
        }
    }

    private static void deletePart(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException x) {
            LOG.debug("could not delete {}", part, x);
        }
    }

    /**
     * Deletes files.
     *
     * @param current the file that is written, which stays
     * @param expired older ones are deleted; null for none
     * @param most how many stay, the youngest; 0 for all
     */
    void delete(Path current, @Nullable Instant expired, int most) {
        try {
            List<Old> files = files(current);
            // the youngest first
            files.sort(Collections.reverseOrder(java.util.Comparator.comparing(Old::time)));
            for (int i = 0; i < files.size(); i++) {
                Old old = files.get(i);
                boolean tooMany = most > 0 && i >= most;
                boolean tooOld = expired != null && old.time.toInstant().isBefore(expired);
                if (tooMany || tooOld) {
                    Files.deleteIfExists(old.path);
                }
            }
        } catch (IOException x) {
            LOG.warn("Unable to remove old files of {}", directory.resolve(prefix + "*" + suffix), x);
        }
    }

    private List<Old> files(Path current) throws IOException {
        List<Old> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                boolean own = name.startsWith(prefix) && name.indexOf(suffix, prefix.length()) >= 0;
                if (own && !entry.equals(current) && !name.endsWith(PART) && Files.isRegularFile(entry)) {
                    files.add(new Old(entry, Files.getLastModifiedTime(entry)));
                }
            }
        }
        return files;
    }
}
