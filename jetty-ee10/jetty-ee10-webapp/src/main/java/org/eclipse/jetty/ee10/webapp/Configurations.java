package org.eclipse.jetty.ee10.webapp;

import java.io.IOException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.ExceptionUtil;
import org.eclipse.jetty.util.TopologicalSort;
import org.eclipse.jetty.util.component.Dumpable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An ordered list of configurations, one of each class. Guarded by the life cycle of its web application; the known ones
 * are thread-safe.
 */
public class Configurations extends AbstractList<Configuration> implements Dumpable {
    /** The attribute of a server with the configurations of its web applications. */
    public static final String SERVER_DEFAULT_ATTR = "org.eclipse.jetty.webapp.configurations";

    private static final Logger LOG = LoggerFactory.getLogger(Configurations.class);
    private static @Nullable List<Configuration> known;

    private final List<Configuration> configurations = new ArrayList<>();

    public Configurations() {}

    public Configurations(List<Configuration> configurations) {
        configurations.forEach(this::add);
    }

    public Configurations(Configuration... configurations) {
        add(configurations);
    }

    /** Makes a list of configurations by class name. */
    public Configurations(String... classNames) {
        add(classNames);
    }

    /** Returns the available configurations that are services of this class path, in order. */
    public static synchronized List<Configuration> getKnown() {
        if (known == null) {
            Map<Class<?>, Configuration> found = new LinkedHashMap<>();
            ClassLoader own = Configuration.class.getClassLoader();
            load(ServiceLoader.load(Configuration.class, own), found);
            ClassLoader context = Thread.currentThread().getContextClassLoader();
            if (context != null && context != own) {
                load(ServiceLoader.load(Configuration.class, context), found);
            }
            known = ordered(new ArrayList<>(found.values()));
        }
        return known;
    }

    /** Sets the configurations that are known, in place of the services. */
    public static synchronized void setKnown(String... classNames) {
        List<Configuration> list = new ArrayList<>();
        for (String name : classNames) {
            list.add(newConfiguration(name));
        }
        known = ordered(list);
    }

    private static void load(ServiceLoader<Configuration> loader, Map<Class<?>, Configuration> found) {
        for (var services = loader.iterator(); hasNext(services); ) {
            try {
                Configuration configuration = services.next();
                if (configuration.isAvailable()) {
                    found.putIfAbsent(configuration.getClass(), configuration);
                } else {
                    LOG.debug("{} is not available", configuration);
                }
            } catch (ServiceConfigurationError x) {
                // one broken jar must not keep every application from starting
                LOG.warn("Ignoring a configuration: {}", x.toString());
                LOG.debug("ignored", x);
            }
        }
    }

    private static boolean hasNext(java.util.Iterator<Configuration> services) {
        try {
            return services.hasNext();
        } catch (ServiceConfigurationError x) {
            LOG.warn("Ignoring configurations: {}", x.toString());
            return false;
        }
    }

    private static List<Configuration> ordered(List<Configuration> list) {
        sort(list);
        return Collections.unmodifiableList(list);
    }

    /** Makes the configurations that are enabled by default those of a server, to be changed there. */
    public static Configurations setServerDefault(Server server) {
        if (server.getAttribute(SERVER_DEFAULT_ATTR) instanceof Configurations present) {
            return present;
        }
        Configurations defaults = enabled();
        server.setAttribute(SERVER_DEFAULT_ATTR, defaults);
        return defaults;
    }

    /** Returns a copy of the configurations of a server, or of those that are enabled by default. */
    public static Configurations getServerDefault(@Nullable Server server) {
        Object value = server == null ? null : server.getAttribute(SERVER_DEFAULT_ATTR);
        if (value instanceof Configurations present) {
            return new Configurations((List<Configuration>) present);
        }
        if (value instanceof String[] classNames) {
            return new Configurations(classNames);
        }
        return enabled();
    }

    private static Configurations enabled() {
        Configurations defaults = new Configurations();
        for (Configuration configuration : getKnown()) {
            if (configuration.isEnabledByDefault()) {
                defaults.add(configuration);
            }
        }
        return defaults;
    }

