package org.eclipse.jetty.client;

/** Takes over responses that are a part of the protocol, such as redirections. Thread-safe. */
public interface ProtocolHandler {
    /** Returns the name, of which the client has one handler at most. */
    String getName();

    /** Returns whether the response is taken over; its head is complete. */
    boolean accept(Request request, Response response);

    /** Returns the listener of a response that is taken over, instead of the listeners of the request. */
    Response.Listener getResponseListener();
}
