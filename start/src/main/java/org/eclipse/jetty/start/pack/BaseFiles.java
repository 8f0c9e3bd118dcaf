package org.eclipse.jetty.start.pack;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.start.problems.StartException;

/**
 * The files and directories of a base that are packed: all but what a server has written there. Stateless.
 */
final class BaseFiles {
    /** Directories of which only their presence says something. */
    private static final Set<String> WRITTEN = Set.of("logs", "work", "sessions", "tmp");

    /** What is of this machine or of a running server. */
    private static final Set<String> LEFT_OUT = Set.of("start-cache", "jetty.pid", "jetty.state");

    private BaseFiles() {}

    /**
     * Lists them, sorted.
     *
     * @param output a file that is not packed into itself
     */
    static Set<Path> of(Path base, Path output) {
        TreeSet<Path> files = new TreeSet<>();
        try {
            Files.walkFileTree(
                    base, Set.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
                            if (dir.equals(base)) {
                                return FileVisitResult.CONTINUE;
                            }
                            if (isLeftOut(base, dir)) {
                                return FileVisitResult.SKIP_SUBTREE;
                            }
                            files.add(dir);
                            return base.equals(dir.getParent())
                                            && WRITTEN.contains(
                                                    dir.getFileName().toString())
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                            if (!isLeftOut(base, file) && !file.equals(output) && attributes.isRegularFile()) {
                                files.add(file);
                            }
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            throw new StartException(StartException.UNKNOWN, "Cannot read the directory " + base + ": " + e, e);
        }
        return files;
    }

    private static boolean isLeftOut(Path base, Path path) {
        String name = path.getFileName().toString();
        // hidden directories at the top are those of tools; .well-known is one that is served
        boolean hidden = name.startsWith(".") && !name.equals(".well-known");
        return base.equals(path.getParent()) && (hidden || LEFT_OUT.contains(name));
    }
}
