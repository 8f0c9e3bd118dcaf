package org.eclipse.jetty.ee10.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The files of a WAR or library, written as a directory or an archive. */
public final class WarFiles {
    /** That of all entries, so that archives of the same files have the same bytes. */
    private static final long TIME = System.currentTimeMillis();

    private final Map<String, byte[]> files = new LinkedHashMap<>();

    public WarFiles file(String name, String content) {
        files.put(name, content.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    public WarFiles webXml(String elements) {
        return file(
                "WEB-INF/web.xml",
                "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.0\">\n" + elements
                        + "\n</web-app>");
    }

    public WarFiles fragment(String elements) {
        return file(
                "META-INF/web-fragment.xml",
                "<web-fragment xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.0\">\n" + elements
                        + "\n</web-fragment>");
    }

    /** Copies compiled classes into WEB-INF/classes. */
    public WarFiles classes(Class<?>... types) throws IOException {
        for (Class<?> type : types) {
            classFile("WEB-INF/classes/", type);
        }
        return this;
    }

    /** Copies compiled classes to the root, for a library. */
    public WarFiles libraryClasses(Class<?>... types) throws IOException {
        for (Class<?> type : types) {
            classFile("", type);
        }
        return this;
    }

    private void classFile(String directory, Class<?> type) throws IOException {
        String name = type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
            files.put(directory + name, in.readAllBytes());
        }
    }

    public WarFiles library(String name, WarFiles library) throws IOException {
        Path jar = Files.createTempFile("library", ".jar");
        try {
            library.archive(jar);
            files.put("WEB-INF/lib/" + name, Files.readAllBytes(jar));
        } finally {
            Files.delete(jar);
        }
        return this;
    }

    public Path archive(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : files.entrySet()) {
                ZipEntry written = new ZipEntry(entry.getKey());
                written.setTime(TIME);
                zip.putNextEntry(written);
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
        return file;
    }

    public Path directory(Path directory) throws IOException {
        for (Map.Entry<String, byte[]> entry : files.entrySet()) {
            Path file = directory.resolve(entry.getKey());
            Files.createDirectories(file.getParent());
            Files.write(file, entry.getValue());
        }
        return directory;
    }
}
