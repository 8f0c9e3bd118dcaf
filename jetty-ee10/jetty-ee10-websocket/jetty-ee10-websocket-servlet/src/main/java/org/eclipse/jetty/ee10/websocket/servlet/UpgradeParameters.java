package org.eclipse.jetty.ee10.websocket.servlet;

import jakarta.servlet.FilterConfig;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;
import org.eclipse.jetty.websocket.core.Configuration;
import org.jspecify.annotations.Nullable;

/** The initialisation parameters of filters and servlets that configure sessions. Thread-safe. */
public final class UpgradeParameters {
    private static final Map<String, BiConsumer<Configuration, String>> PARAMETERS = Map.of(
            "idleTimeout", (to, value) -> to.setIdleTimeout(Duration.ofMillis(Long.parseLong(value))),
            "pingInterval", (to, value) -> to.setPingInterval(Duration.ofMillis(Long.parseLong(value))),
            "maxTextMessageSize", (to, value) -> to.setMaxTextMessageSize(Long.parseLong(value)),
            "maxBinaryMessageSize", (to, value) -> to.setMaxBinaryMessageSize(Long.parseLong(value)),
            "maxFrameSize", (to, value) -> to.setMaxFrameSize(Long.parseLong(value)),
            "maxOutgoingFrames", (to, value) -> to.setMaxOutgoingFrames(Integer.parseInt(value)),
            "maxOutgoingBytes", (to, value) -> to.setMaxOutgoingBytes(Long.parseLong(value)),
            "inputBufferSize", (to, value) -> to.setInputBufferSize(positive(value)),
            "outputBufferSize", (to, value) -> to.setOutputBufferSize(positive(value)),
            "autoFragment", (to, value) -> to.setAutoFragment(flag(value)));

    private UpgradeParameters() {}

    private static int positive(String value) {
        int size = Integer.parseInt(value);
        if (size <= 0) {
            throw new IllegalArgumentException("not positive");
        }
        return size;
    }

    private static boolean flag(String value) {
        if (!"true".equals(value) && !"false".equals(value)) {
            throw new IllegalArgumentException("not true or false");
        }
        return Boolean.parseBoolean(value);
    }

    static void apply(FilterConfig config, Configuration to) {
        for (String name : PARAMETERS.keySet()) {
            apply(name, config.getInitParameter(name), to);
        }
    }

    /**
     * Sets what a parameter says; other names are ignored.
     *
     * @param value null for a parameter that is not there
     * @throws IllegalArgumentException where the value is none of its kind, with its name
     */
    public static void apply(String name, @Nullable String value, Configuration to) {
        BiConsumer<Configuration, String> parameter = PARAMETERS.get(name);
        if (parameter == null || value == null) {
            return;
        }
        try {
            parameter.accept(to, value.trim());
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + expected(name) + ")", x);
        }
    }

    private static String expected(String name) {
        if ("autoFragment".equals(name)) {
            return "true or false";
        }
        return name.endsWith("BufferSize") ? "a positive number" : "a number";
    }
}
