package org.eclipse.jetty.start.pack;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eclipse.jetty.start.files.OwnJar;

/**
 * Writes the entries of a bootable jar.
 *
 * <p>Confined to the main thread.
 */
final class BootableWriter implements AutoCloseable {
    /** What compression would not make smaller. */
    private static final List<String> COMPRESSED =
            List.of(".jar", ".war", ".zip", ".gz", ".br", ".zst", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".woff2");

    private static final String OWN_PACKAGE = "org/eclipse/jetty/start/";

    private final ZipOutputStream out;
    private final Set<String> written = new HashSet<>();

    BootableWriter(OutputStream out) {
        this.out = new ZipOutputStream(new BufferedOutputStream(out, 1 << 16));
    }

    /** Writes the manifest, the arguments of each start, and the classes of start.jar. */
    void begin(List<String> arguments, String version) throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, Layout.MAIN_CLASS);
        main.put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        // as start.jar has them
        main.putValue("Add-Opens", "java.base/java.lang java.base/sun.nio.ch");
        out.putNextEntry(new ZipEntry(JarFile.MANIFEST_NAME));
        manifest.write(out);
        out.closeEntry();
        out.putNextEntry(new ZipEntry(Layout.ARGUMENTS));
        out.write(String.join("\n", arguments).getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
        Path own = OwnJar.path();
        if (Files.isDirectory(own)) {
            try (Stream<Path> files = Files.walk(own.resolve(OWN_PACKAGE))) {
                for (Path file :
                        new TreeSet<>(files.filter(Files::isRegularFile).toList())) {
                    add(name(own, file), file);
                }
            }
            return;
        }
        try (JarFile jar = new JarFile(own.toFile())) {
            for (ZipEntry entry : jar.stream()
                    .filter(entry -> entry.getName().startsWith(OWN_PACKAGE) && !entry.isDirectory())
                    .toList()) {
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setLastModifiedTime(entry.getLastModifiedTime());
                out.putNextEntry(copy);
                jar.getInputStream(entry).transferTo(out);
                out.closeEntry();
            }
        }
    }

    /** Writes a file, or a directory, with its time. */
    void add(String prefix, Path root, Path file) throws IOException {
        add(prefix + name(root, file), file);
    }

    private void add(String name, Path file) throws IOException {
        boolean directory = Files.isDirectory(file);
        if (!written.add(name)) {
            return;
        }
        ZipEntry entry = new ZipEntry(directory ? name + "/" : name);
        FileTime time = Files.getLastModifiedTime(file);
        entry.setLastModifiedTime(time);
        if (!directory && isCompressed(name)) {
            store(entry, file);
        }
        out.putNextEntry(entry);
        if (!directory) {
            Files.copy(file, out);
        }
        out.closeEntry();
    }

    private static void store(ZipEntry entry, Path file) throws IOException {
        CRC32 crc = new CRC32();
        long size = 0;
        try (var in = Files.newInputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                crc.update(buffer, 0, n);
                size += n;
            }
        }
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(size);
        entry.setCompressedSize(size);
        entry.setCrc(crc.getValue());
    }

    private static boolean isCompressed(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return COMPRESSED.stream().anyMatch(lower::endsWith);
    }

    private static String name(Path root, Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
