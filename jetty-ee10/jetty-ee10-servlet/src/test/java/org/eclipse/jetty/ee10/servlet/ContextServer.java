package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.server.BufferChecks;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.TestConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server with one context: text of HTTP/1.1 in and out, over every transport. */
public abstract class ContextServer extends OverTransports {
    /** Within which anything happens on any machine: only what never happens is missed. */
    protected static final int DEADLINE_SECONDS = 60;

    static {
        Awaitility.setDefaultTimeout(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    final PoisoningByteBufferPool buffers = new PoisoningByteBufferPool();
    protected final Server server = new Server(null, null, buffers);
    protected TestConnector connector;
    protected ServletContextHandler context = new ServletContextHandler("/ctx", ServletContextHandler.SESSIONS);

    /** What was asserted in vain within the application: it fails the test, whatever became of the response. */
    private static final Queue<AssertionError> FAILURES = new ConcurrentLinkedQueue<>();

    protected interface Body {
        void serve(HttpServletRequest request, HttpServletResponse response) throws Exception;
    }

    protected interface Step {
        void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain) throws Exception;
    }

    @BeforeEach
    void connect() throws Exception {
        FAILURES.clear();
        connector = new TestConnector(transport, server);
    }

    protected void start() throws Exception {
        server.setHandler(context);
        server.start();
    }

    @AfterEach
    void stopServer() throws Exception {
        server.stop();
        AssertionError failure = FAILURES.poll();
        if (failure != null) {
            throw failure;
        }
        BufferChecks.assertUntouched(buffers);
    }

    protected ServletHolder servlet(String path, Body body) {
        ServletHolder holder = new ServletHolder(servletOf(body));
        context.addServlet(holder, path);
        return holder;
    }

    protected static Servlet servletOf(Body body) {
        return new HttpServlet() {
            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response)
                    throws ServletException, IOException {
                try {
                    body.serve(request, response);
                } catch (ServletException | IOException | RuntimeException x) {
                    throw x;
                } catch (AssertionError x) {
                    FAILURES.add(x);
                    throw x;
                } catch (Exception x) {
                    throw new ServletException(x);
                }
            }
        };
    }

    protected static Filter filterOf(Step step) {
        return new Filter() {
            @Override
            public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                    throws IOException, ServletException {
                try {
                    step.filter((HttpServletRequest) request, (HttpServletResponse) response, chain);
                } catch (ServletException | IOException | RuntimeException x) {
                    throw x;
                } catch (AssertionError x) {
                    FAILURES.add(x);
                    throw x;
                } catch (Exception x) {
                    throw new ServletException(x);
                }
            }
        };
    }

    protected String get(String path, String... headers) throws Exception {
        return request("GET " + path + " HTTP/1.1\r\nHost: local\r\n" + String.join("\r\n", headers)
                + (headers.length == 0 ? "" : "\r\n") + "\r\n");
    }

    protected String post(String path, String type, String body, String... headers) throws Exception {
        return request("POST " + path + " HTTP/1.1\r\nHost: local\r\nContent-Type: " + type + "\r\nContent-Length: "
                + body.getBytes(java.nio.charset.StandardCharsets.UTF_8).length + "\r\n" + String.join("\r\n", headers)
                + (headers.length == 0 ? "" : "\r\n") + "\r\n" + body);
    }

    protected String request(String raw) throws Exception {
        return connector.getResponse(raw, DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    /** Serves one request by the body, which may assert: what it found wrong fails the test. */
    protected String serve(Body body, String... headers) throws Exception {
        servlet("/served/*", body);
        start();
        return get("/ctx/served/info?q=1", headers);
    }

    /** What HttpServlet answers to a method that it does not know; that of Servlet 4.0 takes HTTP/2 for HTTP/1.0. */
    protected int methodNotAllowed() {
        boolean http2Known = !HttpServlet.class.getName().startsWith("javax.");
        return transport.isHttp1() || http2Known ? 405 : 400;
    }

    protected static String body(String response) {
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    protected static int status(String response) {
        return Integer.parseInt(response.substring(9, 12));
    }

    /** The value of a field, or null. */
    protected static String field(String response, String name) {
        for (String line : response.substring(0, response.indexOf("\r\n\r\n")).split("\r\n")) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).equalsIgnoreCase(name)) {
                return line.substring(colon + 1).trim();
            }
        }
        return null;
    }
}
