package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import org.eclipse.jetty.ee10.servlet.api.RequestApi;

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

    abstract void setDispatcherType(DispatcherType type);
}
