package org.eclipse.jetty.xml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/**
 * Sets passwords from files, so that they are in no ini file, command line or report.
 *
 * <pre>
 * jetty.console.password.file=PATH      the property jetty.console.password is the content of the file
 * jetty.credentials.directory=PATH      each file there sets the password property that it has the name of
 * $CREDENTIALS_DIRECTORY                the default of that (systemd.exec(5), LoadCredential)
 * </pre>
 *
 * <p>Only properties whose names have "password" or "secret" in them are set. A line break at the end of a file is no part of it. Relative
 * paths are relative to {@code jetty.base}. Confined to one start or check.
 */
final class SecretFiles {
    static final String SUFFIX = ".file";
    static final String DIRECTORY = "jetty.credentials.directory";
    private static final String SYSTEMD = "CREDENTIALS_DIRECTORY";
    private static final int MAX_BYTES = 1 << 16;

    /**
     * What is wrong with a file.
     *
     * @param property the property that names the file or its directory; null where the environment does
     * @param isError whether the secret cannot be used
     */
    record Problem(@Nullable String property, boolean isError, String message, String expected) {}

    private final Path base;
    private final UnaryOperator<String> environment;
    private final Consumer<Problem> problems;

    /**
     * @param base the directory of relative paths; null for the current one
     * @param environment reads a variable of the environment
     */
    SecretFiles(@Nullable String base, UnaryOperator<String> environment, Consumer<Problem> problems) {
        this.base = Path.of(StringUtil.isBlank(base) ? "" : base);
        this.environment = environment;
        this.problems = problems;
    }

    /** Sets the secrets of the server, and fails with the first problem that is an error. */
    static void apply(LaunchArguments.Section section) {
        new SecretFiles(base(section.properties()), System::getenv, SecretFiles::fail)
                .apply(section, section.name() == null);
    }

    /** The directory that relative paths are relative to. */
    static String base(Map<String, String> properties) {
        return properties.getOrDefault("jetty.base", System.getProperty("jetty.base"));
    }

    private static void fail(Problem problem) {
        if (problem.isError()) {
            throw new IllegalArgumentException((problem.property() == null ? "" : problem.property() + ": ")
                    + problem.message() + " (expected: " + problem.expected() + ")");
        }
    }

    /** @param isServer whether the directory of credentials counts, too */
    void apply(LaunchArguments.Section section, boolean isServer) {
        Map<String, String> properties = section.properties();
        for (String name : new TreeSet<>(properties.keySet())) {
            String target = target(name);
            String file = properties.getOrDefault(name, "");
            if (target != null && !file.isBlank()) {
                set(properties, name, target, resolve(name, file.trim()));
            }
        }
        if (isServer) {
            addCredentials(properties);
        }
    }

    /** The property that a file sets; null when it is not the name of such a file. */
    private static @Nullable String target(String name) {
        String target = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : null;
        return target != null && isSecret(target) ? target : null;
    }

    private static boolean isSecret(String name) {
        return Names.SECRET.matcher(name).find() && !Names.PLACE.matcher(name).find();
    }

    private @Nullable Path resolve(@Nullable String property, String path) {
        try {
            return base.resolve(path);
        } catch (InvalidPathException x) {
            problem(property, path + " is no path", "the path of a file");
            return null;
        }
    }

    private void addCredentials(Map<String, String> properties) {
        String named = properties.get(DIRECTORY);
        String property = named == null || named.isBlank() ? null : DIRECTORY;
        String place = named == null || named.isBlank() ? environment.apply(SYSTEMD) : named.trim();
        Path directory = StringUtil.isBlank(place) ? null : resolve(property, place);
        if (directory == null) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, Files::isRegularFile)) {
            for (Path file : files) {
                String target = file.getFileName().toString();
                if (isSecret(target)) {
                    set(properties, property, target, file);
                }
            }
        } catch (IOException x) {
            problem(property, directory + " cannot be listed: " + x, "a directory of files with passwords");
        }
    }

    private void set(Map<String, String> properties, @Nullable String property, String target, @Nullable Path file) {
        if (file == null) {
            return;
        }
        if (!StringUtil.isBlank(properties.get(target))) {
            problem(property, "the file " + file + " and the property " + target + " are both set", "one of them");
            return;
        }
        String secret = read(property, file);
        if (secret != null) {
            properties.put(target, secret);
        }
    }

    private @Nullable String read(@Nullable String property, Path file) {
        String expected = "a file that the server's user can read";
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            String text = withoutLineBreak(new String(bytes, StandardCharsets.UTF_8));
            if (bytes.length > MAX_BYTES) {
                problem(property, file + " is larger than " + MAX_BYTES + " bytes", "a file with a password");
            } else if (text.isEmpty()) {
                problem(property, file + " is empty", "a file with a password");
            } else {
                checkPermissions(property, file);
                return text;
            }
        } catch (NoSuchFileException x) {
            problem(property, file + " does not exist", expected);
        } catch (AccessDeniedException x) {
            problem(property, file + " cannot be read by the user " + System.getProperty("user.name"), expected);
        } catch (IOException x) {
            problem(property, file + " cannot be read: " + x.getMessage(), expected);
        }
        return null;
    }

    private static String withoutLineBreak(String text) {
        if (text.endsWith("\r\n")) {
            return text.substring(0, text.length() - 2);
        }
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    private void checkPermissions(@Nullable String property, Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")
                && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
            problems.accept(new Problem(
                    property,
                    false,
                    "all users of this machine can read the password in " + file,
                    "let only the server's user read it, as by chmod 600"));
        }
    }

    private void problem(@Nullable String property, String message, String expected) {
        problems.accept(new Problem(property, true, message, expected));
    }

    /** Made when there is a candidate: most starts have none. */
    private static final class Names {
        private static final Pattern SECRET = Pattern.compile("password|secret", Pattern.CASE_INSENSITIVE);
        /** What names a place of secrets, and none itself. */
        private static final Pattern PLACE = Pattern.compile("(file|path|directory)$", Pattern.CASE_INSENSITIVE);
    }
}
