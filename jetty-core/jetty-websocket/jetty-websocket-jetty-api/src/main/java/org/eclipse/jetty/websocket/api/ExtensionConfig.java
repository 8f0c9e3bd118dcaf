package org.eclipse.jetty.websocket.api;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The name of an extension and its parameters (RFC 6455, section 9.1). */
public interface ExtensionConfig {
    /** Parses one extension with its parameters. */
    static ExtensionConfig parse(String parameterizedName) {
        return ServiceLoader.load(Parser.class, ExtensionConfig.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + Parser.class.getName() + " on the class path"))
                .parse(parameterizedName);
    }

    String getName();

    int getParameter(String key, int defaultValue);

    /** The value of a parameter, null if it has none; the default if there is no such parameter. */
    @Nullable
    String getParameter(String key, @Nullable String defaultValue);

    String getParameterizedName();

    Set<String> getParameterKeys();

    Map<String, String> getParameters();

    /** Sets a parameter without a value. */
    void setParameter(String key);

    void setParameter(String key, int value);

    void setParameter(String key, String value);

    /** Found by {@link ServiceLoader}. */
    interface Parser {
        ExtensionConfig parse(String parameterizedName);
    }
}
