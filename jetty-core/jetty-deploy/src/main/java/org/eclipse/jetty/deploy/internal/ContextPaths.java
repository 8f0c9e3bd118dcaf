package org.eclipse.jetty.deploy.internal;

import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.handler.ContextHandler;

/**
 * Where an application is reached, by its base name: {@code shop} at {@code /shop}, {@code root} at {@code /}, and
 * {@code root-example.org} at {@code /} of that virtual host. What follows {@code ##} is the version: {@code shop##2} is at
 * {@code /shop}, too.
 *
 * @param application the base name without the version
 * @param version the version; empty for none
 * @param contextPath the context path
 * @param virtualHosts the virtual hosts; empty for all
 */
public record ContextPaths(String application, String version, String contextPath, List<String> virtualHosts) {
    private static final String SEPARATOR = "##";

    /** The place of an application with this base name. */
    public static ContextPaths of(String baseName) {
        int separator = baseName.indexOf(SEPARATOR);
        boolean versioned = separator > 0 && separator + SEPARATOR.length() < baseName.length();
        String application = versioned ? baseName.substring(0, separator) : baseName;
        String version = versioned ? baseName.substring(separator + SEPARATOR.length()) : "";
        String lower = application.toLowerCase(Locale.ROOT);
        if (lower.equals("root")) {
            return new ContextPaths(application, version, "/", List.of());
        }
        if (lower.startsWith("root-") && lower.length() > 5) {
            return new ContextPaths(application, version, "/", List.of(application.substring(5)));
        }
        return new ContextPaths(application, version, "/" + application, List.of());
    }

    /** The path as requests are matched with it: one that is named in UTF-8, and one that is named in its encoded form, may be the same. */
    static String canonical(ContextHandler context) {
        String encoded = context.getContext().getContextPath();
        String canonical = HttpURI.build().path(encoded).getCanonicalPath();
        return canonical == null ? encoded : canonical;
    }

    /** Whether an application with another base name is another version of this one. */
    boolean isOtherVersion(ContextPaths other) {
        return application.equalsIgnoreCase(other.application) && !version.equals(other.version);
    }
}
