package org.eclipse.jetty.maven;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.eclipse.jetty.util.IO;

/**
 * The files of an archive in a directory of their own, which stay there for the next build.
 *
 * @param archive a ZIP file
 * @param directory the directory; what else is in it is removed
 * @param root where the names of the files begin: the directory, or one below it
 * @param names gives an entry its name in the root
 * @param wanted whether a file is unpacked, by its path in the root
 */
record UnpackedArchive(File archive, Path directory, Path root, UnaryOperator<String> names, Predicate<Path> wanted) {
    /**
     * Unpacks it, unless that has been done.
     *
     * @param settings what was chosen besides: another text unpacks again
     */
    void unpack(String settings) throws IOException {
        Path mark = directory.resolveSibling(directory.getFileName() + ".unpacked");
        String stamp = settings + " " + archive + " " + archive.length() + " " + archive.lastModified();
        if (Files.exists(mark) && Files.readString(mark).equals(stamp)) {
            return;
        }
        IO.delete(directory);
        Files.createDirectories(directory);
        extract();
        Files.writeString(mark, stamp);
    }

    private void extract() throws IOException {
        try (ZipFile zip = new ZipFile(archive)) {
            for (ZipEntry entry : zip.stream().toList()) {
                Path file = root.resolve(names.apply(entry.getName())).normalize();
                if (!file.startsWith(root)) {
                    throw new IOException("the entry " + entry.getName() + " leads out of the archive");
                }
                if (entry.isDirectory() || !wanted.test(root.relativize(file))) {
                    continue;
                }
                Files.createDirectories(file.getParent());
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.copy(in, file);
                }
                Files.setLastModifiedTime(file, FileTime.fromMillis(entry.getTime()));
            }
        }
    }
}
