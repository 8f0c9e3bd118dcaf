package org.eclipse.jetty.ee10.websocket.server;

import java.util.Set;
import org.eclipse.jetty.websocket.api.Configurable;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of a {@link JettyWebSocketServlet}, and the limits and sizes of their sessions.
 *
 * <p>Paths are as those of servlets ({@code /chat/*}, {@code *.ws}), or begin with {@code regex|} or {@code uri-template|};
 * they are within the context.
 */
public interface JettyWebSocketServletFactory extends Configurable {
    /** Has an endpoint made for requests to a path. */
    void addMapping(String pathSpec, JettyWebSocketCreator creator);

    /** Makes endpoints of this class for all requests to the servlet. */
    void register(Class<?> endpointClass);

    /** Has endpoints made for all requests to the servlet. */
    void setCreator(JettyWebSocketCreator creator);

    /** Returns the creator of a path; null if there is none. */
    @Nullable
    JettyWebSocketCreator getMapping(String pathSpec);

    /** Removes the creator of a path; returns whether there was one. */
    boolean removeMapping(String pathSpec);

    Set<String> getAvailableExtensionNames();
}
