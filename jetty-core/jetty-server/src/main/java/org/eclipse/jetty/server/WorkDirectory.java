package org.eclipse.jetty.server;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.IO;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Temporary directories of contexts below one of the server, which nobody else cleans up: their names hold the number of the
 * process, so that those of one that was killed can be told from those of another server of the same base. Thread-safe.
 */
final class WorkDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(WorkDirectory.class);
    private static final Pattern OF_PROCESS = Pattern.compile("jetty-.*-pid(\\d+)-\\d+");

    private WorkDirectory() {}

    /** Returns {@code work} of the base, without what killed processes left there, or null if there is none. */
    static @Nullable File ofBase() {
        String base = System.getProperty("jetty.base");
        if (base == null) {
            return null;
        }
        Path work = Path.of(base, "work");
        if (!Files.isDirectory(work)) {
            return null;
        }
        clean(work);
        return work.toFile();
    }

    static void clean(Path work) {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(work, "jetty-*")) {
            for (Path child : children) {
                Matcher name = OF_PROCESS.matcher(child.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
                    LOG.info("Removing {}, which a process left that has ended", child);
                    IO.delete(child);
                }
            }
        } catch (IOException x) {
            LOG.warn("Cannot clean up {}: {}", work, x.toString());
        }
    }
}
