package org.eclipse.jetty.ee10.webapp.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.eclipse.jetty.ee.webapp.UnpackedFiles;

/** Unpacks WAR files. Thread-safe. */
public final class WarExtractor {
    private WarExtractor() {}

    /**
     * Unpacks the entries that start with a prefix.
     *
     * @param unpacked what was unpacked of other WAR files
     * @throws IOException says which file is broken; an entry that would lie outside of the directory is refused
     */
    public static void extract(Path war, Path directory, String prefix, UnpackedFiles unpacked) throws IOException {
        try (ZipFile zip = new ZipFile(war.toFile())) {
            Set<Path> made = new HashSet<>();
            byte[] buffer = new byte[64 * 1024];
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                if (!entry.getName().startsWith(prefix)) {
                    continue;
                }
                Path target = directory.resolve(entry.getName()).normalize();
                if (!target.startsWith(directory)) {
                    throw new IOException(war + ": entry " + entry.getName() + " points out of the WAR");
                }
                if (entry.isDirectory()) {
                    if (made.add(target)) {
                        Files.createDirectories(target);
                    }
                    continue;
                }
                if (made.add(target.getParent())) {
                    Files.createDirectories(target.getParent());
                }
                if (!unpacked.copy(war, entry, target)) {
                    copy(zip, entry, target, buffer);
                    unpacked.add(war, entry, target);
                }
                if (entry.getTime() >= 0) {
                    Files.setLastModifiedTime(target, FileTime.fromMillis(entry.getTime()));
                }
            }
        } catch (ZipException x) {
            throw new IOException(war + ": not a readable WAR (" + x.getMessage() + ")", x);
        }
    }

    private static void copy(ZipFile zip, ZipEntry entry, Path target, byte[] buffer) throws IOException {
        try (InputStream in = zip.getInputStream(entry);
                OutputStream out = Files.newOutputStream(target)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
            }
        }
    }
}
