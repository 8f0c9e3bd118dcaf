package org.eclipse.jetty.server.handler;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.ConnectionStatistics;
import org.eclipse.jetty.server.AcceptRateLimit;
import org.eclipse.jetty.server.ConnectionLimit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LowResourceMonitor;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.TrustedClients;
import org.eclipse.jetty.server.internal.page.SchedulingReport;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.JsonText;

/**
 * Shows at a path what the scheduling of the server does now: thread pools, reserved and virtual threads, and, for each
 * selector, the state of its execution strategy and its tasks by mode; and the counters of statistics and limits.
 *
 * <p>The path itself answers JSON to clients that accept it ({@code Accept}) before plain text, and plain text to anybody else;
 * {@code .json} and {@code .txt} behind the path choose. Clients must be on this machine, unless others are allowed; one
 * whose request was forwarded by a proxy on this machine is not. Other paths go to the next handler. Thread-safe once
 * configured.
 */
public class SchedulingConsoleHandler extends Handler.Wrapper {
    private static final List<Class<?>> COUNTING = List.of(
            StatisticsHandler.class,
            ConnectionStatistics.class,
            QoSHandler.class,
            ThreadLimitHandler.class,
            DoSHandler.class,
            SizeLimitHandler.class,
            NetworkConnectionLimit.class,
            ConnectionLimit.class,
            AcceptRateLimit.class,
            LowResourceMonitor.class);

    private String path = "/scheduling";
    private TrustedClients allowed = TrustedClients.local();

    public SchedulingConsoleHandler() {}

    public SchedulingConsoleHandler(Handler handler) {
        super(handler);
    }

    public String getPath() {
        return path;
    }

    /** Sets the path, which begins with a slash and does not end with one. */
    public void setPath(String path) {
        if (path == null || path.length() < 2 || path.charAt(0) != '/' || path.endsWith("/")) {
            throw new IllegalArgumentException("path '" + path
                    + "' (expected: one that begins with / and does not end with it, as in /scheduling),"
                    + " set by jetty.schedulingConsole.path");
        }
        this.path = path;
    }

    /** The addresses that are allowed, separated by commas; empty for those of this machine only. */
    public String getAllow() {
        return allowed.addresses();
    }

    /** Allows addresses, separated by commas: single ones, ranges and networks, as in {@code 127.0.0.1,10.0.0.0/8}. */
    public void setAllow(String addresses) {
        allowed = TrustedClients.of(addresses, "jetty.schedulingConsole.allow");
    }

    /**
     * What the page shows: maps, lists, numbers, texts and truth values.
     *
     * @param server the server whose threads, selectors and counters are read
     */
    public static Map<String, Object> report(Server server) {
        return SchedulingReport.of(server, COUNTING);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String target = Request.getPathInContext(request);
        if (target == null || !target.startsWith(path)) {
            return super.handle(request, response, callback);
        }
        String extension = target.substring(path.length());
        boolean json;
        switch (extension) {
            case "" -> json = prefersJson(request);
            case ".json" -> json = true;
            case ".txt" -> json = false;
            default -> {
                return super.handle(request, response, callback);
            }
        }
        if (!allowed.contains(request)) {
            Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
        } else if (!HttpMethod.GET.is(request.getMethod()) && !HttpMethod.HEAD.is(request.getMethod())) {
            response.setStatus(HttpStatus.METHOD_NOT_ALLOWED_405);
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD");
            response.write(true, null, callback);
        } else {
            write(response, json, callback);
        }
        return true;
    }

    private void write(Response response, boolean json, Callback callback) {
        Map<String, Object> report = report(Handler.serverOf(this));
        byte[] content =
                (json ? JsonText.indented(report) : SchedulingReport.toText(report)).getBytes(StandardCharsets.UTF_8);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, json ? "application/json" : "text/plain;charset=utf-8");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put(HttpHeader.VARY, "Accept");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, content.length);
        response.write(true, ByteBuffer.wrap(content), callback);
    }

    /** Whether JSON is the first of the types that the client accepts and we have. */
    private static boolean prefersJson(Request request) {
        for (String accepted : request.getHeaders().getQualityCSV(HttpHeader.ACCEPT)) {
            int parameters = accepted.indexOf(';');
            String type = (parameters < 0 ? accepted : accepted.substring(0, parameters)).trim();
            if ("application/json".equalsIgnoreCase(type)) {
                return true;
            }
            if (type.regionMatches(true, 0, "text/", 0, 5) || "*/*".equals(type)) {
                return false;
            }
        }
        return false;
    }
}
