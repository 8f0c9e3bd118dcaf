package org.eclipse.jetty.start.cache;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.start.problems.StartException;
import org.jspecify.annotations.Nullable;

/**
 * What a start cache was made of: a text file of lines {@code key value}.
 *
 * <pre>
 * java     home and version of the JVM
 * jvm      an argument of the JVM, opt: one that modules and ini files add
 * jar      size, time and path of a library, in the order of the class path; dir: a directory of it
 * home     jetty.home; base: jetty.base; argument: any other argument of start.jar
 * env      an environment variable that the configuration refers to, with its value
 * file     size, time and path of a file or directory that the command was computed from
 * log      the provider of the log to name to SLF4J, if its search would find that
 * main     the main class; program: an argument of it
 * archive  size, time and path of the archive; documents: of the XML documents that were parsed; direct: of the argument file
 * rehearse the argument file, only in a training
 * end      the last line, without which the file is damaged
 * </pre>
 *
 * <p>The archive depends on the first two groups, and the command line of the server on all. Confined to the main thread.
 */
final class CacheStamp {
    /** Of a file that is missing: it must not appear. */
    private static final String MISSING = "-1 0 ";

    private static final String END = "end";

    private final Map<String, List<String>> values;

    private CacheStamp(Map<String, List<String>> values) {
        this.values = values;
    }

    /** Reads what a start waits for in each of its JVMs: at once, and each line once. */
    static CacheStamp read(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') >= 0) {
            throw new IOException("it is no text");
        }
        Map<String, List<String>> values = new HashMap<>();
        String key = null;
        for (int start = 0, end; start < text.length(); start = end + 1) {
            end = text.indexOf('\n', start);
            if (end < 0) {
                end = text.length();
            }
            int space = text.indexOf(' ', start);
            boolean hasValue = space >= 0 && space < end;
            key = text.substring(start, hasValue ? space : end);
            if (!hasValue) {
                continue;
            }
            List<String> known = values.get(key);
            if (known == null) {
                values.put(key, known = new ArrayList<>());
            }
            known.add(unescape(text.substring(space + 1, end)));
        }
        if (!END.equals(key)) {
            throw new IOException("its end is missing");
        }
        return new CacheStamp(values);
    }

    /** The values of a key, in order. */
    List<String> values(String key) {
        return values.getOrDefault(key, List.of());
    }

    /** The first file of that key which is not as it was; null when all are. */
    @Nullable
    String changed(String key) {
        for (String value : values(key)) {
            Path path = path(value);
            if (!value.equals(state(path))) {
                return path.toString();
            }
        }
        return null;
    }

    /** The path in a value of {@code jar} or {@code file}. */
    static Path path(String value) {
        return Path.of(value.substring(value.indexOf(' ', value.indexOf(' ') + 1) + 1));
    }

    /** Size, time and path. */
    static String state(Path path) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            return (attributes.isDirectory() ? 0 : attributes.size()) + " "
                    + attributes.lastModifiedTime().toMillis() + " " + path;
        } catch (IOException e) {
            return MISSING + path;
        }
    }

    /** Name and value of an environment variable; that of one that is unset is empty. */
    static String variable(String name) {
        String value = System.getenv(name);
        return name + "=" + (value == null ? "" : value);
    }

    static String java() {
        return System.getProperty("java.home") + " " + System.getProperty("java.vm.version");
    }

    private static String escape(String value) {
        return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String unescape(String value) {
        if (value.indexOf('\\') < 0) {
            return value;
        }
        StringBuilder text = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c != '\\' || i + 1 == value.length()) {
                text.append(c);
                continue;
            }
            char next = value.charAt(++i);
            text.append(next == 'n' ? '\n' : next == 'r' ? '\r' : next);
        }
        return text.toString();
    }

    /** Collects what is written. */
    static final class Writer {
        private final List<String> lines = new ArrayList<>();

        Writer add(String key, String value) {
            lines.add(key + ' ' + escape(value));
            return this;
        }

        Writer addAll(String key, Iterable<String> values) {
            for (String value : values) {
                add(key, value);
            }
            return this;
        }

        /** Everything of a configuration directory that may change which modules, files and libraries are used. */
        Writer addDirectory(Path directory) {
            add("file", state(directory.resolve("start.ini")));
            walk(directory.resolve("start.d"), true);
            walk(directory.resolve("modules"), true);
            walk(directory.resolve("lib"), false);
            walk(directory.resolve("etc"), false);
            return this;
        }

        private void walk(Path root, boolean files) {
            if (!Files.isDirectory(root)) {
                add("file", state(root));
                return;
            }
            try {
                Files.walkFileTree(root, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                        add("file", state(path));
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
                        if (files) {
                            add("file", state(path));
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
            } catch (IOException e) {
                throw new StartException(StartException.UNKNOWN, "Cannot read the directory " + root + ": " + e, e);
            }
        }

        /** Writes a file that only its owner can read, as properties may be secret. */
        void write(Path file) throws IOException {
            Files.deleteIfExists(file);
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            List<String> all = new ArrayList<>(lines);
            all.add(END);
            Files.writeString(file, String.join("\n", all) + "\n");
        }
    }
}
