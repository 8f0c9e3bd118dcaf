package org.eclipse.jetty.proxy;

import org.eclipse.jetty.client.ContinueProtocolHandler;
import org.eclipse.jetty.client.EarlyHintsProtocolHandler;
import org.eclipse.jetty.client.ProcessingProtocolHandler;
import org.eclipse.jetty.client.ProtocolHandlers;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * Interim responses of servers (RFC 9110, section 15.2), for the clients whose requests they answer. Those to requests of the proxy itself
 * are ignored.
 */
final class InterimResponses {
    private static final String CLIENT_REQUEST = InterimResponses.class.getName() + ".request";
    private static final String CLIENT_RESPONSE = InterimResponses.class.getName() + ".response";

    private InterimResponses() {}

    /** Attaches the client's request and response to a request to the server. */
    static void attach(org.eclipse.jetty.client.Request serverRequest, Request request, Response response) {
        serverRequest.attribute(CLIENT_REQUEST, request);
        serverRequest.attribute(CLIENT_RESPONSE, response);
    }

    static void putInto(ProtocolHandlers handlers, ProxyHandler proxy) {
        handlers.put(new ContinueProtocolHandler() {
            @Override
            protected Runnable onContinue(org.eclipse.jetty.client.Request request) {
                return proxy.onServerToProxyResponse100Continue(requestOf(request), request);
            }
        });
        handlers.put(new ProcessingProtocolHandler() {
            @Override
            protected void onProcessing(org.eclipse.jetty.client.Request request, HttpFields fields) {
                if (requestOf(request) != null) {
                    proxy.onServerToProxyResponse102Processing(
                            requestOf(request), request, fields, responseOf(request));
                }
            }
        });
        handlers.put(new EarlyHintsProtocolHandler() {
            @Override
            protected void onEarlyHints(org.eclipse.jetty.client.Request request, HttpFields fields) {
                if (requestOf(request) != null) {
                    proxy.onServerToProxyResponse103EarlyHints(
                            requestOf(request), request, fields, responseOf(request));
                }
            }
        });
    }

    private static Request requestOf(org.eclipse.jetty.client.Request request) {
        return (Request) request.getAttributes().get(CLIENT_REQUEST);
    }

    private static Response responseOf(org.eclipse.jetty.client.Request request) {
        return (Response) request.getAttributes().get(CLIENT_RESPONSE);
    }
}