    /** Returns the known configuration of a class name, or a new one. */
    protected static Configuration newConfiguration(String className) {
        synchronized (Configurations.class) {
            if (known != null) {
                for (Configuration configuration : known) {
                    if (configuration.getClass().getName().equals(className)) {
                        return configuration;
                    }
                }
            }
        }
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            Class<?> type =
                    Class.forName(className, true, loader == null ? Configurations.class.getClassLoader() : loader);
            return type.asSubclass(Configuration.class).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException x) {
            throw new IllegalArgumentException(
                    "configuration: " + className + " (expected: the name of a " + Configuration.class.getName() + ")",
                    x);
        }
    }

    @Override
    public boolean add(Configuration configuration) {
        // one of a class, in the place of the first
        for (int i = 0; i < configurations.size(); i++) {
            if (configurations.get(i).getClass() == configuration.getClass()) {
                configurations.set(i, configuration);
                return false;
            }
        }
        return configurations.add(configuration);
    }

    public void add(Configuration... additions) {
        for (Configuration configuration : additions) {
            add(configuration);
        }
    }

    public void add(String... classNames) {
        for (String name : classNames) {
            add(newConfiguration(name));
        }
    }

    /** Returns the configuration of a type. */
    public <T> @Nullable T get(Class<? extends T> type) {
        for (Configuration configuration : configurations) {
            if (type.isInstance(configuration)) {
                return type.cast(configuration);
            }
        }
        return null;
    }

    public <T> List<T> getConfigurations(Class<? extends T> type) {
        List<T> found = new ArrayList<>();
        for (Configuration configuration : configurations) {
            if (type.isInstance(configuration)) {
                found.add(type.cast(configuration));
            }
        }
        return found;
    }

    @Override
    public void clear() {
        configurations.clear();
    }

    public void set(Configuration... replacements) {
        clear();
        add(replacements);
    }

    public void set(String... classNames) {
        clear();
        add(classNames);
    }

    public void remove(Configuration... removals) {
        for (Configuration removal : removals) {
            configurations.removeIf(c -> c.getClass() == removal.getClass());
        }
    }

    @SafeVarargs
    public final void remove(Class<? extends Configuration>... classes) {
        for (Class<?> type : classes) {
            configurations.removeIf(c -> c.getClass() == type);
        }
    }

    public void remove(String... classNames) {
        for (String name : classNames) {
            configurations.removeIf(c -> c.getClass().getName().equals(name));
        }
    }

    @Override
    public int size() {
        return configurations.size();
    }

    @Override
    public Configuration get(int index) {
        return configurations.get(index);
    }

    @Override
    public Configuration[] toArray() {
        return configurations.toArray(new Configuration[0]);
    }

    public List<Configuration> getConfigurations() {
        return Collections.unmodifiableList(configurations);
    }

    /** Orders by dependencies, and leaves out what another one replaces. */
    public void sort() {
        sort(configurations);
    }

    /** Orders by dependencies, else as given, and leaves out what another one replaces; a cycle fails with its names. */
    public static void sort(List<Configuration> list) {
        Map<String, Configuration> byName = new LinkedHashMap<>();
        Map<String, String> replaced = new LinkedHashMap<>();
        for (Configuration configuration : list) {
            byName.put(configuration.getClass().getName(), configuration);
            if (configuration.replaces() != null) {
                replaced.put(
                        configuration.replaces().getName(),
                        configuration.getClass().getName());
            }
        }
        replaced.keySet().forEach(byName::remove);
        TopologicalSort<Configuration> sort = new TopologicalSort<>();
        for (Configuration configuration : byName.values()) {
            for (String name : configuration.getDependencies()) {
                Configuration before = byName.get(replaced.getOrDefault(name, name));
                if (before != null) {
                    sort.addBeforeAfter(before, configuration);
                }
            }
            for (String name : configuration.getDependents()) {
                Configuration after = byName.get(replaced.getOrDefault(name, name));
                if (after != null) {
                    sort.addBeforeAfter(configuration, after);
                }
            }
        }
        List<Configuration> sorted = new ArrayList<>(byName.values());
        sort.sort(sorted);
        list.clear();
        list.addAll(sorted);
    }

    /** Calls all, in order; one that is added meanwhile is called from {@link #configure} on. */
    public void preConfigure(WebAppContext context) throws Exception {
        for (Configuration configuration : List.copyOf(configurations)) {
            LOG.debug("preConfigure {} with {}", context, configuration);
            configuration.preConfigure(context);
        }
    }

    /**
     * Calls all, in order, until one aborts.
     *
     * @return false when one aborted
     */
    public boolean configure(WebAppContext context) throws Exception {
        for (Configuration configuration : configurations) {
            LOG.debug("configure {} with {}", context, configuration);
            configuration.configure(context);
            if (configuration.abort(context)) {
                return false;
            }
        }
        return true;
    }

    /** Calls all, in order. */
    public void postConfigure(WebAppContext context) throws Exception {
        for (Configuration configuration : configurations) {
            configuration.postConfigure(context);
        }
    }

    /** Calls all, the last one first, also after one has failed; returns what they failed by. */
    @Nullable
    Throwable deconfigure(WebAppContext context) {
        Throwable failure = null;
        for (int i = configurations.size(); i-- > 0; ) {
            try {
                configurations.get(i).deconfigure(context);
            } catch (Throwable x) {
                failure = ExceptionUtil.combine(failure, x);
            }
        }
        return failure;
    }

    /** Calls all, the last one first, also after one has failed. */
    void destroy(WebAppContext context) {
        for (int i = configurations.size(); i-- > 0; ) {
            Configuration configuration = configurations.get(i);
            try {
                configuration.destroy(context);
            } catch (Exception x) {
                LOG.warn("{} failed to destroy what it made for {}", configuration, context, x);
            }
        }
    }

    @Override
    public String dump() {
        return Dumpable.dump(this);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, "configurations", configurations.toArray());
    }

    @Override
    public String toString() {
        return configurations.toString();
    }
}
