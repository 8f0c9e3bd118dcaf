package org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint;

import jakarta.websocket.CloseReason;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.websocket.jakarta.common.messages.Receiver;

/** An endpoint that extends {@link Endpoint}. */
public record ProgrammaticEndpoint(Endpoint instance) implements LocalEndpoint {
    @Override
    public List<Receiver> bind(Session session, EndpointConfig config, Map<String, String> path) {
        return List.of();
    }

    @Override
    public void open(Session session, EndpointConfig config) {
        instance.onOpen(session, config);
    }

    @Override
    public void close(Session session, CloseReason reason) {
        instance.onClose(session, reason);
    }

    @Override
    public boolean error(Session session, Throwable failure) {
        instance.onError(session, failure);
        return true;
    }
}
