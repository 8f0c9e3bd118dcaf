package org.eclipse.jetty.ee10.websocket.jakarta.common;

import jakarta.websocket.Extension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.websocket.core.ExtensionConfig;

/** An extension with its parameters, as applications see it. Immutable. */
public record JakartaWebSocketExtension(String name, List<Extension.Parameter> parameters) implements Extension {
    private record NamedValue(String name, String value) implements Extension.Parameter {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public String getValue() {
            return value;
        }

        @Override
        public String toString() {
            return value == null ? name : name + "=" + value;
        }
    }

    /** Makes one without parameters. */
    public JakartaWebSocketExtension(String name) {
        this(name, List.of());
    }

    /** Returns what the core negotiates, as applications see it. */
    public static JakartaWebSocketExtension of(ExtensionConfig config) {
        List<Extension.Parameter> parameters = new ArrayList<>();
        for (Map.Entry<String, String> each : config.getParameters().entrySet()) {
            parameters.add(new NamedValue(each.getKey(), each.getValue()));
        }
        return new JakartaWebSocketExtension(config.getName(), List.copyOf(parameters));
    }

    /** Returns what an application configures, as the core negotiates it. */
    public static ExtensionConfig toConfig(Extension extension) {
        ExtensionConfig config = new ExtensionConfig(extension.getName());
        for (Extension.Parameter each : extension.getParameters()) {
            config.setParameter(each.getName(), each.getValue());
        }
        return config;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public List<Extension.Parameter> getParameters() {
        return parameters;
    }
}
