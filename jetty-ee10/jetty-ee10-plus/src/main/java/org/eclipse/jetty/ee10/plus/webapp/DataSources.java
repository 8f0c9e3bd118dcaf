package org.eclipse.jetty.ee10.plus.webapp;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.sql.CommonDataSource;
import javax.sql.DataSource;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.plus.jndi.DataSourceCloser;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data sources that an application defines for itself (Jakarta EE platform section 5.18). They are beans of their class,
 * which may be that of a pool; they are closed with the application. Thread-safe.
 */
public class DataSources {
    private static final Logger LOG = LoggerFactory.getLogger(DataSources.class);

    /** What pools and drivers call the settings of the specification. */
    private static final Map<String, List<String>> NAMES = Map.of(
            "url", List.of("url", "jdbcUrl"),
            "user", List.of("user", "username"),
            "maxPoolSize", List.of("maxPoolSize", "maximumPoolSize", "maxTotal"),
            "minPoolSize", List.of("minPoolSize", "minimumIdle", "minIdle"),
            "initialPoolSize", List.of("initialPoolSize", "initialSize"));

    /** Settings without which a data source is another one than was meant. */
    private static final Set<String> NEEDED =
            Set.of("url", "user", "password", "databaseName", "serverName", "portNumber");

    private static final Map<String, Integer> ISOLATION_LEVELS = Map.of(
            "TRANSACTION_READ_UNCOMMITTED", 1,
            "TRANSACTION_READ_COMMITTED", 2,
            "TRANSACTION_REPEATABLE_READ", 4,
            "TRANSACTION_SERIALIZABLE", 8);

    private final WebAppContext context;
    private final ResourceReferences references;
    private final Map<String, CommonDataSource> defined = new HashMap<>();

    DataSources(WebAppContext context, ResourceReferences references) {
        this.context = context;
        this.references = references;
    }

    /** Returns the property of an element: max-pool-size is maxPoolSize. */
    static String property(String tag) {
        StringBuilder name = new StringBuilder();
        for (String word : tag.split("-")) {
            name.append(name.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ENGLISH) + word.substring(1));
        }
        return name.toString();
    }

    /** Whether a data source of this name is defined. */
    public synchronized boolean isDefined(String name) {
        return defined.containsKey(name);
    }

    /**
     * Makes a data source and binds it.
     *
     * @param name relative to java:comp/env, or with a name space
     * @param className a class with a constructor without parameters
     * @param settings those that the specification names; what the class does not know of pools and transactions is left out
     * @param properties all others; the class must know them
     * @throws IllegalArgumentException when the class, or a property, is none
     */
    public synchronized void define(
            String name, String className, Map<String, String> settings, Map<String, String> properties)
            throws Exception {
        CommonDataSource dataSource = newInstance(className);
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            boolean known = false;
            for (String property : NAMES.getOrDefault(setting.getKey(), List.of(setting.getKey()))) {
                known = known || set(dataSource, property, setting.getValue());
            }
            if (known) {
                continue;
            }
            if (NEEDED.contains(setting.getKey())) {
                throw unknown(className, setting.getKey());
            }
            LOG.debug("{} of data source {} is nothing that {} knows", setting.getKey(), name, className);
        }
        for (Map.Entry<String, String> property : properties.entrySet()) {
            if (!set(dataSource, property.getKey(), property.getValue())) {
                throw unknown(className, property.getKey());
            }
        }
        references.bindObject(name, dataSource);
        defined.put(name, dataSource);
    }

    private static IllegalArgumentException unknown(String className, String property) {
        return new IllegalArgumentException("property: " + property + " (expected: one that " + className + " has)");
    }

    private CommonDataSource newInstance(String className) throws Exception {
        try {
            return (CommonDataSource) Objects.requireNonNull(context.getClassLoader())
                    .loadClass(className)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException x) {
            throw new IllegalArgumentException(
                    "class-name: " + className + " (expected: the class of a data source): " + x, x);
        }
    }

    /** Sets a property by its setter; false when there is none. */
    private static boolean set(Object bean, String property, String text) throws Exception {
        for (Method method : bean.getClass().getMethods()) {
            if (method.getParameterCount() != 1 || !method.getName().equalsIgnoreCase("set" + property)) {
                continue;
            }
            Object value = convert(text, method.getParameterTypes()[0]);
            if (value == null) {
                continue;
            }
            try {
                method.invoke(bean, value);
            } catch (InvocationTargetException x) {
                throw new IllegalArgumentException("property: " + property + ": " + text + ": " + x.getCause(), x);
            }
            return true;
        }
        return false;
    }

    /** Returns the text as an object of a type; null when that is no type of a setting. */
    private static @Nullable Object convert(String text, Class<?> type) {
        if (type == String.class) {
            return text;
        }
        if (type == boolean.class || type == Boolean.class) {
            return Boolean.valueOf(text.trim());
        }
        try {
            if (type == int.class || type == Integer.class) {
                Integer level = ISOLATION_LEVELS.get(text.trim());
                return level == null ? Integer.valueOf(text.trim()) : level;
            }
            if (type == long.class || type == Long.class) {
                return Long.valueOf(text.trim());
            }
        } catch (NumberFormatException x) {
            throw new IllegalArgumentException(text + " (expected: a number)", x);
        }
        return null;
    }

    /** Closes all data sources. */
    synchronized void close() {
        for (CommonDataSource dataSource : new ArrayList<>(defined.values())) {
            if (dataSource instanceof DataSource closing) {
                new DataSourceCloser(closing).destroy();
            }
        }
        defined.clear();
    }
}
