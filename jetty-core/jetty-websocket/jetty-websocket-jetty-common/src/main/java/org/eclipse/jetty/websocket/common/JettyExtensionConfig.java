package org.eclipse.jetty.websocket.common;

import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.websocket.api.ExtensionConfig;
import org.jspecify.annotations.Nullable;

/** The API's view of an extension of the core. */
public class JettyExtensionConfig implements ExtensionConfig {
    private final org.eclipse.jetty.websocket.core.ExtensionConfig config;

    public JettyExtensionConfig(JettyExtensionConfig copy) {
        this(new org.eclipse.jetty.websocket.core.ExtensionConfig(copy.config));
    }

    public JettyExtensionConfig(org.eclipse.jetty.websocket.core.ExtensionConfig config) {
        this.config = config;
    }

    /** @param parameterizedName a name, with parameters if there are any */
    public JettyExtensionConfig(String parameterizedName) {
        this(new org.eclipse.jetty.websocket.core.ExtensionConfig(parameterizedName));
    }

    public JettyExtensionConfig(String name, Map<String, String> parameters) {
        this(new org.eclipse.jetty.websocket.core.ExtensionConfig(name, parameters));
    }

    public org.eclipse.jetty.websocket.core.ExtensionConfig getCoreConfig() {
        return config;
    }

    @Override
    public String getName() {
        return config.getName();
    }

    @Override
    public final int getParameter(String key, int defaultValue) {
        return config.getParameter(key, defaultValue);
    }

    @Override
    public final @Nullable String getParameter(String key, @Nullable String defaultValue) {
        return config.getParameter(key, defaultValue);
    }

    @Override
    public final String getParameterizedName() {
        return config.getParameterizedName();
    }

    @Override
    public final Set<String> getParameterKeys() {
        return config.getParameterKeys();
    }

    @Override
    public final Map<String, String> getParameters() {
        return config.getParameters();
    }

    @Override
    public final void setParameter(String key) {
        config.setParameter(key);
    }

    @Override
    public final void setParameter(String key, int value) {
        config.setParameter(key, value);
    }

    @Override
    public final void setParameter(String key, @Nullable String value) {
        config.setParameter(key, value);
    }

    @Override
    public String toString() {
        return config.toString();
    }
}
