package org.eclipse.jetty.util;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Writes the number of this process to a file, which is deleted when the JVM ends, unless another process has written its own. */
public class PidFile extends Thread {
    private static final Set<Path> FILES = ConcurrentHashMap.newKeySet();

    private final Path pidFile;

    /** Writes the file, once for each. */
    public static void create(@org.eclipse.jetty.util.annotation.Name("file") String filename) throws IOException {
        Path file = Path.of(filename).toAbsolutePath();
        if (FILES.add(file)) {
            Runtime.getRuntime().addShutdownHook(new PidFile(file));
        }
    }

    private PidFile(Path pidFile) throws IOException {
        super("PidFile");
        this.pidFile = pidFile;
        if (Files.exists(pidFile)) {
            String old = Files.readString(pidFile, StandardCharsets.UTF_8).trim();
            org.slf4j.LoggerFactory.getLogger(PidFile.class).info("Overwriting {} of process {}", pidFile, old);
        }
        if (pidFile.getParent() != null) {
            Files.createDirectories(pidFile.getParent());
        }
        Files.writeString(pidFile, Long.toString(ProcessHandle.current().pid()), StandardCharsets.UTF_8);
    }

    @Override
    public void run() {
        try {
            if (!Files.exists(pidFile)) {
                return;
            }
            String owner = Files.readString(pidFile, StandardCharsets.UTF_8).trim();
            if (owner.equals(Long.toString(ProcessHandle.current().pid()))) {
                Files.delete(pidFile);
            }
        } catch (IOException x) {
            org.slf4j.LoggerFactory.getLogger(PidFile.class).warn("Unable to delete {}", pidFile, x);
        }
    }
}
