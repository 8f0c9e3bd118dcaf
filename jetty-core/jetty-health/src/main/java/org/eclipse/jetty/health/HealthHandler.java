package org.eclipse.jetty.health;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.TrustedClients;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.JsonText;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/**
 * Answers probes at {@code /health/live}, {@code /health/ready} and {@code /health/started}, and with all checks at
 * {@code /health}: 200 if all checks are up, 503 if not.
 *
 * <p>The content is JSON in the format of MicroProfile Health 4.0, or the status alone for clients that accept {@code text/plain}
 * first. The single checks are shown to trusted clients only.
 *
 * <p>The server itself is live while no threads are deadlocked; it is ready while it is started, all applications are available
 * and no limit is reached; it is started when its start has ended, and until it stops. Beans of the server that are
 * {@link HealthCheck}s are asked as well. An application contributes by attributes of its {@code ServletContext}, or context,
 * named {@code org.eclipse.jetty.health.ready.NAME}, or {@code live} or {@code started} instead of {@code ready}: a
 * {@link java.util.function.BooleanSupplier}, or a {@link java.util.concurrent.Callable} of a truth value or of a map with the
 * key {@code up}, whose other entries are shown. Thread-safe once configured.
 */
public class HealthHandler extends Handler.Wrapper {
    private final CheckRunner runner = new CheckRunner();
    private final Set<String> optional = new CopyOnWriteArraySet<>();
    private String path = "/health";
    private @Nullable String connectorName;
    private TrustedClients trusted = TrustedClients.local();
    private List<HealthCheck> ofServer = List.of();

    public HealthHandler() {}

    public HealthHandler(Handler handler) {
        super(handler);
    }

    public String getPath() {
        return path;
    }

    /** Sets the path, which begins with a slash and does not end with one. */
    public void setPath(String path) {
        if (path == null || path.length() < 2 || path.charAt(0) != '/' || path.endsWith("/")) {
            throw new IllegalArgumentException(
                    "path: " + path
                            + " (expected: one that begins with / and does not end with it, as in /health), set by jetty.health.path");
        }
        this.path = path;
    }

    /** The name of the connector that probes come by; null for all connectors. */
    public @Nullable String getConnectorName() {
        return connectorName;
    }

    /** Answers at one connector only, and no other requests there; null or empty for all connectors. */
    public void setConnectorName(@Nullable String name) {
        connectorName = StringUtil.isBlank(name) ? null : name;
    }

    /** The context paths, separated by commas, of applications that need not be available. */
    public String getOptional() {
        return String.join(",", optional);
    }

    /** Sets the context paths, separated by commas, of applications that need not be available for the server to be ready. */
    public void setOptional(@Nullable String paths) {
        optional.clear();
        for (String part : paths == null ? new String[0] : paths.split(",")) {
            String optionalPath = part.trim();
            if (optionalPath.isEmpty()) {
                continue;
            }
            if (optionalPath.charAt(0) != '/') {
                throw new IllegalArgumentException("context path: " + optionalPath
                        + " (expected: one that begins with /, as in /reports), set by jetty.health.optional");
            }
            optional.add(optionalPath);
        }
    }

    /** The addresses of clients that see the single checks, separated by commas; empty for those of this machine. */
    public String getAllow() {
        return trusted.addresses();
    }

    /** Shows the single checks to addresses, separated by commas, as in {@code 127.0.0.1,10.0.0.0/8}. */
    public void setAllow(String addresses) {
        trusted = TrustedClients.of(addresses, "jetty.health.allow");
    }

    @Override
    protected void doStart() throws Exception {
        ofServer = ServerChecks.of(Handler.serverOf(this), optional::contains);
        super.doStart();
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.BLOCKING;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (connectorName == null) {
            return answer(request, response, callback) || super.handle(request, response, callback);
        }
        String arrived = request.getConnectionMetaData().getConnector().getName();
        if (!connectorName.equals(arrived)) {
            return super.handle(request, response, callback);
        }
        if (!answer(request, response, callback)) {
            Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
        }
        return true;
    }

    private boolean answer(Request request, Response response, Callback callback) {
        String target = Request.getPathInContext(request);
        if (target == null || !target.startsWith(path)) {
            return false;
        }
        List<HealthCheck.Kind> kinds;
        switch (target.substring(path.length())) {
            case "" -> kinds = List.of(HealthCheck.Kind.values());
            case "/live" -> kinds = List.of(HealthCheck.Kind.LIVE);
            case "/ready" -> kinds = List.of(HealthCheck.Kind.READY);
            case "/started" -> kinds = List.of(HealthCheck.Kind.STARTED);
            default -> {
                return false;
            }
        }
        if (!HttpMethod.GET.is(request.getMethod()) && !HttpMethod.HEAD.is(request.getMethod())) {
            response.setStatus(HttpStatus.METHOD_NOT_ALLOWED_405);
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD");
            response.write(true, null, callback);
            return true;
        }
        boolean up = true;
        List<Map<String, Object>> shown = new ArrayList<>();
        for (HealthCheck check : checks(kinds)) {
            HealthCheck.Result result = runner.run(check);
            up &= result.up();
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", check.getName());
            entry.put("status", result.up() ? "UP" : "DOWN");
            if (!result.data().isEmpty()) {
                entry.put("data", result.data());
            }
            shown.add(entry);
        }
        write(request, response, callback, up, trusted.contains(request) ? shown : List.of());
        return true;
    }

    private Set<HealthCheck> checks(List<HealthCheck.Kind> kinds) {
        Server server = Handler.serverOf(this);
        Set<HealthCheck> checks = new java.util.LinkedHashSet<>();
        for (HealthCheck.Kind kind : kinds) {
            for (HealthCheck check : ofServer) {
                if (check.getKinds().contains(kind)) {
                    checks.add(check);
                }
            }
            for (HealthCheck check : server.getContainedBeans(HealthCheck.class)) {
                if (check.getKinds().contains(kind)) {
                    checks.add(check);
                }
            }
            for (ContextHandler context : server.getDescendants(ContextHandler.class)) {
                checks.addAll(ApplicationChecks.of(context, kind));
            }
        }
        return checks;
    }

    private static void write(
            Request request, Response response, Callback callback, boolean up, List<Map<String, Object>> checks) {
        String status = up ? "UP" : "DOWN";
        boolean text = prefersText(request);
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("status", status);
        content.put("checks", checks);
        byte[] bytes = (text ? status + "\n" : JsonText.indented(content)).getBytes(StandardCharsets.UTF_8);
        response.setStatus(up ? HttpStatus.OK_200 : HttpStatus.SERVICE_UNAVAILABLE_503);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, text ? "text/plain;charset=utf-8" : "application/json");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put(HttpHeader.VARY, "Accept");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        response.write(true, ByteBuffer.wrap(bytes), callback);
    }

    /** Whether plain text is the first of the accepted types that exist here. */
    private static boolean prefersText(Request request) {
        for (String accepted : request.getHeaders().getQualityCSV(HttpHeader.ACCEPT)) {
            String type = accepted.split(";", 2)[0].trim().toLowerCase(Locale.ENGLISH);
            if (type.equals("text/plain") || type.equals("text/*")) {
                return true;
            }
            if (type.equals("application/json") || type.equals("application/*") || type.equals("*/*")) {
                return false;
            }
        }
        return false;
    }
}
