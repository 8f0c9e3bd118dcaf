package org.eclipse.jetty.util.resource;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** Questions about resources that may be null. */
public final class Resources {
    private Resources() {}

    @NullContract("null -> false")
    public static boolean exists(@Nullable Resource resource) {
        return resource != null && resource.exists();
    }

    @NullContract("null -> false")
    public static boolean isCombined(@Nullable Resource resource) {
        return resource instanceof CombinedResource;
    }

    @NullContract("null -> true")
    public static boolean missing(@Nullable Resource resource) {
        return !exists(resource);
    }

    @NullContract("null -> false")
    public static boolean isDirectory(@Nullable Resource resource) {
        return resource != null && resource.isDirectory();
    }

    @NullContract("null -> false")
    public static boolean isReadable(@Nullable Resource resource) {
        return resource != null && resource.isReadable();
    }

    @NullContract("null -> false")
    public static boolean isReadableDirectory(@Nullable Resource resource) {
        return isDirectory(resource) && resource.isReadable();
    }

    @NullContract("null -> false")
    public static boolean isReadableFile(@Nullable Resource resource) {
        return exists(resource) && !resource.isDirectory() && resource.isReadable();
    }

    /** The resource by the name that the file system gives it, each part of a combined one so; null for null. */
    public static @Nullable Resource real(@Nullable Resource resource, ResourceFactory factory) {
        if (resource == null || !resource.isAlias()) {
            return resource;
        }
        if (isCombined(resource)) {
            List<Resource> parts = new ArrayList<>();
            for (Resource part : resource) {
                parts.add(real(part, factory));
            }
            return ResourceFactory.combine(parts);
        }
        URI uri = resource.getRealURI();
        Resource real = uri == null ? null : factory.newResource(uri);
        return real == null ? resource : real;
    }
}
