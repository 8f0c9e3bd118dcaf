package org.eclipse.jetty.ee10.servlet;

import java.net.URI;
import java.util.Objects;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** Where a servlet, filter, listener or mapping was declared. Thread-safe. */
public class Source {
    /** Declared by code that embeds the server. */
    public static final Source EMBEDDED = new Source(Origin.EMBEDDED);

    /** Declared through the Servlet API. */
    public static final Source JAKARTA_API = new Source(Origin.JAKARTA_API);

    /** The kinds of declaration. */
    public enum Origin {
        EMBEDDED,
        JAKARTA_API,
        DESCRIPTOR,
        ANNOTATION
    }

    private final Origin origin;
    private final @Nullable String name;
    private final @Nullable Resource resource;

    public Source(Origin origin) {
        this(origin, (Resource) null);
    }

    public Source(Origin origin, Class<?> clazz) {
        this(origin, clazz.getName());
    }

    public Source(Origin origin, @Nullable Resource resource) {
        this.origin = Objects.requireNonNull(origin);
        this.resource = resource;
        URI uri = resource == null ? null : resource.getURI();
        this.name = uri == null ? null : uri.toASCIIString();
    }

    public Source(Origin origin, String name) {
        this.origin = Objects.requireNonNull(origin);
        this.resource = null;
        this.name = name;
    }

    public Origin getOrigin() {
        return origin;
    }

    /** Returns the descriptor, or null when there is none. */
    public @Nullable Resource getResource() {
        return resource;
    }

    /** Returns the name of the class or the location of the descriptor, or null when there is none. */
    public @Nullable String getName() {
        return name;
    }

    @Override
    public String toString() {
        return origin + ":" + name;
    }
}
