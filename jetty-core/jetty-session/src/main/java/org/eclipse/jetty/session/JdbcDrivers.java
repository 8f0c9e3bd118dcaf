package org.eclipse.jetty.session;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the driver of a database: those of the server come before those of an application. */
final class JdbcDrivers {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcDrivers.class);
    private static final int MOST_BROKEN = 16;
    private static final String WHERE = "with its jar in lib/ext (module ext)";

    private JdbcDrivers() {}

    /**
     * Makes a driver.
     *
     * @throws IllegalArgumentException if it cannot be made
     */
    static Driver load(String className) {
        Throwable failure = null;
        for (ClassLoader loader : loaders()) {
            try {
                Class<?> type = Class.forName(className, true, loader);
                if (Driver.class.isAssignableFrom(type)) {
                    return (Driver) type.getDeclaredConstructor().newInstance();
                }
                failure = new ClassCastException(className + " is not a java.sql.Driver");
            } catch (ReflectiveOperationException | LinkageError x) {
                if (failure == null) {
                    failure = x;
                }
            }
        }
        throw new IllegalArgumentException(
                "driverClass: " + className + " (expected: the class of a JDBC driver, " + WHERE + ")", failure);
    }

    private static List<ClassLoader> loaders() {
        List<ClassLoader> loaders = new ArrayList<>();
        loaders.add(JdbcDrivers.class.getClassLoader());
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null) {
            loaders.add(context);
        }
        return loaders;
    }

    /**
     * Returns the driver that knows a URL.
     *
     * @param given the one that it is to be; null for any
     * @throws IllegalArgumentException if there is none
     */
    static Driver find(@Nullable Driver given, @Nullable String url) {
        Set<String> names = new LinkedHashSet<>();
        if (url != null && url.startsWith("jdbc:")) {
            for (Driver driver : given != null ? List.of(given) : known()) {
                if (accepts(driver, url)) {
                    return driver;
                }
                names.add(driver.getClass().getName());
            }
        }
        throw new IllegalArgumentException(
                "driverUrl: " + withoutSecrets(url) + " (expected: a JDBC URL for the driver "
                        + (names.isEmpty() ? "of the database, " + WHERE : String.join(", ", names)) + ")");
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException x) {
            // it knows the kind, and refuses what is in it, as connecting will tell
            return true;
        }
    }

    private static List<Driver> known() {
        List<Driver> drivers = new ArrayList<>();
        for (ClassLoader loader : loaders()) {
            Iterator<Driver> services = ServiceLoader.load(Driver.class, loader).iterator();
            for (int broken = 0; broken < MOST_BROKEN; ) {
                try {
                    if (!services.hasNext()) {
                        break;
                    }
                    drivers.add(services.next());
                } catch (ServiceConfigurationError x) {
                    // that of another database, most likely
                    LOG.debug("a driver cannot be loaded", x);
                    broken++;
                }
            }
        }
        DriverManager.drivers().forEach(drivers::add);
        return drivers;
    }

    /** A URL as far as it may be shown: without user, password and parameters. */
    static String withoutSecrets(@Nullable String url) {
        return url == null ? "(empty)" : url.replaceAll("[?;].*", "...").replaceAll("//[^/@]*@", "//...@");
    }
}
