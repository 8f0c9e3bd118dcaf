package org.eclipse.jetty.server.internal;

import java.io.File;
import java.util.List;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** The context of requests outside of all contexts: that of the server. Thread-safe. */
public final class ServerContext extends Attributes.Wrapper implements Context {
    private final Server server;

    public ServerContext(Server server) {
        super(server);
        this.server = server;
    }

    @Override
    public @Nullable String getContextPath() {
        return null;
    }

    @Override
    public MimeTypes getMimeTypes() {
        return server.getMimeTypes();
    }

    @Override
    public ClassLoader getClassLoader() {
        return Server.class.getClassLoader();
    }

    @Override
    public @Nullable Resource getBaseResource() {
        return null;
    }

    @Override
    public List<String> getVirtualHosts() {
        return List.of();
    }

    @Override
    public @Nullable File getTempDirectory() {
        return server.getTempDirectory();
    }

    @Override
    public Request.Handler getErrorHandler() {
        return server.getErrorHandler();
    }

    @Override
    public void run(Runnable task) {
        task.run();
    }

    @Override
    public void run(Runnable task, @Nullable Request request) {
        task.run();
    }

    @Override
    public void execute(Runnable task) {
        server.getThreadPool().execute(task);
    }

    @Override
    public <T> T decorate(T object) {
        return object;
    }

    @Override
    public void destroy(Object object) {
        // nothing was decorated
    }

    @Override
    public @Nullable String getPathInContext(@Nullable String canonicallyEncodedPath) {
        return canonicallyEncodedPath;
    }

    @Override
    public String toString() {
        return "ServerContext@" + Integer.toHexString(hashCode());
    }
}
