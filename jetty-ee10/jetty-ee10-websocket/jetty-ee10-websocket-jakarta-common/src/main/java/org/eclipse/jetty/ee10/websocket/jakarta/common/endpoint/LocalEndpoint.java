package org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint;

import jakarta.websocket.CloseReason;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.websocket.jakarta.common.messages.Receiver;

/** What a session calls: an endpoint of either kind. Each method is called by one thread at a time. */
public interface LocalEndpoint {
    /** Returns the application's object. */
    Object instance();

    /** Comes first, and returns who takes messages from now on, beside those that the endpoint adds itself. */
    List<Receiver> bind(Session session, EndpointConfig config, Map<String, String> path) throws Throwable;

    /** Called when the session has begun. */
    void open(Session session, EndpointConfig config) throws Throwable;

    /** Called when the session has ended, once. */
    void close(Session session, CloseReason reason) throws Throwable;

    /** Called with a failure; returns whether the endpoint has a method for that. */
    boolean error(Session session, Throwable failure) throws Throwable;
}
