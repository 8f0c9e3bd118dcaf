package org.eclipse.jetty.start.jvm;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.eclipse.jetty.start.problems.StartLog;

/**
 * Names to SLF4J the provider of the log, which it else searches for in each library, where that search can find nothing else.
 * Stateless.
 */
public final class LogProvider {
    /** What SLF4J and logback search for, and what they find in the libraries of the module logging-jetty. */
    private static final String[][] FOUND = {
        {"META-INF/services/org.slf4j.spi.SLF4JServiceProvider", "ch.qos.logback.classic.spi.LogbackServiceProvider"},
        {
            "META-INF/services/ch.qos.logback.classic.spi.Configurator",
            "org.eclipse.jetty.logging.JettyLoggingConfigurator"
        }
    };

    private static final String NAME = "org.eclipse.jetty.logging.JettyLoggingProvider";
    private static final String PROVIDER = "slf4j.provider";
    private static final String VERBOSITY = "slf4j.internal.verbosity";

    private LogProvider() {}

    /** The class to name; empty if a search in these libraries would find another one, several or none. */
    public static List<String> of(Iterable<Path> jars) throws IOException {
        List<List<String>> found = List.of(new ArrayList<>(), new ArrayList<>());
        for (Path jar : jars) {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                for (int i = 0; i < FOUND.length; i++) {
                    ZipEntry entry = zip.getEntry(FOUND[i][0]);
                    if (entry != null) {
                        found.get(i).add(read(zip, entry));
                    }
                }
            }
        }
        for (int i = 0; i < FOUND.length; i++) {
            if (!found.get(i).equals(List.of(FOUND[i][1]))) {
                return List.of();
            }
        }
        return List.of(NAME);
    }

    private static String read(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
        }
    }

    /**
     * Has the log made by the provider. The system properties that this takes are gone afterwards: applications may have an SLF4J of their
     * own.
     *
     * @param directories of the class path, in which there may be another provider now
     */
    public static void use(String provider, List<String> directories) throws ReflectiveOperationException {
        if (System.getProperty(PROVIDER) != null) {
            return;
        }
        for (String directory : directories) {
            for (String[] service : FOUND) {
                if (new File(directory, service[0]).exists()) {
                    return;
                }
            }
        }
        boolean quiet = System.getProperty(VERBOSITY) == null;
        System.setProperty(PROVIDER, provider);
        // else SLF4J prints a line that says which provider was named
        if (quiet) {
            System.setProperty(VERBOSITY, "WARN");
        }
        try {
            Class.forName("org.slf4j.LoggerFactory")
                    .getMethod("getILoggerFactory")
                    .invoke(null);
        } catch (InvocationTargetException e) {
            StartLog.error("The log is not made: " + e.getCause());
        } finally {
            System.clearProperty(PROVIDER);
            if (quiet) {
                System.clearProperty(VERBOSITY);
            }
        }
    }
}
