package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpTester;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Tests servlets and filters in a server of its own, by raw requests in memory; sockets are opened on demand.
 *
 * <pre>{@code
 * ServletTester tester = new ServletTester();
 * tester.addServlet(HelloServlet.class, "/hello");
 * tester.start();
 * String responses = tester.getResponses("GET /hello HTTP/1.1\r\nHost: tester\r\n\r\n");
 * }</pre>
 *
 * <p>Thread-safe once started.
 */
public class ServletTester extends ContainerLifeCycle {
    private static final long DEFAULT_SECONDS = 10;

    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);
    private final ServletContextHandler context;

    /** A context at the root, with sessions and security. */
    public ServletTester() {
        this("/");
    }

    /** A context with sessions and security. */
    public ServletTester(String contextPath) {
        this(contextPath, ServletContextHandler.SESSIONS | ServletContextHandler.SECURITY);
    }

    /**
     * @param contextPath such as {@code /app}
     * @param options of {@link ServletContextHandler#SESSIONS} and {@link ServletContextHandler#SECURITY}
     */
    public ServletTester(String contextPath, int options) {
        context = new ServletContextHandler(contextPath, options);
        server.setHandler(context);
        server.addConnector(connector);
        installBean(server);
    }

    public ServletContextHandler getContext() {
        return context;
    }

    public Server getServer() {
        return server;
    }

    /** Returns the connector of the requests in memory. */
    public LocalConnector getConnector() {
        return connector;
    }

    public void setVirtualHosts(List<String> hosts) {
        context.setVirtualHosts(hosts);
    }

    public void addVirtualHosts(String... hosts) {
        context.addVirtualHosts(hosts);
    }

    public ServletHolder addServlet(String className, String pathSpec) {
        return context.addServlet(className, pathSpec);
    }

    public ServletHolder addServlet(Class<? extends Servlet> servlet, String pathSpec) {
        return context.addServlet(servlet, pathSpec);
    }

    public void addServlet(ServletHolder servlet, String pathSpec) {
        context.addServlet(servlet, pathSpec);
    }

    public void addFilter(FilterHolder filter, String pathSpec, EnumSet<DispatcherType> dispatches) {
        context.addFilter(filter, pathSpec, dispatches);
    }

    public FilterHolder addFilter(Class<? extends Filter> filter, String pathSpec, EnumSet<DispatcherType> dispatches) {
        return context.addFilter(filter, pathSpec, dispatches);
    }

    public FilterHolder addFilter(String className, String pathSpec, EnumSet<DispatcherType> dispatches) {
        return context.addFilter(className, pathSpec, dispatches);
    }

    public @Nullable Object getAttribute(String name) {
        return context.getAttribute(name);
    }

    public Enumeration<String> getAttributeNames() {
        return Collections.enumeration(context.getAttributeNameSet());
    }

    /** Returns the attributes of the context. */
    public Attributes getAttributes() {
        return context;
    }

    public void setAttribute(String name, Object value) {
        context.setAttribute(name, value);
    }

    public void removeAttribute(String name) {
        context.removeAttribute(name);
    }

    public String getContextPath() {
        return context.getContextPath();
    }

    public void setContextPath(String contextPath) {
        context.setContextPath(contextPath);
    }

    public @Nullable String getInitParameter(String name) {
        return context.getInitParameter(name);
    }

    public @Nullable String setInitParameter(String name, String value) {
        return context.setInitParameter(name, value);
    }

    public Enumeration<String> getInitParameterNames() {
        return context.getInitParameterNames();
    }

    public Map<String, String> getInitParams() {
        return context.getInitParams();
    }

    public @Nullable Resource getResourceBase() {
        return context.getBaseResource();
    }

    public void setResourceBase(Resource base) {
        context.setBaseResource(base);
    }

    /** As {@link #getResponses(String, long, TimeUnit)}, for up to 10 s. */
    public @Nullable String getResponses(String rawRequests) throws Exception {
        return getResponses(rawRequests, DEFAULT_SECONDS, TimeUnit.SECONDS);
    }

    /**
     * Sends requests on a connection of their own.
     *
     * @param rawRequests one request of HTTP/1.1 or several, in UTF-8
     * @return their responses, as many as came in time; null if none came
     */
    public @Nullable String getResponses(String rawRequests, long time, TimeUnit unit) throws Exception {
        ByteBuffer responses = getResponses(ByteBuffer.wrap(rawRequests.getBytes(StandardCharsets.UTF_8)), time, unit);
        return responses == null ? null : BufferUtil.toString(responses, StandardCharsets.UTF_8);
    }

    /** As {@link #getResponses(ByteBuffer, long, TimeUnit)}, for up to 10 s. */
    public @Nullable ByteBuffer getResponses(ByteBuffer rawRequests) throws Exception {
        return getResponses(rawRequests, DEFAULT_SECONDS, TimeUnit.SECONDS);
    }

    /** As {@link #getResponses(String, long, TimeUnit)}. */
    public @Nullable ByteBuffer getResponses(ByteBuffer rawRequests, long time, TimeUnit unit) throws Exception {
        long end = System.nanoTime() + unit.toNanos(time);
        LocalConnector.LocalEndPoint connection = connector.connect();
        List<Boolean> heads = heads(rawRequests.slice());
        connection.addInput(rawRequests);
        ByteArrayOutputStream responses = new ByteArrayOutputStream();
        for (boolean head : heads) {
            long left = Math.max(0, end - System.nanoTime());
            ByteBuffer response = connection.waitForResponse(head, left, TimeUnit.NANOSECONDS);
            if (response == null) {
                break;
            }
            responses.writeBytes(BufferUtil.toArray(response));
        }
        return responses.size() == 0 ? null : ByteBuffer.wrap(responses.toByteArray());
    }

    /** Whether each request is a HEAD, whose response has no content; what is no request is answered, too. */
    private static List<Boolean> heads(ByteBuffer requests) throws IOException {
        List<Boolean> heads = new ArrayList<>();
        HttpTester.Input in = HttpTester.from(requests);
        try {
            HttpTester.Request request = HttpTester.parseRequest(in);
            while (request != null) {
                heads.add(HttpMethod.HEAD.is(request.getMethod()));
                request = HttpTester.parseRequest(in);
            }
        } catch (BadMessageException x) {
            heads.add(false);
        }
        return heads.isEmpty() ? List.of(false) : heads;
    }

    /**
     * Adds a connector of sockets with a free port, and starts it if this is started.
     *
     * @param localhost whether it listens to the loopback address only
     * @return the URI of the server, such as {@code http://127.0.0.1:32801}
     */
    public String createConnector(boolean localhost) throws Exception {
        ServerConnector sockets = new ServerConnector(server);
        if (localhost) {
            sockets.setHost("127.0.0.1");
        }
        server.addConnector(sockets);
        if (sockets.getLocalPort() < 0) {
            sockets.open();
        }
        if (server.isStarted()) {
            sockets.start();
        }
        String host = localhost ? "127.0.0.1" : InetAddress.getLocalHost().getHostName();
        return "http://" + host + ":" + sockets.getLocalPort();
    }

    /** Adds another connector in memory, and starts it if this is started. */
    public LocalConnector createLocalConnector() throws Exception {
        LocalConnector local = new LocalConnector(server);
        server.addConnector(local);
        if (server.isStarted()) {
            local.start();
        }
        return local;
    }
}
