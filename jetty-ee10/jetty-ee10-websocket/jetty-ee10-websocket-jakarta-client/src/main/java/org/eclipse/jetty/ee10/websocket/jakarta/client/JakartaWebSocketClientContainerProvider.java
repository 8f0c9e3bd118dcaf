package org.eclipse.jetty.ee10.websocket.jakarta.client;

import jakarta.websocket.ContainerProvider;
import jakarta.websocket.WebSocketContainer;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * Gives applications a container of client endpoints: one that runs in a server its own, which is stopped with it, to threads
 * within its context or with its class loader; others a new one each time, to be stopped by {@link #stop}. Thread-safe.
 */
public class JakartaWebSocketClientContainerProvider extends ContainerProvider {
    public JakartaWebSocketClientContainerProvider() {}

    /** Stops a container, and closes its sessions. */
    public static void stop(WebSocketContainer container) throws Exception {
        if (container instanceof LifeCycle lifeCycle) {
            lifeCycle.stop();
        }
    }

    @Override
    protected WebSocketContainer getContainer() {
        return JakartaWebSocketClientContainer.ofThisThread();
    }
}
