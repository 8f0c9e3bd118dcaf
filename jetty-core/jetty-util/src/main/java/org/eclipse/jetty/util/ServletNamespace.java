package org.eclipse.jetty.util;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The two namespaces of the Servlet API. An application that is compiled for one of them does not run in an environment of the other: its
 * classes cannot be loaded, or its annotations are not recognized.
 *
 * <p>Knows names only. Thread-safe.
 */
public enum ServletNamespace {
    /** From Servlet 5.0 on. */
    JAKARTA("jakarta.servlet", "ee10"),
    /** Up to Servlet 4.0. */
    JAVAX("javax.servlet", "ee8");

    private static final int MAX_FILES = 1000;
    private static final int MAX_CAUSES = 16;

    private final String packageName;
    private final String environment;

    ServletNamespace(String packageName, String environment) {
        this.packageName = packageName;
        this.environment = environment;
    }

    /** The namespace of an environment, such as {@code ee8}. */
    public static ServletNamespace ofEnvironment(String name) {
        return name.toLowerCase(Locale.ROOT).equals(JAVAX.environment) ? JAVAX : JAKARTA;
    }

    /** The namespace of a class of the API. */
    public static ServletNamespace ofType(Class<?> type) {
        return type.getName().startsWith(JAVAX.packageName) ? JAVAX : JAKARTA;
    }

    /** The name of the package of the API. */
    public String packageName() {
        return packageName;
    }

    /** The other of the two. */
    public ServletNamespace other() {
        return this == JAKARTA ? JAVAX : JAKARTA;
    }

    /**
     * Finds a class that is compiled for the other namespace where none is compiled for this one. Looks at 1000 class files at most.
     *
     * @param directory the root of the packages, perhaps in an archive
     * @return the file, or null when there is none
     * @throws IOException when a file cannot be read
     */
    public @Nullable Path findForeignClass(Path directory) throws IOException {
        Path foreign = null;
        String own = constant();
        String others = other().constant();
        try (Stream<Path> files = Files.walk(directory)) {
            Iterator<Path> classes = files.filter(file -> file.toString().endsWith(".class"))
                    .limit(MAX_FILES)
                    .iterator();
            while (classes.hasNext()) {
                Path file = classes.next();
                // the JDK looks through texts in one step for many octets
                String octets = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                if (octets.contains(own)) {
                    return null;
                }
                if (foreign == null && octets.contains(others)) {
                    foreign = file;
                }
            }
        }
        return foreign;
    }

    /** How class files name types of the API (JVMS, section 4.2.1). */
    private String constant() {
        return packageName.replace('.', '/') + "/";
    }

    /** Whether a class of the other namespace was missing. */
    public boolean isCauseOf(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++, cause = cause.getCause()) {
            String message = cause.getMessage();
            boolean missing = cause instanceof NoClassDefFoundError || cause instanceof ClassNotFoundException;
            if (missing
                    && message != null
                    && (message.contains(other().packageName + ".") || message.contains(other().constant()))) {
                return true;
            }
        }
        return false;
    }

    /** What to do with an application that is compiled for the other namespace. */
    public String remedy() {
        String right = other().environment;
        return "deploy it to " + right + ": environment=" + right + " in its .properties file, and the module " + right
                + "-deploy";
    }
}
