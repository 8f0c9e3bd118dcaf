package org.eclipse.jetty.util;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds the number of this process for scripts, and is deleted when the JVM ends. */
public final class PidFile extends Thread {
    private static final Logger LOG = LoggerFactory.getLogger(PidFile.class);

    private final Path file;

    private PidFile(Path file) {
        super("PidFile");
        this.file = file;
    }

    /**
     * Writes the file, in place of one that an earlier process left.
     *
     * @throws IOException when it cannot be written
     */
    public static void create(String filename) throws IOException {
        Path file = Path.of(filename).toAbsolutePath();
        if (file.getParent() != null) Files.createDirectories(file.getParent());
        Files.writeString(file, Long.toString(ProcessHandle.current().pid()), StandardCharsets.UTF_8);
        Runtime.getRuntime().addShutdownHook(new PidFile(file));
    }

    @Override
    public void run() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("Unable to delete {}", file, e);
        }
    }
}
