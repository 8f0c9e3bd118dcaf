package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import org.eclipse.jetty.ee10.servlet.api.RequestApi;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** The container's own request, as what dispatches and wraps requests needs it. Confined to its connection. */
abstract class ContainerRequest extends RequestApi {
    /**
     * Returns the container's request behind a servlet request, however often applications wrapped it.
     *
     * @throws IllegalStateException if there is none
     */
    static ContainerRequest of(ServletRequest request) {
        ServletRequest current = request;
        while (true) {
            if (current instanceof ContainerRequest own) {
                return own;
            }
            if (current instanceof ServletRequestWrapper wrapper) {
                current = wrapper.getRequest();
            } else {
                throw new IllegalStateException("Not a request of this server: " + request);
            }
        }
    }

    /** Returns a path within the context, which is relative to that of a request unless it starts with a slash; null for null. */
    @NullContract("_, !null -> !null")
    static @Nullable String pathFrom(HttpServletRequest request, @Nullable String path) {
        if (path == null || path.startsWith("/")) {
            return path;
        }
        String own = URIUtil.encodePath(URIUtil.addPaths(request.getServletPath(), request.getPathInfo()));
        int slash = own == null ? -1 : own.lastIndexOf('/');
        return (slash < 0 ? "/" : own.substring(0, slash + 1)) + path;
    }

    abstract void setDispatcherType(DispatcherType type);
}
