package org.eclipse.jetty.ee10.jsp;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.UnavailableException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.jspecify.annotations.Nullable;

/**
 * The init parameters of the JSP engine, with what the application and the server say of those that descriptors do not set.
 *
 * <pre>
 * init parameter           attribute of the context, or else of the server
 * development              org.eclipse.jetty.jsp.development               true or false
 * modificationTestInterval org.eclipse.jetty.jsp.modificationTestInterval  seconds
 * </pre>
 *
 * Immutable.
 */
final class JspConfig implements ServletConfig {
    private static final String PREFIX = "org.eclipse.jetty.jsp.";

    /** The seconds that the engine takes when nothing is set. */
    private static final int DEFAULT_INTERVAL = 4;

    private final ServletConfig config;
    private final Map<String, String> parameters = new LinkedHashMap<>();

    JspConfig(ServletConfig config) throws UnavailableException {
        this.config = config;
        for (String name : Collections.list(config.getInitParameterNames())) {
            parameters.put(name, config.getInitParameter(name));
        }
        add("development", "true or false", value -> "true".equals(value) || "false".equals(value));
        add("modificationTestInterval", "seconds", value -> value.matches("\\d{1,9}"));
    }

    private void add(String name, String expected, Predicate<String> valid) throws UnavailableException {
        if (parameters.containsKey(name)) {
            return;
        }
        Object value = getServletContext().getAttribute(PREFIX + name);
        ServletContextHandler handler = ServletContextHandler.getServletContextHandler(getServletContext());
        if (value == null && handler != null) {
            value = Objects.requireNonNull(handler.getServer()).getAttribute(PREFIX + name);
        }
        if (value == null) {
            return;
        }
        String text = value.toString().trim();
        if (!valid.test(text)) {
            throw new UnavailableException(
                    PREFIX + name + " (jetty.jsp." + name + "): " + value + " (expected: " + expected + ")");
        }
        parameters.put(name, text);
    }

    /** The milliseconds between two looks of the engine at a file; below 0 for never. */
    long lookEvery() {
        if ("false".equals(parameters.get("development"))) {
            return -1;
        }
        String seconds = parameters.getOrDefault("modificationTestInterval", "");
        // the engine complains of other values, and takes its default
        return TimeUnit.SECONDS.toMillis(seconds.matches("\\d{1,9}") ? Integer.parseInt(seconds) : DEFAULT_INTERVAL);
    }

    @Override
    public String getServletName() {
        return config.getServletName();
    }

    @Override
    public ServletContext getServletContext() {
        return config.getServletContext();
    }

    @Override
    public @Nullable String getInitParameter(String name) {
        return parameters.get(name);
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        return Collections.enumeration(parameters.keySet());
    }
}
