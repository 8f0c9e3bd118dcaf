package org.eclipse.jetty.ee10.proxy;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.Executor;
import org.eclipse.jetty.client.ContinueProtocolHandler;
import org.eclipse.jetty.client.EarlyHintsProtocolHandler;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.ProcessingProtocolHandler;
import org.eclipse.jetty.client.ProtocolHandlers;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.proxy.HopByHopFields;
import org.eclipse.jetty.proxy.InterimProtocolHandler;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.ProcessorUtils;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** Configures the HTTP clients of proxy servlets. */
final class ProxyClients {
    private static final String EXECUTOR_ATTRIBUTE = "org.eclipse.jetty.server.Executor";

    private ProxyClients() {}

    /** Applies init parameters to a client that is not started. */
    static void configure(HttpClient client, AbstractProxyServlet servlet, InitParameters parameters)
            throws ServletException {
        client.setFollowRedirects(false);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setUserAgentField(null);
        client.setDefaultRequestContentType(null);
        if (client.getExecutor() == null || parameters.text("maxThreads") != null) {
            client.setExecutor(executor(servlet, parameters));
        }
        client.setMaxConnectionsPerDestination(parameters.integer("maxConnections", 256, 1));
        client.setIdleTimeout(parameters.number("idleTimeout", 30_000, 0));
        client.setRequestBufferSize(parameters.integer("requestBufferSize", client.getRequestBufferSize(), 1));
        int responseBufferSize = parameters.integer("responseBufferSize", 0, 0);
        if (responseBufferSize > 0) {
            client.setResponseBufferSize(responseBufferSize);
        }
        client.setMaxRequestHeadersSize(
                parameters.integer("maxRequestHeadersSize", client.getMaxRequestHeadersSize(), 1));
        client.setMaxResponseHeadersSize(
                parameters.integer("maxResponseHeadersSize", client.getMaxResponseHeadersSize(), -1));
    }

    private static Executor executor(AbstractProxyServlet servlet, InitParameters parameters) throws ServletException {
        String threads = parameters.text("maxThreads");
        if (threads != null && !threads.equals("-")) {
            QueuedThreadPool pool = new QueuedThreadPool(parameters.integer("maxThreads", 0, 4), 1);
            pool.setName(servlet.getServletName());
            return pool;
        }
        Object executor = servlet.getServletContext().getAttribute(EXECUTOR_ATTRIBUTE);
        if (executor instanceof Executor found) {
            return found;
        }
        return serverOf(servlet).getThreadPool();
    }

    private static Server serverOf(AbstractProxyServlet servlet) throws ServletException {
        ServletContextHandler context = ServletContextHandler.getServletContextHandler(servlet.getServletContext());
        if (context == null || context.getServer() == null) {
            throw new ServletException("No server of proxy servlet " + servlet.getServletName());
        }
        return context.getServer();
    }

    /** Creates a connector with the timers and buffers of the server. */
    static ClientConnector newConnector(AbstractProxyServlet servlet, InitParameters parameters)
            throws ServletException {
        Server server = serverOf(servlet);
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(
                parameters.integer("selectors", Math.max(1, ProcessorUtils.availableProcessors() / 2), 1));
        connector.setScheduler(server.getScheduler());
        connector.setByteBufferPool(server.getByteBufferPool());
        return connector;
    }

    /** Makes a started client change nothing of what it carries, and pass interim responses on (RFC 9110, section 15.2). */
    static void putProtocolHandlers(HttpClient client, AbstractProxyServlet servlet) {
        client.getContentDecoderFactories().clear();
        ProtocolHandlers handlers = client.getProtocolHandlers();
        handlers.clear();
        handlers.put(new ContinueProtocolHandler() {
            @Override
            protected @Nullable Runnable onContinue(Request request) {
                return servlet.onContinue(clientRequestOf(request), request);
            }
        });
        handlers.put(new ProcessingProtocolHandler() {
            @Override
            protected void onProcessing(Request request, HttpFields fields) {
                writeInterim(request, HttpStatus.PROCESSING_102, fields);
            }
        });
        handlers.put(new InterimProtocolHandler() {
            @Override
            protected void onInterim(Request request, org.eclipse.jetty.client.Response response) {
                writeInterim(request, response.getStatus(), response.getHeaders());
            }
        });
        handlers.put(new EarlyHintsProtocolHandler() {
            @Override
            protected void onEarlyHints(Request request, HttpFields fields) {
                writeInterim(request, HttpStatus.EARLY_HINT_103, fields);
            }
        });
    }

    private static HttpServletRequest clientRequestOf(Request request) {
        Object ofClient = request.getAttributes().get(AbstractProxyServlet.CLIENT_REQUEST_ATTRIBUTE);
        assert ofClient != null : "set with the request";
        return (HttpServletRequest) ofClient;
    }

    private static void writeInterim(Request request, int status, HttpFields fields) {
        Response response = ServletContextRequest.getServletContextRequest(clientRequestOf(request))
                .getServletContextResponse();
        // RFC 9110, section 8.6: there is no content
        response.writeInterim(
                status, HttpFields.build(HopByHopFields.without(fields)).remove(HttpHeader.CONTENT_LENGTH));
    }
}
