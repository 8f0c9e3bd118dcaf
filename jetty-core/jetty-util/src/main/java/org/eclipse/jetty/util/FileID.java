package org.eclipse.jetty.util;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** Tells files by their names. Extensions are compared case-insensitively. */
public class FileID {
    public FileID() {}

    /** The file name without its extension. */
    public static String getBasename(Path path) {
        Path name = path.getFileName();
        return name == null ? "" : getBasename(name.toString());
    }

    public static String getBasename(String filename) {
        String name = getFileName(filename);
        int dot = name.lastIndexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    public static String getFileName(URI uri) {
        return getFileName(path(uri));
    }

    private static String path(URI uri) {
        String text = uri.isOpaque() ? uri.getSchemeSpecificPart() : uri.getPath();
        return text == null ? "" : text;
    }

    /** What follows the last '/' or '\'; of an archive entry, the name of the entry, or of the archive for its root. */
    public static String getFileName(String path) {
        String text = path;
        while (text.endsWith("/") || text.endsWith("!")) {
            text = text.substring(0, text.length() - 1);
        }
        return text.substring(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
    }

    public static @Nullable String getExtension(@Nullable URI uri) {
        return uri == null ? null : getExtension(path(uri));
    }

    public static @Nullable String getExtension(@Nullable Path path) {
        Path name = path == null ? null : path.getFileName();
        return name == null ? null : getExtension(name.toString());
    }

    /** The extension in lower case, without its dot; null when there is none, as of a name that only begins with a dot. */
    public static @Nullable String getExtension(@Nullable String filename) {
        if (filename == null || filename.endsWith("/") && !filename.endsWith("!/")) {
            return null;
        }
        String name = getFileName(filename);
        int dot = name.lastIndexOf('.');
        return dot <= 0 ? null : name.substring(dot + 1).toLowerCase(Locale.ENGLISH);
    }

    @NullContract("null, _ -> false")
    public static boolean isExtension(@Nullable Path path, String... extensions) {
        return matches(getExtension(path), extensions);
    }

    @NullContract("null, _ -> false")
    public static boolean isExtension(@Nullable URI uri, String... extensions) {
        return matches(getExtension(uri), extensions);
    }

    @NullContract("null, _ -> false")
    public static boolean isExtension(@Nullable String filename, String... extensions) {
        return matches(getExtension(filename), extensions);
    }

    private static boolean matches(@Nullable String extension, String... extensions) {
        if (extension == null) {
            return false;
        }
        for (String e : extensions) {
            if (extension.equalsIgnoreCase(e.startsWith(".") ? e.substring(1) : e)) {
                return true;
            }
        }
        return false;
    }

    public static boolean hasNamedPathSegment(Path path, String segmentName) {
        for (Path segment : path) {
            if (segment.toString().equalsIgnoreCase(segmentName)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is a jar, war or zip. */
    @NullContract("null -> false")
    public static boolean isArchive(@Nullable Path path) {
        return isExtension(path, ".jar", ".war", ".zip");
    }

    @NullContract("null -> false")
    public static boolean isArchive(@Nullable String filename) {
        return isExtension(filename, ".jar", ".war", ".zip");
    }

    @NullContract("null -> false")
    public static boolean isArchive(@Nullable URI uri) {
        return isExtension(uri, ".jar", ".war", ".zip");
    }

    /** Whether it is a jar or zip. */
    @NullContract("null -> false")
    public static boolean isLibArchive(@Nullable Path path) {
        return isExtension(path, ".jar", ".zip");
    }

    @NullContract("null -> false")
    public static boolean isLibArchive(@Nullable String filename) {
        return isExtension(filename, ".jar", ".zip");
    }

    @NullContract("null -> false")
    public static boolean isLibArchive(@Nullable URI uri) {
        return isExtension(uri, ".jar", ".zip");
    }

    /** Whether it is a class file with the name of a class. */
    public static boolean isClassFile(Path path) {
        Path name = path.getFileName();
        return name != null && isClassFile(name.toString());
    }

    public static boolean isClassFile(String filename) {
        if (!StringUtil.asciiEndsWithIgnoreCase(filename, ".class")) {
            return false;
        }
        int start = filename.lastIndexOf('/') + 1;
        int end = filename.length() - 6;
        if (start >= end || !Character.isJavaIdentifierStart(filename.charAt(start))) {
            return false;
        }
        String name = filename.substring(start, end);
        for (int i = 1; i < name.length(); i++) {
            if (!Character.isJavaIdentifierPart(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a part of the path begins with a dot, or the file system says hidden. */
    public static boolean isHidden(Path path) {
        for (Path segment : path) {
            if (isHiddenName(segment.toString())) {
                return true;
            }
        }
        return isHiddenByFileSystem(path);
    }

    /** Whether a part of the path below the base is hidden. */
    public static boolean isHidden(Path base, Path path) {
        Path relative = path.startsWith(base) ? base.relativize(path) : path;
        for (Path segment : relative) {
            if (isHiddenName(segment.toString())) {
                return true;
            }
        }
        return isHiddenByFileSystem(path);
    }

    private static boolean isHiddenName(String name) {
        return name.startsWith(".") && !name.equals(".") && !name.equals("..");
    }

    private static boolean isHiddenByFileSystem(Path path) {
        try {
            return Files.exists(path) && Files.isHidden(path);
        } catch (java.io.IOException x) {
            return false;
        }
    }

    @NullContract("null -> false")
    public static boolean isJavaArchive(@Nullable URI uri) {
        return isExtension(uri, ".jar");
    }

    @NullContract("null -> false")
    public static boolean isJavaArchive(@Nullable Path path) {
        return isExtension(path, ".jar");
    }

    @NullContract("null -> false")
    public static boolean isJavaArchive(@Nullable String filename) {
        return isExtension(filename, ".jar");
    }

    public static boolean isMetaInfVersions(Path path) {
        for (int i = 0; i + 1 < path.getNameCount(); i++) {
            if (path.getName(i).toString().equalsIgnoreCase("META-INF")
                    && path.getName(i + 1).toString().equalsIgnoreCase("versions")) {
                return true;
            }
        }
        return false;
    }

    public static boolean isNotMetaInfVersions(Path path) {
        return !isMetaInfVersions(path);
    }

    public static boolean isModuleInfoClass(Path path) {
        Path name = path.getFileName();
        return name != null && name.toString().equalsIgnoreCase("module-info.class");
    }

    public static boolean isNotModuleInfoClass(Path path) {
        return !isModuleInfoClass(path);
    }

    public static boolean isTld(Path path) {
        return hasNamedPathSegment(path, "META-INF") && isExtension(path, ".tld");
    }

    @NullContract("null -> false")
    public static boolean isWebArchive(@Nullable Path path) {
        return isExtension(path, ".war");
    }

    @NullContract("null -> false")
    public static boolean isWebArchive(@Nullable URI uri) {
        return isExtension(uri, ".war");
    }

    @NullContract("null -> false")
    public static boolean isWebArchive(@Nullable String filename) {
        return isExtension(filename, ".war");
    }

    @NullContract("null -> false")
    public static boolean isXml(@Nullable Path path) {
        return isExtension(path, ".xml");
    }

    @NullContract("null -> false")
    public static boolean isXml(@Nullable String filename) {
        return isExtension(filename, ".xml");
    }
}
