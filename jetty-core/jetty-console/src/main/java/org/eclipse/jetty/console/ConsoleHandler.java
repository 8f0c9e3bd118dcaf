package org.eclipse.jetty.console;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.operations.Diagnostics;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.JsonText;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers at {@code /console/} with a page that shows the server and changes it, and below {@code /console/api/} with the same data as
 * JSON; counts the other requests, and hands them on.
 *
 * <p>Only clients of this machine that log in are answered, unless others are allowed; see {@link #setAllow}. Nothing is changed by a GET.
 * Each change is logged with who made it. Thread-safe once configured.
 */
public class ConsoleHandler extends Handler.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(ConsoleHandler.class);
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final int MAX_FIELDS = 10;
    private static final int MAX_CONTENT = 4096;

    private static final Map<String, ConsoleData.Resource> FILES = Map.of(
            "", file("text/html;charset=utf-8", "console.html"),
            "console.css", file("text/css;charset=utf-8", "console.css"),
            "console.js", file("text/javascript;charset=utf-8", "console.js"),
            "views.js", file("text/javascript;charset=utf-8", "views.js"),
            "plots.js", file("text/javascript;charset=utf-8", "plots.js"),
            "icon.svg", file("image/svg+xml", "icon.svg"));

    private final ConsoleAccess access = new ConsoleAccess();
    private final Traffic traffic = new Traffic();
    private final AuditLog changes = new AuditLog();
    private String path = "/console";
    private @Nullable String connectorName;
    private @Nullable String password;
    private boolean trackRequests;
    private @Nullable String configuration;
    private Samples samples;
    private ConsoleData data;
    private ConsoleActions actions;

    public ConsoleHandler() {}

    public ConsoleHandler(@Nullable Handler handler) {
        super(handler);
    }

    private static ConsoleData.Resource file(String type, String name) {
        try (InputStream in = ConsoleHandler.class.getResourceAsStream(name)) {
            return new ConsoleData.Resource(type, in.readAllBytes());
        } catch (IOException x) {
            throw new IllegalStateException("Cannot read " + name, x);
        }
    }

    public String getPath() {
        return path;
    }

    /** Sets the path, which begins with a slash and does not end with one. */
    public void setPath(String path) {
        if (path == null || path.length() < 2 || path.charAt(0) != '/' || path.endsWith("/")) {
            throw new IllegalArgumentException("path: " + path
                    + " (expected: one that begins with / and does not end with it, as in /console), set by"
                    + " jetty.console.path");
        }
        this.path = path;
    }

    /** The name of the connector that the console is at; null for all connectors. */
    public @Nullable String getConnectorName() {
        return connectorName;
    }

    /** Answers at one connector only, and no other requests there; null or empty for all connectors. */
    public void setConnectorName(@Nullable String name) {
        connectorName = StringUtil.isBlank(name) ? null : name;
    }

    /** The addresses of clients that may log in, separated by commas; empty for those of this machine. */
    public String getAllow() {
        return access.getAllow();
    }

    /**
     * Allows addresses, separated by commas, as in {@code 127.0.0.1,10.0.0.0/8}. Clients of other machines are answered by HTTPS only.
     */
    public void setAllow(String addresses) {
        access.setAllow(addresses);
    }

    /** Sets the names of the host, separated by commas, that the console may be asked for by, besides localhost and addresses. */
    public void setHosts(@Nullable String names) {
        access.setHosts(names);
    }

    /** The name to log in with. */
    public String getUser() {
        return access.getUser();
    }

    /** Sets the name to log in with, without a colon. */
    public void setUser(String user) {
        access.setUser(user);
    }

    /**
     * Sets the password, in one of the forms of {@link org.eclipse.jetty.util.security.Credential}. If it is empty, one is made at each
     * start, and logged.
     */
    public void setPassword(@Nullable String password) {
        this.password = password;
    }

    /** Whether requests in flight are listed from the start on. */
    public boolean isTrackRequests() {
        return trackRequests;
    }

    /** Sets whether requests in flight are listed from the start on, with their phases; it can be changed in the page. */
    public void setTrackRequests(boolean track) {
        trackRequests = track;
    }

    /** Sets what the page shows as the configuration: JSON, without secrets; null for nothing. */
    public void setConfiguration(@Nullable String json) {
        configuration = json;
    }

    @Override
    protected void doStart() throws Exception {
        Server server = Handler.serverOf(this);
        Diagnostics diagnostics = Diagnostics.of(server);
        samples = new Samples(server, traffic);
        addBean(samples);
        data = new ConsoleData(diagnostics, traffic, samples, changes, access.getToken(), configuration);
        actions = new ConsoleActions(server, diagnostics, traffic);
        actions.track(trackRequests);
        String made = access.setPassword(password);
        if (made != null) {
            LOG.info(
                    "Console at {}/: user {}, password {} (until the next start; set jetty.console.password for another)",
                    path,
                    access.getUser(),
                    made);
        }
        server.addEventListener(traffic);
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        Handler.serverOf(this).removeEventListener(traffic);
        removeBean(samples);
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.BLOCKING;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String target = Request.getPathInContext(request);
        boolean mine = target != null
                && target.startsWith(path)
                && (target.length() == path.length() || target.charAt(path.length()) == '/');
        if (connectorName != null) {
            boolean arrived = connectorName.equals(
                    request.getConnectionMetaData().getConnector().getName());
            if (arrived && !mine) {
                Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
                return true;
            }
            mine &= arrived;
        }
        if (mine && target != null) {
            answer(request, response, callback, target.substring(path.length()));
            return true;
        }
        ConsoleRequest counted = traffic.begin(request, response);
        counted.setThread(Thread.currentThread());
        try {
            return super.handle(counted, response, callback);
        } catch (Exception | Error x) {
            counted.setThrown(x);
            throw x;
        } finally {
            counted.setThread(null);
        }
    }

    private void answer(Request request, Response response, Callback callback, String target) throws Exception {
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(HttpHeader.CACHE_CONTROL, "no-store");
        headers.put("Content-Security-Policy", POLICY);
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Frame-Options", "DENY");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        ConsoleAccess.Refusal refusal = access.check(request);
        if (refusal != null) {
            refuse(response, callback, refusal);
        } else if (target.isEmpty()) {
            Response.sendRedirect(request, response, callback, path + "/");
        } else if (target.startsWith("/api/")) {
            answerApi(request, response, callback, target.substring(5));
        } else {
            ConsoleData.Resource file = FILES.get(target.substring(1));
            if (file == null) {
                refuse(
                        response,
                        callback,
                        new ConsoleAccess.Refusal(HttpStatus.NOT_FOUND_404, "There is no such page"));
            } else if (isRead(request)) {
                write(response, callback, file);
            } else {
                refuseMethod(response, callback, "GET, HEAD");
            }
        }
    }

    private static boolean isRead(Request request) {
        return HttpMethod.GET.is(request.getMethod()) || HttpMethod.HEAD.is(request.getMethod());
    }

    private void answerApi(Request request, Response response, Callback callback, String name) throws Exception {
        boolean action = ConsoleActions.NAMES.contains(name);
        if (action ? !HttpMethod.POST.is(request.getMethod()) : !isRead(request)) {
            refuseMethod(response, callback, action ? "POST" : "GET, HEAD");
            return;
        }
        ConsoleAccess.Refusal refusal = access.checkSite(request, action);
        if (refusal != null) {
            refuse(response, callback, refusal);
            return;
        }
        if (action) {
            change(request, response, callback, name);
            return;
        }
        ConsoleData.Resource resource = data.get(name);
        if (resource == null) {
            refuse(
                    response,
                    callback,
                    new ConsoleAccess.Refusal(HttpStatus.NOT_FOUND_404, "There is no such resource; see api/"));
        } else {
            write(response, callback, resource);
        }
    }

    private void change(Request request, Response response, Callback callback, String name) {
        String what = name;
        String result;
        int status = HttpStatus.OK_200;
        try {
            Fields fields = FormFields.getFields(request, MAX_FIELDS, MAX_CONTENT);
            what = ConsoleActions.describe(name, fields);
            result = actions.run(
                    name,
                    fields,
                    request.getConnectionMetaData().getConnection().getEndPoint());
        } catch (IllegalArgumentException | BadMessageException x) {
            status = HttpStatus.BAD_REQUEST_400;
            result = reason(x);
        } catch (IllegalStateException x) {
            status = HttpStatus.CONFLICT_409;
            result = reason(x);
        } catch (IOException | RuntimeException x) {
            LOG.warn("{} failed", name, x);
            status = HttpStatus.INTERNAL_SERVER_ERROR_500;
            result = x.toString();
        }
        boolean done = status == HttpStatus.OK_200;
        changes.add(access.getUser(), Request.getRemoteAddr(request), what, result, done);
        response.setStatus(status);
        write(response, callback, ConsoleData.json(JsonText.compact(Map.of(done ? "done" : "error", result))));
    }

    private static String reason(RuntimeException failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }

    private static void refuseMethod(Response response, Callback callback, String allowed) {
        response.getHeaders().put(HttpHeader.ALLOW, allowed);
        refuse(
                response,
                callback,
                new ConsoleAccess.Refusal(HttpStatus.METHOD_NOT_ALLOWED_405, "expected: " + allowed));
    }

    private static void refuse(Response response, Callback callback, ConsoleAccess.Refusal refusal) {
        response.setStatus(refusal.status());
        if (refusal.status() == HttpStatus.UNAUTHORIZED_401) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Basic realm=\"console\", charset=\"UTF-8\"");
        } else if (refusal.status() == HttpStatus.TOO_MANY_REQUESTS_429) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, "60");
        }
        write(response, callback, ConsoleData.json(JsonText.compact(Map.of("error", refusal.reason()))));
    }

    private static void write(Response response, Callback callback, ConsoleData.Resource resource) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, resource.type());
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, resource.content().length);
        response.write(true, ByteBuffer.wrap(resource.content()), callback);
    }
}
