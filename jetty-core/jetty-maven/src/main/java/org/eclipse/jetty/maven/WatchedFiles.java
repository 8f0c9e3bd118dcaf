package org.eclipse.jetty.maven;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.util.Scanner;
import org.jspecify.annotations.Nullable;

/** The files whose change redeploys the application. Confined to its goal. */
public final class WatchedFiles {
    private final Map<Path, ScanPattern> directories = new LinkedHashMap<>();
    private final Set<Path> files = new LinkedHashSet<>();

    /** Adds a file, or a directory with everything in it; null adds nothing. */
    public void add(@Nullable File file) {
        add(file, null);
    }

    /** Adds a file, which need not exist, or what a pattern selects of a directory; null adds nothing. */
    public void add(@Nullable File file, @Nullable ScanPattern pattern) {
        if (file == null) {
            return;
        }
        Path path = file.toPath().toAbsolutePath().normalize();
        if (Files.isDirectory(path)) {
            directories.put(path, pattern == null ? new ScanPattern() : pattern);
        } else {
            files.add(path);
        }
    }

    /**
     * Adds a directory that is watched beside those of the project.
     *
     * @throws IllegalArgumentException when the directory is not set, or does not exist
     */
    public void add(ScanTargetPattern pattern) {
        if (pattern.getDirectory() == null || !pattern.getDirectory().isDirectory()) {
            throw new IllegalArgumentException(
                    "scanTargetPatterns: directory " + pattern.getDirectory() + " (expected: an existing directory)");
        }
        add(pattern.getDirectory(), pattern);
    }

    /**
     * Watches from now on.
     *
     * @param seconds how long what changed must rest, and the time between two looks
     * @param listener is called with all that changed at once
     */
    public Scanner start(int seconds, Scanner.BulkListener listener) throws Exception {
        Scanner scanner = new Scanner();
        scanner.setScanInterval(seconds);
        scanner.setScanDepth(Scanner.MAX_SCAN_DEPTH);
        scanner.setReportExistingFilesOnStartup(false);
        for (Path file : files) {
            scanner.addFile(file);
        }
        for (Map.Entry<Path, ScanPattern> entry : directories.entrySet()) {
            Path directory = entry.getKey().toRealPath();
            entry.getValue().configure(directory, scanner.addDirectory(directory));
        }
        scanner.addListener(listener);
        scanner.start();
        return scanner;
    }
}
