package org.eclipse.jetty.ee10.webapp;

import java.util.Map;
import org.eclipse.jetty.server.Deployable;
import org.jspecify.annotations.Nullable;

/** What the properties of a deployment mean to a web application. Thread-safe. */
final class DeploymentValues {
    /** The attributes of the context that properties set. */
    private static final Map<String, String> ATTRIBUTES = Map.of(
            Deployable.CONTAINER_SCAN_JARS,
            LibraryPatterns.CONTAINER,
            Deployable.WEBINF_SCAN_JARS,
            LibraryPatterns.WEB_INF,
            Deployable.SCI_EXCLUSION_PATTERN,
            "org.eclipse.jetty.containerInitializerExclusionPattern",
            Deployable.SCI_ORDER,
            "org.eclipse.jetty.containerInitializerOrder");

    private DeploymentValues() {}

    /** Returns the attribute of the context that a property sets. */
    static @Nullable String attributeOf(String key) {
        return ATTRIBUTES.get(key);
    }

    /** @throws IllegalArgumentException if the value is neither true nor false, with the property */
    static boolean asBoolean(String key, Object value) {
        if (value instanceof Boolean bool) {
            return bool;
        }
        String text = value.toString().trim();
        if ("true".equalsIgnoreCase(text)) {
            return true;
        }
        if ("false".equalsIgnoreCase(text)) {
            return false;
        }
        throw new IllegalArgumentException(key + ": " + value + " (expected: true or false)");
    }
}
