package org.eclipse.jetty.ee10.websocket.jakarta.server;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.websocket.jakarta.server.config.JakartaWebSocketServletContainerInitializer;
import org.eclipse.jetty.ee10.websocket.jakarta.server.config.JakartaWebSocketServletContainerInitializer.Configurator;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.websocket.core.server.MeasuredPool;
import org.junit.jupiter.api.AfterEach;

/** A server with one context that has endpoints. */
public abstract class EndpointServer {
    static {
        // only what never happens is missed, on any machine
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    }

    protected final MeasuredPool pool = new MeasuredPool();
    protected final Server server = new Server(null, null, pool);
    protected final ServerConnector connector = new ServerConnector(server);
    protected final ServletContextHandler context =
            new ServletContextHandler("/app", ServletContextHandler.SESSIONS | ServletContextHandler.SECURITY);

    protected interface Step {
        void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException;
    }

    protected void start(Configurator configurator) throws Exception {
        JakartaWebSocketServletContainerInitializer.configure(context, configurator);
        start();
    }

    protected void start(Class<?>... endpoints) throws Exception {
        start((servletContext, container) -> {
            for (Class<?> endpoint : endpoints) {
                container.addEndpoint(endpoint);
            }
        });
    }

    protected void start() throws Exception {
        server.addConnector(connector);
        server.setHandler(context);
        server.start();
    }

    @AfterEach
    void stopServer() throws Exception {
        server.stop();
        assertThat(pool.getLateWrites())
                .as("writes to buffers after their release")
                .isEmpty();
    }

    protected String uri(String path) {
        return "ws://localhost:" + connector.getLocalPort() + "/app" + path;
    }

    protected Peer connect(String path, String... headers) {
        return Peer.connect(uri(path), "", headers);
    }

    protected HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://localhost:" + connector.getLocalPort() + "/app" + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    protected JakartaWebSocketServerContainer container() {
        return JakartaWebSocketServerContainer.getContainer(context.getServletContext());
    }

    protected static Filter filterOf(Step step) {
        return new Filter() {
            @Override
            public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                    throws IOException, ServletException {
                step.filter((HttpServletRequest) request, (HttpServletResponse) response, chain);
            }
        };
    }
}
