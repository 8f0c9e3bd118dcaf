package org.eclipse.jetty.proxy;

import org.eclipse.jetty.client.ContinueProtocolHandler;
import org.eclipse.jetty.client.EarlyHintsProtocolHandler;
import org.eclipse.jetty.client.ProcessingProtocolHandler;
import org.eclipse.jetty.client.ProtocolHandlers;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/**
 * Interim responses of servers (RFC 9110, section 15.2), for the clients whose requests they answer. Those to requests of the proxy itself
 * are ignored.
 */
final class InterimResponses {
    private static final String CLIENT = InterimResponses.class.getName();

    private InterimResponses() {}

    /** Attaches the client's request and response to a request to the server. */
    static void attach(org.eclipse.jetty.client.Request serverRequest, Request request, Response response) {
        serverRequest.attribute(CLIENT, new Client(request, response));
    }

    static void putInto(ProtocolHandlers handlers, ProxyHandler proxy) {
        handlers.put(new ContinueProtocolHandler() {
            @Override
            protected @Nullable Runnable onContinue(org.eclipse.jetty.client.Request request) {
                Client client = clientOf(request);
                return proxy.onServerToProxyResponse100Continue(client == null ? null : client.request(), request);
            }
        });
        handlers.put(new ProcessingProtocolHandler() {
            @Override
            protected void onProcessing(org.eclipse.jetty.client.Request request, HttpFields fields) {
                Client client = clientOf(request);
                if (client != null) {
                    proxy.onServerToProxyResponse102Processing(client.request(), request, fields, client.response());
                }
            }
        });
        handlers.put(new InterimProtocolHandler() {
            @Override
            protected void onInterim(
                    org.eclipse.jetty.client.Request request, org.eclipse.jetty.client.Response response) {
                Client client = clientOf(request);
                if (client != null) {
                    proxy.onOtherInterimResponse(response.getStatus(), response.getHeaders(), client.response());
                }
            }
        });
        handlers.put(new EarlyHintsProtocolHandler() {
            @Override
            protected void onEarlyHints(org.eclipse.jetty.client.Request request, HttpFields fields) {
                Client client = clientOf(request);
                if (client != null) {
                    proxy.onServerToProxyResponse103EarlyHints(client.request(), request, fields, client.response());
                }
            }
        });
    }

    private static @Nullable Client clientOf(org.eclipse.jetty.client.Request request) {
        return (Client) request.getAttributes().get(CLIENT);
    }

    /** What the client has sent, and what it is answered. */
    private record Client(Request request, Response response) {}
}
