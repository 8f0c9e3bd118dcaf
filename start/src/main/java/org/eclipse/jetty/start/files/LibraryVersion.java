package org.eclipse.jetty.start.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * What the manifest of a library says about it.
 *
 * @param version the version, or a remark in parentheses
 * @param license the licence, or null
 */
public record LibraryVersion(String version, @Nullable String license) {
    private static final String[] VERSION_NAMES = {"Implementation-Version", "Bundle-Version", "Specification-Version"};

    public static LibraryVersion of(Path path) {
        if (Files.isDirectory(path)) {
            return new LibraryVersion("(dir)", null);
        }
        try (JarFile jar = new JarFile(path.toFile())) {
            Manifest manifest = jar.getManifest();
            if (manifest == null) {
                return new LibraryVersion("(none specified)", null);
            }
            Attributes attributes = manifest.getMainAttributes();
            for (String name : VERSION_NAMES) {
                String version = attributes.getValue(name);
                if (version != null) {
                    return new LibraryVersion(version, attributes.getValue("Bundle-License"));
                }
            }
            return new LibraryVersion("(none specified)", attributes.getValue("Bundle-License"));
        } catch (IOException e) {
            return new LibraryVersion("(not a jar: " + e.getMessage() + ")", null);
        }
    }
}
