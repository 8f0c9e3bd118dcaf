package org.eclipse.jetty.websocket.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.QuotedCSV;
import org.eclipse.jetty.websocket.core.exception.WebSocketException;
import org.jspecify.annotations.Nullable;

/**
 * The name of an extension and its parameters, as in Sec-WebSocket-Extensions (RFC 6455, section 9.1).
 *
 * <p>Names that begin with {@code @}, of extensions and of parameters, are for this side only: they are never sent, and a field
 * that has one is refused.
 */
public class ExtensionConfig {
    private static final String INTERNAL = "@";
    private static final String TOKEN_PUNCTUATION = "!#$%&'*+-.^_`|~";

    private final String name;
    private final Map<String, String> parameters = new LinkedHashMap<>();

    /**
     * Parses one extension with its parameters.
     *
     * @param parameterizedName what this side wants, which may have names for this side only
     * @throws WebSocketException if it is none or more than one, or if a name is no token
     */
    public static ExtensionConfig parse(String parameterizedName) {
        List<ExtensionConfig> all = new Parser(false, parameterizedName).configs;
        if (all.size() != 1) {
            throw new WebSocketException(
                    "extension \"" + parameterizedName + "\" (expected: one name with parameters)");
        }
        return all.get(0);
    }

    /** Parses the values of fields, as {@link #parseList}. */
    public static List<ExtensionConfig> parseEnum(@Nullable Enumeration<String> values) {
        return values == null ? List.of() : parseList(Collections.list(values).toArray(String[]::new));
    }

    /**
     * Parses the values of fields, each a list of extensions.
     *
     * @throws WebSocketException if a name, or a value without its quotes, is no token, so that the handshake must fail
     */
    public static List<ExtensionConfig> parseList(String... values) {
        return new Parser(true, values).configs;
    }

    /** The value of a field with these extensions, without what is for this side only. */
    public static @Nullable String toHeaderValue(@Nullable List<ExtensionConfig> configs) {
        if (configs == null) {
            return null;
        }
        String value = configs.stream()
                .filter(config -> !config.isInternalExtension())
                .map(ExtensionConfig::getParameterizedNameWithoutInternalParams)
                .collect(Collectors.joining(", "));
        return value.isEmpty() ? null : value;
    }

    /** A copy. */
    public ExtensionConfig(ExtensionConfig copy) {
        this(copy.name, copy.parameters);
    }

    public ExtensionConfig(String name, Map<String, String> parameters) {
        this.name = checkToken(name);
        this.parameters.putAll(parameters);
    }

    /** As {@link #parse}. */
    public ExtensionConfig(String parameterizedName) {
        ExtensionConfig parsed = parse(parameterizedName);
        name = parsed.name;
        parameters.putAll(parsed.parameters);
    }

    private static String checkToken(@Nullable String name) {
        if (name == null || !isToken(isInternal(name) ? name.substring(1) : name)) {
            throw new WebSocketException("extension \"" + name + "\" (expected: a token of RFC 9110, section 5.6.2)");
        }
        return name;
    }

