package org.eclipse.jetty.deploy.internal;

import java.util.List;
import java.util.Locale;

/**
 * Where an application is reached, by its base name: {@code shop} at {@code /shop}, {@code root} at {@code /}, and
 * {@code root-example.org} at {@code /} of that virtual host.
 *
 * @param contextPath the context path
 * @param virtualHosts the virtual hosts; empty for all
 */
public record ContextPaths(String contextPath, List<String> virtualHosts) {
    /** The place of an application with this base name. */
    public static ContextPaths of(String baseName) {
        String lower = baseName.toLowerCase(Locale.ROOT);
        if (lower.equals("root")) return new ContextPaths("/", List.of());
        if (lower.startsWith("root-") && lower.length() > 5)
            return new ContextPaths("/", List.of(baseName.substring(5)));
        return new ContextPaths("/" + baseName, List.of());
    }
}
