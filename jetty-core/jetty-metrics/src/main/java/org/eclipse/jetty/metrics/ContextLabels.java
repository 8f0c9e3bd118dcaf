package org.eclipse.jetty.metrics;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.jspecify.annotations.Nullable;

/** The labels of applications: the path, and the version of one that is deployed in several versions. */
final class ContextLabels {
    /** Between the path and the version in a name; no path of a URI has it. */
    private static final String VERSION = "##";

    private ContextLabels() {}

    /** Returns the name of a context: its path, or {@code PATH##VERSION}; the version is null where there is none. */
    static String nameOf(String path, @Nullable Object version) {
        return version == null ? path : path + VERSION + version;
    }

    /** Returns the labels of a context: the given ones, and its own. */
    static String[] of(ContextHandler context, String... others) {
        return of(nameOf(context.getContextPath(), context.getAttribute(ContextHandler.VERSION_ATTRIBUTE)), others);
    }

    /** Returns the labels of a name of {@link #nameOf}: the given ones, and its own. */
    static String[] of(String name, String... others) {
        List<String> labels = new ArrayList<>(List.of(others));
        int end = name.indexOf(VERSION);
        labels.add("jetty_context");
        labels.add(end < 0 ? name : name.substring(0, end));
        if (end >= 0) {
            labels.add("jetty_context_version");
            labels.add(name.substring(end + VERSION.length()));
        }
        return labels.toArray(new String[0]);
    }
}
