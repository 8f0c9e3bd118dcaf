package org.eclipse.jetty.staticapp;

import java.net.URI;
import org.eclipse.jetty.server.Deployable;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.jspecify.annotations.Nullable;

/**
 * Serves the files of its base resource, a directory or an archive.
 *
 * <p>The directories {@code WEB-INF} and {@code META-INF} are not served, so that a web application that is deployed here by mistake keeps
 * its classes and settings.
 *
 * <p>The property {@code jetty.deploy.baseResource.dirAllowed} says whether directories are listed; without it they are not.
 */
public class StaticAppContext extends ContextHandler {
    private final ResourceHandler resourceHandler;

    public StaticAppContext() {
        this(null);
    }

    public StaticAppContext(@Nullable String contextPath) {
        this(contextPath, null);
    }

    /** Serves by that handler; null stands for a new one. */
    public StaticAppContext(@Nullable String contextPath, @Nullable ResourceHandler resourceHandler) {
        if (contextPath != null) {
            setContextPath(contextPath);
        }
        setProtectedTargets(new String[] {"/WEB-INF", "/META-INF"});
        this.resourceHandler = resourceHandler == null ? newResourceHandler() : resourceHandler;
        setHandler(this.resourceHandler);
    }

    /** The handler of the files, when the constructor was given none. */
    protected ResourceHandler newResourceHandler() {
        ResourceHandler handler = new ResourceHandler();
        handler.setDirAllowed(false);
        return handler;
    }

    public ResourceHandler getResourceHandler() {
        return resourceHandler;
    }

    @Override
    protected void initializeDefault(String keyName, @Nullable Object value) {
        if (keyName.equals(Deployable.DIR_ALLOWED)) {
            resourceHandler.setDirAllowed(Boolean.parseBoolean(String.valueOf(value)));
        } else {
            super.initializeDefault(keyName, value);
        }
    }

    @Override
    public void setBaseResource(@Nullable Resource resource) {
        Resource base = resource;
        URI uri = resource == null ? null : resource.getURI();
        if (resource != null && uri != null && resource.exists() && !resource.isDirectory()) {
            base = ResourceFactory.of(this).newJarFileResource(uri);
        }
        super.setBaseResource(base);
        if (resourceHandler != null) {
            resourceHandler.setBaseResource(base);
        }
    }
}
