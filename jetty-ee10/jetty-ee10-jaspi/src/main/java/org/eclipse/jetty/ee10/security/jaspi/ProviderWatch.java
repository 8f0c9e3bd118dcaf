package org.eclipse.jetty.ee10.security.jaspi;

import jakarta.security.auth.message.AuthException;
import jakarta.security.auth.message.config.AuthConfigFactory;
import jakarta.security.auth.message.config.AuthConfigProvider;
import jakarta.security.auth.message.config.RegistrationListener;
import jakarta.security.auth.message.config.ServerAuthConfig;
import javax.security.auth.callback.CallbackHandler;
import org.eclipse.jetty.util.thread.ThreadClassLoaderScope;
import org.jspecify.annotations.Nullable;

/**
 * The provider that is registered for an application at present, and its configuration. Thread-safe: what the factory reports while it
 * is asked makes it be asked again.
 */
final class ProviderWatch implements RegistrationListener {
    private final String layer;
    private final String appContext;
    private final CallbackHandler handler;
    private volatile @Nullable Found found;
    private volatile boolean released;
    private long changes;

    ProviderWatch(String layer, String appContext, CallbackHandler handler) {
        this.layer = layer;
        this.appContext = appContext;
        this.handler = handler;
    }

    /** The factory of the environment, never of an application; null for none. */
    static @Nullable AuthConfigFactory factory() {
        try (ThreadClassLoaderScope scope = new ThreadClassLoaderScope(ProviderWatch.class.getClassLoader())) {
            return AuthConfigFactory.getFactory();
        }
    }

    /** Lets the factory be asked, until {@link #release}. */
    void begin() {
        released = false;
    }

    /** Whether there is a provider; true also after the end of the application, whose last requests must not pass without one. */
    boolean isRegistered() {
        return released || find().provider != null;
    }

    /** The configuration of the provider; null if none is registered. */
    @Nullable
    ServerAuthConfig getConfig() throws AuthException {
        if (released) {
            throw new AuthException("application " + appContext + " has stopped");
        }
        Found current = find();
        if (current.provider == null) {
            return null;
        }
        synchronized (current) {
            if (current.config == null) {
                current.config = current.provider.getServerAuthConfig(layer, appContext, handler);
                if (current.config == null) {
                    throw new AuthException("configuration of " + current.provider + " for " + layer + ", " + appContext
                            + ": null (expected: a ServerAuthConfig)");
                }
            }
            return current.config;
        }
    }

    private Found find() {
        Found current = found;
        if (current != null) {
            return current;
        }
        long before;
        synchronized (this) {
            before = changes;
        }
        AuthConfigFactory factory = factory();
        current = new Found(factory == null ? null : factory.getConfigProvider(layer, appContext, this));
        synchronized (this) {
            if (before == changes && factory != null) {
                found = current;
            }
        }
        return current;
    }

    @Override
    public synchronized void notify(@Nullable String changedLayer, @Nullable String changedContext) {
        changes++;
        found = null;
    }

    /** Forgets the provider, and gives up what the application of a class loader has registered. */
    void release(@Nullable ClassLoader application) {
        released = true;
        AuthConfigFactory factory = factory();
        if (factory != null) {
            factory.detachListener(this, layer, appContext);
            if (application != null && factory instanceof DefaultAuthConfigFactory own) {
                own.removeRegistrations(application);
            }
        }
        notify(layer, appContext);
    }

    /** An answer of the factory. Guarded by its monitor. */
    private static final class Found {
        private final @Nullable AuthConfigProvider provider;
        private @Nullable ServerAuthConfig config;

        private Found(@Nullable AuthConfigProvider provider) {
            this.provider = provider;
        }
    }
}
