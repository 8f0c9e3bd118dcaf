package org.eclipse.jetty.ee10.webapp;

import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An annotation on a class that was found by reading its class file; applied in the order of its library. */
public abstract class DiscoveredAnnotation {
    private static final Logger LOG = LoggerFactory.getLogger(DiscoveredAnnotation.class);

    protected final WebAppContext context;
    protected final String className;
    private final @Nullable Resource resource;
    private @Nullable Class<?> type;

    /** @param resource the library of the class; null for classes of WEB-INF/classes */
    protected DiscoveredAnnotation(WebAppContext context, String className, @Nullable Resource resource) {
        this.context = context;
        this.className = className;
        this.resource = resource;
    }

    /** Applies the annotation, unless descriptors have said otherwise. */
    public abstract void apply();

    public String getClassName() {
        return className;
    }

    public @Nullable Resource getResource() {
        return resource;
    }

    /** Returns the annotated class; null, with a warning, when it cannot be loaded. */
    public @Nullable Class<?> getTargetClass() {
        if (type != null) {
            return type;
        }
        try {
            type = context.loadClass(className);
        } catch (ClassNotFoundException | LinkageError x) {
            LOG.warn("Ignoring annotations of {} in {}: {}", className, resource, x.toString());
            LOG.debug("ignored", x);
        }
        return type;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + className + "," + resource + "]";
    }
}
