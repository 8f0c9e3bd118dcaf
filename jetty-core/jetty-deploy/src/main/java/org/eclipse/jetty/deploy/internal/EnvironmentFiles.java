package org.eclipse.jetty.deploy.internal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The files of the environments directory: {@code ee10.xml}, {@code ee10-*.xml}, {@code ee10.properties},
 * {@code ee10-*.properties}.
 */
public final class EnvironmentFiles {
    private EnvironmentFiles() {}

    /** Whether a file belongs to an environment. */
    public static boolean belongsTo(Path file, String environment) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        String prefix = environment.toLowerCase(Locale.ROOT);
        return name.startsWith(prefix)
                && name.length() > prefix.length()
                && (name.charAt(prefix.length()) == '.' || name.charAt(prefix.length()) == '-')
                && (name.endsWith(".xml") || name.endsWith(".properties"));
    }

    /** The files of an environment that end with the extension, {@code <env>} itself first, then by name. */
    public static List<Path> of(@Nullable Path directory, String environment, String extension) {
        List<Path> files = new ArrayList<>();
        if (directory == null || !Files.isDirectory(directory)) {
            return files;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString().toLowerCase(Locale.ROOT);
                if (belongsTo(entry, environment) && name.endsWith(extension) && Files.isRegularFile(entry)) {
                    files.add(entry);
                }
            }
        } catch (IOException e) {
            throw new DeployException("Cannot read the directory " + directory + ": " + e, e);
        }
        String first = environment + extension;
        files.sort((a, b) -> {
            boolean aFirst = a.getFileName().toString().equalsIgnoreCase(first);
            boolean bFirst = b.getFileName().toString().equalsIgnoreCase(first);
            return aFirst == bFirst ? a.compareTo(b) : aFirst ? -1 : 1;
        });
        return files;
    }
}
