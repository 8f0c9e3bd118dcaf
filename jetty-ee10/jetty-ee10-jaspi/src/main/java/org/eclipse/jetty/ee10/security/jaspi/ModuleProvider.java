package org.eclipse.jetty.ee10.security.jaspi;

import jakarta.security.auth.message.AuthException;
import jakarta.security.auth.message.config.AuthConfigFactory;
import jakarta.security.auth.message.config.AuthConfigProvider;
import jakarta.security.auth.message.config.ClientAuthConfig;
import jakarta.security.auth.message.config.ServerAuthConfig;
import jakarta.security.auth.message.module.ServerAuthModule;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.security.auth.callback.CallbackHandler;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates by one module, which is given or is made of the name of its class. The module is initialized for each application that
 * asks, with the properties of this as its options. Thread-safe.
 */
public class ModuleProvider implements AuthConfigProvider {
    /** The property with the name of the class of the module. */
    public static final String MODULE_KEY = "ServerAuthModule";

    private final Map<String, Object> options;
    private final String moduleClass;
    private final @Nullable ServerAuthModule module;

    /**
     * Made of a declaration of the factory.
     *
     * @param properties {@value #MODULE_KEY} has the class of the module; all are its options
     * @param factory where this registers itself for each layer and application; null for nowhere
     */
    public ModuleProvider(@Nullable Map<String, String> properties, @Nullable AuthConfigFactory factory) {
        this(properties == null ? null : properties.get(MODULE_KEY), properties);
        if (factory != null) {
            factory.registerConfigProvider(this, null, null, "authentication by " + moduleClass);
        }
    }

    public ModuleProvider(@Nullable String moduleClass) {
        this(moduleClass, null);
    }

    public ModuleProvider(@Nullable String moduleClass, @Nullable Map<String, ?> options) {
        if (moduleClass == null || moduleClass.isBlank()) {
            throw new IllegalArgumentException(
                    MODULE_KEY + ": " + moduleClass + " (expected: the name of a class of authentication modules)");
        }
        this.moduleClass = moduleClass;
        this.module = null;
        this.options = copy(options);
    }

    public ModuleProvider(ServerAuthModule module) {
        this(module, null);
    }

    public ModuleProvider(ServerAuthModule module, @Nullable Map<String, ?> options) {
        this.module = Objects.requireNonNull(module);
        this.moduleClass = module.getClass().getName();
        this.options = copy(options);
    }

    private static Map<String, Object> copy(@Nullable Map<String, ?> options) {
        return options == null ? Map.of() : new HashMap<>(options);
    }

    /** Returns null: this authenticates the callers of servlets alone. */
    @Override
    public @Nullable ClientAuthConfig getClientAuthConfig(String layer, String appContext, CallbackHandler handler) {
        return null;
    }

    @Override
    public ServerAuthConfig getServerAuthConfig(String layer, String appContext, CallbackHandler handler)
            throws AuthException {
        ServerAuthModule used = module == null ? newModule() : module;
        return new SimpleAuthConfig(appContext, new ModuleContext(used, handler, new HashMap<>(options)));
    }

    private ServerAuthModule newModule() throws AuthException {
        try {
            return moduleType()
                    .asSubclass(ServerAuthModule.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException | LinkageError x) {
            throw (AuthException) new AuthException(MODULE_KEY + ": " + moduleClass
                            + " (expected: the name of a class of authentication modules with a public constructor"
                            + " without parameters): " + x)
                    .initCause(x);
        }
    }

    /** The class of the server, or otherwise of the application, which does not see all of the server. */
    private Class<?> moduleType() throws ClassNotFoundException {
        try {
            return Class.forName(moduleClass);
        } catch (ClassNotFoundException x) {
            return Class.forName(moduleClass, true, Thread.currentThread().getContextClassLoader());
        }
    }

    @Override
    public void refresh() {
        // nothing is stored elsewhere
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "{" + moduleClass + "}";
    }
}
