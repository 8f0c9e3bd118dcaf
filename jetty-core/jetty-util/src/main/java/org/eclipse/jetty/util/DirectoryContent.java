package org.eclipse.jetty.util;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much is in a directory and when it came, to tell whether a tree that is being copied is whole: two of them are equal when
 * nothing came, went, grew or was written between.
 *
 * @param files how many files and directories there are
 * @param size the sum of their sizes in bytes
 * @param lastModified the newest time of modification in milliseconds
 */
record DirectoryContent(long files, long size, long lastModified) {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryContent.class);

    /** The content of a directory; null for what is none. */
    static @Nullable DirectoryContent of(Path directory) {
        if (!Files.isDirectory(directory)) {
            return null;
        }
        Sum sum = new Sum();
        try {
            Files.walkFileTree(directory, sum);
        } catch (IOException x) {
            // it is looked at again by the next scan
            LOG.debug("unable to look into {}", directory, x);
        }
        return new DirectoryContent(sum.files, sum.size, sum.lastModified);
    }

    private static final class Sum extends SimpleFileVisitor<Path> {
        private long files;
        private long size;
        private long lastModified;

        private FileVisitResult add(BasicFileAttributes attributes) {
            files++;
            size += attributes.isDirectory() ? 0 : attributes.size();
            lastModified = Math.max(lastModified, attributes.lastModifiedTime().toMillis());
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            return add(attributes);
        }

        @Override
        public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
            return add(attributes);
        }

        @Override
        public FileVisitResult visitFileFailed(Path path, IOException failure) {
            files++;
            return FileVisitResult.CONTINUE;
        }
    }
}
