package org.eclipse.jetty.util.resource;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Questions about resources that may be null. */
public final class Resources {
    private Resources() {}

    public static boolean exists(Resource resource) {
        return resource != null && resource.exists();
    }

    public static boolean isCombined(Resource resource) {
        return resource instanceof CombinedResource;
    }

    public static boolean missing(Resource resource) {
        return !exists(resource);
    }

    public static boolean isDirectory(Resource resource) {
        return resource != null && resource.isDirectory();
    }

    public static boolean isReadable(Resource resource) {
        return resource != null && resource.isReadable();
    }

    public static boolean isReadableDirectory(Resource resource) {
        return isDirectory(resource) && resource.isReadable();
    }

    public static boolean isReadableFile(Resource resource) {
        return exists(resource) && !resource.isDirectory() && resource.isReadable();
    }

    /** The resource by the name that the file system gives it, each part of a combined one so; null for null. */
    public static Resource real(Resource resource, ResourceFactory factory) {
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
