package org.eclipse.jetty.websocket.common;

import org.eclipse.jetty.websocket.api.ExtensionConfig;

/** Parses extensions for the API. Thread-safe. */
public class ExtensionConfigParser implements ExtensionConfig.Parser {
    public ExtensionConfigParser() {}

    @Override
    public JettyExtensionConfig parse(String parameterizedName) {
        return new JettyExtensionConfig(parameterizedName);
    }
}
