package org.eclipse.jetty.ee10.security.jaspi;

import jakarta.security.auth.message.config.AuthConfigFactory;
import jakarta.security.auth.message.config.AuthConfigProvider;
import jakarta.security.auth.message.config.RegistrationListener;
import jakarta.security.auth.message.module.ServerAuthModule;
import jakarta.servlet.ServletContext;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the providers of authentication by message layer and application, in memory. What an application has registered ends with it.
 * Guarded by its monitor, which is not held while providers and listeners are called.
 */
public class DefaultAuthConfigFactory extends AuthConfigFactory {
    private static final String MODULE_ATTRIBUTE = DefaultAuthConfigFactory.class.getName() + ".module";

    private final Map<Place, Registration> registrations = new LinkedHashMap<>();
    private final List<Listening> listeners = new ArrayList<>();

    @Override
    public @Nullable AuthConfigProvider getConfigProvider(
            @Nullable String layer, @Nullable String appContext, @Nullable RegistrationListener listener) {
        Place asked = new Place(layer, appContext);
        synchronized (this) {
            Registration found = find(asked);
            if (listener != null) {
                listeners.removeIf(known -> known.listener == listener && known.place.equals(asked));
                listeners.add(new Listening(asked, listener, found));
            }
            return found == null ? null : found.provider;
        }
    }

    /** The registration for exactly a place, for its application, for its layer, or for all: the first that there is. */
    private @Nullable Registration find(Place place) {
        for (Place known : new Place[] {
            place, new Place(null, place.appContext), new Place(place.layer, null), new Place(null, null)
        }) {
            Registration registration = registrations.get(known);
            if (registration != null) {
                return registration;
            }
        }
        return null;
    }

    /**
     * Registers a provider that is made of its class, by its constructor of a map and a factory.
     *
     * @param className null if nothing shall authenticate this layer and application
     */
    @Override
    @SuppressWarnings("rawtypes") // as in the older versions of the API
    public String registerConfigProvider(
            @Nullable String className,
            @Nullable Map properties,
            @Nullable String layer,
            @Nullable String appContext,
            @Nullable String description) {
        AuthConfigProvider provider = className == null ? null : newProvider(className, properties);
        return register(provider, layer, appContext, description);
    }

