package org.eclipse.jetty.ee10.plus.webapp;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.LinkLoopException;
import javax.naming.LinkRef;
import javax.naming.NamingException;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.jndi.ComponentNaming;
import org.eclipse.jetty.jndi.JavaURLContext;
import org.eclipse.jetty.jndi.NamingContext;
import org.eclipse.jetty.plus.annotation.Injection;
import org.eclipse.jetty.plus.annotation.InjectionResolver;
import org.eclipse.jetty.plus.jndi.Link;
import org.eclipse.jetty.plus.jndi.NamingEntry;
import org.eclipse.jetty.plus.jndi.NamingEntryUtil;
import org.jspecify.annotations.Nullable;

/**
 * Binds what a web application refers to in its java:comp/env. What a name stands for is, of these, the first that exists:
 *
 * <pre>
 * what is bound there already, such as a setting
 * an entry of the lookup name, or mapped name, or that which a Link has for the name; else the name itself;
 *     of the application, the environment, the server, the JVM, in this order
 * the lookup name, or mapped name, in the directory
 * the container's object of the type: a UserTransaction
 * the entry named TYPE/default, such as javax.sql.DataSource/default
 * </pre>
 *
 * Thread-safe.
 */
public class ResourceReferences implements InjectionResolver {
    /** Objects of the container that are injected by their type (Jakarta EE platform sections 5.10 and 5.11). */
    private static final Map<String, String> BY_TYPE = Map.of(
            "jakarta.transaction.UserTransaction", "UserTransaction",
            "jakarta.transaction.TransactionSynchronizationRegistry", "TransactionSynchronizationRegistry",
            "jakarta.enterprise.inject.spi.BeanManager", "BeanManager");

    private static final String COMP = "java:comp/";
    private static final int MAX_LINKS = 32;

    private final WebAppContext context;
    private final ComponentNaming naming;

    /** What was bound in java:global, which all applications share, by its name there. */
    private final Map<String, Object> global = new ConcurrentHashMap<>();

    ResourceReferences(WebAppContext context, ComponentNaming naming) {
        this.context = context;
        this.naming = naming;
    }

    /** Returns the scopes of an application, the narrowest first. */
    static List<Object> scopes(WebAppContext context) {
        return Arrays.asList(context, ServletContextHandler.ENVIRONMENT, context.getServer(), null);
    }

    /** Returns the entry of an application's narrowest scope, or null. */
    static <T extends NamingEntry> @Nullable T entry(WebAppContext context, String name, Class<T> type)
            throws NamingException {
        for (Object scope : scopes(context)) {
            NamingEntry entry = NamingEntryUtil.lookupNamingEntry(scope, name);
            if (type.isInstance(entry)) {
                return type.cast(entry);
            }
        }
        return null;
    }

    private @Nullable NamingEntry entry(String name) throws NamingException {
        return entry(context, name, NamingEntry.class);
    }

    /** A context that the container may change, and a name there. */
    private record Place(NamingContext context, String name) {
        boolean isBound() throws NamingException {
            return context.isBound(name);
        }
    }

    /** Returns where a name is bound: below java:comp/env, unless it says another name space. */
    private Place place(String name) {
        if (!name.startsWith(JavaURLContext.SCHEME)) {
            return new Place(naming.env(), name);
        }
        String path = name.substring(JavaURLContext.SCHEME.length());
        int slash = path.indexOf('/');
        String rest = path.substring(slash + 1);
        return switch (slash < 0 ? "" : path.substring(0, slash)) {
            case "comp", "module" -> new Place(naming.component(), rest);
            case "app" -> new Place(naming.application(), rest);
            case "global" -> new Place(JavaURLContext.getGlobal(), rest);
            default ->
                throw new IllegalArgumentException("name: " + name
                        + " (expected: relative to java:comp/env, or below java:comp, module, app or global)");
        };
    }

    /** Binds an object, in place of what its name stood for. */
    void bindObject(String name, Object object) throws NamingException {
        put(place(name), object);
    }

    private void put(Place place, Object object) throws NamingException {
        place.context().put(place.name(), object);
        if (place.context() == JavaURLContext.getGlobal()) {
            global.put(place.name(), object);
        }
    }

    /** Takes out of java:global what this has bound there, unless another application has taken its name. */
    void release() throws NamingException {
        for (Map.Entry<String, Object> bound : global.entrySet()) {
            JavaURLContext.getGlobal().remove(bound.getKey(), bound.getValue());
        }
        global.clear();
    }

    /**
     * Binds a reference, unless its name is bound.
     *
     * @param name relative to java:comp/env
     * @param type the class name of the resource; null when nobody says
     * @param mapping what the reference says that it stands for; or null
     * @return whether the name is bound now
     */
    public boolean bind(String name, @Nullable String type, @Nullable String mapping) throws NamingException {
        Place place = place(name);
        if (place.isBound()) {
            return true;
        }
        Object bound = find(name, type, mapping);
        if (bound == null) {
            return false;
        }
        put(place, bound);
        return true;
    }

    private @Nullable Object find(String name, @Nullable String type, @Nullable String mapping) throws NamingException {
        String mapped = mapping;
        NamingEntry entry = entry(mapped == null ? name : mapped);
        for (int links = 0; entry instanceof Link link; links++) {
            if (links == MAX_LINKS) {
                throw new LinkLoopException("More than " + MAX_LINKS + " links from " + name);
            }
            mapped = link.getLink();
            entry = entry(mapped);
        }
        if (entry != null) {
            return entry.getObject();
        }
        if (mapped != null) {
            return new LinkRef(mapped);
        }
        if (type == null) {
            return null;
        }
        String ofContainer = BY_TYPE.get(type);
        if (ofContainer != null && naming.component().isBound(ofContainer)) {
            return new LinkRef(COMP + ofContainer);
        }
        NamingEntry byDefault = entry(type + "/default");
        return byDefault == null ? null : byDefault.getObject();
    }

    @Override
    public void declare(String name, Class<?> type, @Nullable String mapping) throws NamingException {
        bind(name, type.getName(), mapping);
    }

    @Override
    public @Nullable Object resolve(Injection injection) throws NamingException {
        String name = injection.getJndiName();
        Class<?> type = injection.getResourceClass();
        if (!bind(name, type == null ? null : type.getName(), injection.getMappingName())) {
            return null;
        }
        Place place = place(name);
        return place.context().lookup(place.name());
    }
}
