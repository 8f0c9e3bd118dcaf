package org.eclipse.jetty.ee10.security.jaspi.provider;

import jakarta.security.auth.message.config.AuthConfigFactory;
import jakarta.security.auth.message.module.ServerAuthModule;
import java.util.Map;
import org.eclipse.jetty.ee10.security.jaspi.ModuleProvider;

/** Authenticates by one module, as {@link ModuleProvider} does; configurations know it by this name. */
public class JaspiAuthConfigProvider extends ModuleProvider {
    /**
     * Made of a declaration of the factory.
     *
     * @param properties {@value #MODULE_KEY} has the class of the module; all are its options
     * @param factory where this registers itself for each layer and application; null for nowhere
     */
    public JaspiAuthConfigProvider(Map<String, String> properties, AuthConfigFactory factory) {
        super(properties, factory);
    }

    public JaspiAuthConfigProvider(String moduleClass) {
        super(moduleClass);
    }

    public JaspiAuthConfigProvider(String moduleClass, Map<String, ?> options) {
        super(moduleClass, options);
    }

    public JaspiAuthConfigProvider(ServerAuthModule module) {
        super(module);
    }

    public JaspiAuthConfigProvider(ServerAuthModule module, Map<String, ?> options) {
        super(module, options);
    }
}