    private static boolean isToken(String text) {
        if (text.isEmpty()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
                    && TOKEN_PUNCTUATION.indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether an extension or a parameter of this name is for this side only. */
    static boolean isInternal(String name) {
        return name.startsWith(INTERNAL);
    }

    /** Whether the extension is for this side only. */
    public boolean isInternalExtension() {
        return isInternal(name);
    }

    /** The parameters for this side only. */
    public List<Map.Entry<String, String>> getInternalParameters() {
        return parameters.entrySet().stream()
                .filter(entry -> isInternal(entry.getKey()))
                .toList();
    }

    public void removeInternalParameters() {
        parameters.keySet().removeIf(ExtensionConfig::isInternal);
    }

    public String getName() {
        return name;
    }

    /** @throws NumberFormatException if the parameter is no number */
    public final int getParameter(String key, int defaultValue) {
        String value = parameters.get(key);
        return value == null ? defaultValue : Integer.parseInt(value);
    }

    /** The value of a parameter, null if it has none; the default if there is no such parameter. */
    public final @Nullable String getParameter(String key, @Nullable String defaultValue) {
        return parameters.containsKey(key) ? parameters.get(key) : defaultValue;
    }

    public final String getParameterizedName() {
        return toString(true);
    }

    public final String getParameterizedNameWithoutInternalParams() {
        return toString(false);
    }

    private String toString(boolean internal) {
        StringBuilder text = new StringBuilder(name);
        parameters.forEach((key, value) -> {
            if (internal || !isInternal(key)) {
                text.append(';').append(key);
                if (value != null) {
                    text.append('=');
                    quoteIfNeeded(text, value);
                }
            }
        });
        return text.toString();
    }

    /** Appends a value, quoted if it is no token. */
    public static void quoteIfNeeded(StringBuilder buf, String str) {
        if (isToken(str)) {
            buf.append(str);
            return;
        }
        buf.append('"');
        for (int i = 0; i < str.length(); i++) {
            char c = str.charAt(i);
            if (c == '"' || c == '\\') {
                buf.append('\\');
            }
            buf.append(c);
        }
        buf.append('"');
    }

    public final Set<String> getParameterKeys() {
        return parameters.keySet();
    }

    /** The parameters in their order; those without a value have null. */
    public final Map<String, String> getParameters() {
        return parameters;
    }

    /** Sets a parameter without a value. */
    public final void setParameter(String key) {
        parameters.put(key, null);
    }

    public final void setParameter(String key, int value) {
        parameters.put(key, Integer.toString(value));
    }

    public final void setParameter(String key, @Nullable String value) {
        parameters.put(key, value);
    }

    @Override
    public String toString() {
        return getParameterizedName();
    }

    /** One that has a parameter twice is marked, so that it is declined (RFC 7692, section 7.1). */
    static final String DUPLICATE = INTERNAL + "duplicate";

    private static final class Parser extends QuotedCSV {
        private final List<ExtensionConfig> configs = new ArrayList<>();
        private final boolean received;
        private String name = "";
        private Map<String, String> parameters = new LinkedHashMap<>();

        /** @param received whether the other side sent it, which knows no names for this side only */
        private Parser(boolean received, String... values) {
            super(true);
            this.received = received;
            for (String value : values) {
                if (value != null) {
                    addValue(value);
                }
            }
        }

        @Override
        protected void parsedValue(StringBuilder buffer) {
            name = buffer.toString().trim();
        }

        @Override
        protected void parsedParam(StringBuilder buffer, int valueLength, int paramName, int paramValue) {
            String key;
            String value = null;
            if (paramValue >= 0) {
                key = buffer.substring(paramName, paramValue - 1);
                value = unquote(buffer.substring(paramValue));
            } else {
                key = buffer.substring(paramName);
            }
            check(key, value);
            if (parameters.containsKey(key)) {
                parameters.put(DUPLICATE, key);
            }
            parameters.put(key, value);
        }

        private void check(String key, @Nullable String value) {
            if (!isToken(!received && isInternal(key) ? key.substring(1) : key)) {
                throw new WebSocketException("parameter \"" + key + "\" of extension \"" + name
                        + "\" (expected: a token of RFC 9110, section 5.6.2)");
            }
            if (received && value != null && !isToken(value)) {
                throw new WebSocketException("value \"" + value + "\" of parameter \"" + key + "\" of extension \""
                        + name + "\" (expected: a token, RFC 6455, section 9.1)");
            }
        }

        @Override
        protected void parsedValueAndParams(StringBuilder buffer) {
            ExtensionConfig config = new ExtensionConfig(name, parameters);
            if (received && config.isInternalExtension()) {
                throw new WebSocketException(
                        "extension \"" + name + "\" (expected: a token of RFC 9110, section 5.6.2)");
            }
            configs.add(config);
            // parameters may follow without a name
            name = "";
            parameters = new LinkedHashMap<>();
        }
    }
}
