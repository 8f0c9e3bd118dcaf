package org.eclipse.jetty.websocket.common;

import java.util.Map;
import java.util.WeakHashMap;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.websocket.api.WebSocketContainer;
import org.eclipse.jetty.websocket.common.internal.EndpointMethods;
import org.eclipse.jetty.websocket.core.WebSocketComponents;

/** Makes the frame handlers of endpoints, whose classes it looks at once. Thread-safe. */
public class JettyWebSocketFrameHandlerFactory extends ContainerLifeCycle {
    private final WebSocketContainer container;
    private final WebSocketComponents components;
    /** Weak, as classes of applications come and go; guarded by its monitor. */
    private final Map<Class<?>, EndpointMethods> methods = new WeakHashMap<>();

    public JettyWebSocketFrameHandlerFactory(WebSocketContainer container, WebSocketComponents components) {
        this.container = container;
        this.components = components;
    }

    public WebSocketComponents getWebSocketComponents() {
        return components;
    }

    /**
     * A handler for one session.
     *
     * @throws org.eclipse.jetty.websocket.api.exceptions.InvalidWebSocketException if the object is no endpoint
     */
    public JettyWebSocketFrameHandler newJettyFrameHandler(Object endpointInstance) {
        EndpointMethods found;
        synchronized (methods) {
            found = methods.get(endpointInstance.getClass());
        }
        if (found == null) {
            found = EndpointMethods.of(endpointInstance.getClass());
            synchronized (methods) {
                methods.put(endpointInstance.getClass(), found);
            }
        }
        return new JettyWebSocketFrameHandler(container, endpointInstance, found);
    }
}
