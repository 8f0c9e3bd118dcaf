package org.eclipse.jetty.websocket.core;

import java.util.Iterator;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.websocket.core.exception.WebSocketException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The extensions that sessions can use, by name. Thread-safe. */
public class WebSocketExtensionRegistry implements Iterable<Class<? extends Extension>> {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketExtensionRegistry.class);

    private final Map<String, Class<? extends Extension>> extensions = new ConcurrentHashMap<>();

    /** With those that {@link ServiceLoader} finds. */
    public WebSocketExtensionRegistry() {
        Iterator<ServiceLoader.Provider<Extension>> providers =
                ServiceLoader.load(Extension.class, WebSocketExtensionRegistry.class.getClassLoader()).stream()
                        .iterator();
        while (providers.hasNext()) {
            try {
                register(providers.next());
            } catch (ServiceConfigurationError x) {
                LOG.warn("extension not usable", x);
            }
        }
    }

    /** Registers what a provider makes, by the name that it has before it is initialized. */
    void register(ServiceLoader.Provider<? extends Extension> provider) {
        try {
            register(provider.get().getName(), provider.type());
        } catch (IllegalStateException | WebSocketException x) {
            LOG.warn("extension without a name of its own is not usable: {}", provider.type(), x);
        }
    }

    public Map<String, Class<? extends Extension>> getAvailableExtensions() {
        return Map.copyOf(extensions);
    }

    public @Nullable Class<? extends Extension> getExtension(String name) {
        return extensions.get(name);
    }

    public Set<String> getAvailableExtensionNames() {
        return Set.copyOf(extensions.keySet());
    }

    public boolean isAvailable(String name) {
        return extensions.containsKey(name);
    }

    @Override
    public Iterator<Class<? extends Extension>> iterator() {
        return getAvailableExtensions().values().iterator();
    }

    /**
     * Makes an extension, if it is known.
     *
     * @throws IllegalArgumentException if it cannot meet its parameters
     */
    public @Nullable Extension newInstance(ExtensionConfig config, WebSocketComponents components) {
        Class<? extends Extension> type = config == null ? null : extensions.get(config.getName());
        if (type == null) {
            return null;
        }
        Extension extension;
        try {
            extension = components
                    .getObjectFactory()
                    .decorate(type.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException x) {
            throw new WebSocketException("extension " + config.getName() + " cannot be made of " + type, x);
        }
        extension.init(config, components);
        return extension;
    }

    public void register(String name, Class<? extends Extension> extension) {
        if (name == null || name.isBlank()) {
            throw new WebSocketException("extension without name: " + extension);
        }
        extensions.put(name, extension);
    }

    public void unregister(String name) {
        extensions.remove(name);
    }
}