    private static AuthConfigProvider newProvider(String className, @Nullable Map<?, ?> properties) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            Class<?> type = Class.forName(
                    className, true, loader == null ? DefaultAuthConfigFactory.class.getClassLoader() : loader);
            return type.asSubclass(AuthConfigProvider.class)
                    .getConstructor(Map.class, AuthConfigFactory.class)
                    .newInstance(properties, null);
        } catch (InvocationTargetException x) {
            throw new IllegalArgumentException("provider: " + className + ": " + x.getCause(), x.getCause());
        } catch (ReflectiveOperationException | ClassCastException | LinkageError x) {
            throw new IllegalArgumentException(
                    "provider: " + className
                            + " (expected: the name of a class of AuthConfigProvider with a public constructor of"
                            + " Map and AuthConfigFactory)",
                    x);
        }
    }

    @Override
    public String registerConfigProvider(
            AuthConfigProvider provider,
            @Nullable String layer,
            @Nullable String appContext,
            @Nullable String description) {
        return register(Objects.requireNonNull(provider, "provider"), layer, appContext, description);
    }

    private String register(
            @Nullable AuthConfigProvider provider,
            @Nullable String layer,
            @Nullable String appContext,
            @Nullable String description) {
        Place place = new Place(layer, appContext);
        Registration registration = new Registration(
                place, provider, description, Thread.currentThread().getContextClassLoader());
        List<Listening> changed;
        synchronized (this) {
            registrations.put(place, registration);
            changed = changed();
        }
        report(changed);
        return place.id();
    }

    /**
     * Registers a module for the application of a servlet context.
     *
     * @param context the {@link ServletContext}
     */
    // since Jakarta Authentication 3.0: no @Override, as older versions of the API have no such method
    public String registerServerAuthModule(ServerAuthModule module, Object context) {
        ServletContext servletContext = servletContext(context);
        String id = registerConfigProvider(
                new ModuleProvider(module),
                SimpleAuthConfig.HTTP_SERVLET,
                appContext(servletContext),
                "module " + module.getClass().getName());
        servletContext.setAttribute(MODULE_ATTRIBUTE, id);
        return id;
    }

    /** Removes the module that was registered for the application of a servlet context. */
    // since Jakarta Authentication 3.0: no @Override, as older versions of the API have no such method
    public void removeServerAuthModule(Object context) {
        ServletContext servletContext = servletContext(context);
        if (servletContext.getAttribute(MODULE_ATTRIBUTE) instanceof String id) {
            servletContext.removeAttribute(MODULE_ATTRIBUTE);
            removeRegistration(id);
        }
    }

    private static ServletContext servletContext(Object context) {
        if (context instanceof ServletContext servletContext) {
            return servletContext;
        }
        throw new IllegalArgumentException("context of a module: " + context + " (expected: a ServletContext)");
    }

    /** The identifier of an application: host name, space, context path (Jakarta Authentication, chapter 3). */
    static String appContext(ServletContext context) {
        return context.getVirtualServerName() + " " + context.getContextPath();
    }

    @Override
    public boolean removeRegistration(String registrationId) {
        List<Listening> changed;
        synchronized (this) {
            if (!registrations.keySet().removeIf(place -> place.id().equals(registrationId))) {
                return false;
            }
            changed = changed();
        }
        report(changed);
        return true;
    }

    /** Removes what an application has registered, or what has classes of it. */
    void removeRegistrations(ClassLoader application) {
        List<Listening> changed;
        synchronized (this) {
            registrations.values().removeIf(registration -> registration.isOf(application));
            listeners.removeIf(known -> isOf(known.listener.getClass().getClassLoader(), application));
            changed = changed();
        }
        report(changed);
    }

    private static boolean isOf(@Nullable ClassLoader loader, ClassLoader application) {
        for (ClassLoader parent = loader; parent != null; parent = parent.getParent()) {
            if (parent == application) {
                return true;
            }
        }
        return false;
    }

    /** Those that would get another registration than they know now. */
    private List<Listening> changed() {
        List<Listening> changed = new ArrayList<>();
        for (int i = 0; i < listeners.size(); i++) {
            Listening known = listeners.get(i);
            Registration now = find(known.place);
            if (now != known.registration) {
                changed.add(known);
                listeners.set(i, new Listening(known.place, known.listener, now));
            }
        }
        return changed;
    }

    private static void report(List<Listening> changed) {
        for (Listening each : changed) {
            each.listener.notify(each.place.layer, each.place.appContext);
        }
    }

    @Override
    public String[] detachListener(RegistrationListener listener, @Nullable String layer, @Nullable String appContext) {
        List<String> ids = new ArrayList<>();
        synchronized (this) {
            listeners.removeIf(known -> {
                boolean detached = known.listener == listener
                        && (layer == null || layer.equals(known.place.layer))
                        && (appContext == null || appContext.equals(known.place.appContext));
                if (detached && known.registration != null) {
                    ids.add(known.registration.place.id());
                }
                return detached;
            });
        }
        return ids.toArray(new String[0]);
    }

    /** @param provider null for the registrations of all */
    @Override
    public synchronized String[] getRegistrationIDs(@Nullable AuthConfigProvider provider) {
        return registrations.values().stream()
                .filter(registration -> provider == null || registration.provider == provider)
                .map(registration -> registration.place.id())
                .toArray(String[]::new);
    }

    @Override
    public synchronized @Nullable RegistrationContext getRegistrationContext(String registrationId) {
        return registrations.values().stream()
                .filter(registration -> registration.place.id().equals(registrationId))
                .findFirst()
                .orElse(null);
    }

    /** Does nothing: registrations are not stored. */
    @Override
    public void refresh() {
        // no declaration is to be read again
    }

    /** What a registration is for; null for each layer, or each application. */
    private record Place(@Nullable String layer, @Nullable String appContext) {
        /** The identifier of a registration, which a null cannot be confused with a name in. */
        private String id() {
            return (layer == null ? "*" : "=" + layer) + "[" + (appContext == null ? "*" : "=" + appContext) + "]";
        }
    }

    /** A listener, and the registration that it has last been given or notified of. */
    private record Listening(
            Place place,
            RegistrationListener listener,
            @Nullable Registration registration) {}

    /** A provider for a place. Immutable, and equal to itself only. */
    private static final class Registration implements RegistrationContext {
        private final Place place;
        private final @Nullable AuthConfigProvider provider;
        private final @Nullable String description;
        private final @Nullable ClassLoader registrant;

        private Registration(
                Place place,
                @Nullable AuthConfigProvider provider,
                @Nullable String description,
                @Nullable ClassLoader registrant) {
            this.place = place;
            this.provider = provider;
            this.description = description;
            this.registrant = registrant;
        }

        private boolean isOf(ClassLoader application) {
            return DefaultAuthConfigFactory.isOf(registrant, application)
                    || provider != null
                            && DefaultAuthConfigFactory.isOf(provider.getClass().getClassLoader(), application);
        }

        @Override
        public @Nullable String getMessageLayer() {
            return place.layer;
        }

        @Override
        public @Nullable String getAppContext() {
            return place.appContext;
        }

        @Override
        public @Nullable String getDescription() {
            return description;
        }

        /** Returns false: registrations last until the server ends. */
        @Override
        public boolean isPersistent() {
            return false;
        }
    }
}
