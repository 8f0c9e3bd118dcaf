package org.eclipse.jetty.fcgi.proxy;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.fcgi.ScriptPath;
import org.eclipse.jetty.fcgi.client.transport.HttpClientTransportOverFCGI;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.proxy.ForwardedFields;
import org.eclipse.jetty.proxy.ProxyHandler;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ProcessorUtils;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.jspecify.annotations.Nullable;

/**
 * Passes requests on to scripts of a FastCGI application, such as PHP-FPM.
 *
 * <pre>
 * PathMappingsHandler paths = new PathMappingsHandler();
 * paths.addMapping(new ServletPathSpec("*.php"), new FastCGIProxyHandler("https?://[^/]+/(.*)", "http://localhost:9000/$1", root));
 * paths.addMapping(new ServletPathSpec("/"), files); // a ResourceHandler
 * TryPathsHandler tryPaths = new TryPathsHandler(paths);
 * tryPaths.setPaths(List.of("$path", "/index.php?p=$path"));
 * </pre>
 *
 * <p>The variables are those of RFC 3875, section 4.1, and {@code SCRIPT_FILENAME}, {@code DOCUMENT_ROOT}, {@code DOCUMENT_URI},
 * {@code REQUEST_URI}, {@code REMOTE_PORT}, {@code SERVER_ADDR} and {@code HTTPS}; behind a handler that authenticates
 * users also {@code REMOTE_USER} and, with a field Authorization, {@code AUTH_TYPE}. A path that names no script is answered with 404
 * ({@link ScriptPath#of}), content without a length with 411: scripts read as much as {@code CONTENT_LENGTH} says. What else fails is answered
 * as by {@link ProxyHandler}. Settings are made before the start.
 */
@ManagedObject("Passes requests on to scripts of a FastCGI application")
public class FastCGIProxyHandler extends ProxyHandler.Reverse {
    private static final String PREFIX = FastCGIProxyHandler.class.getName();
    private static final String REQUEST_ATTRIBUTE = PREFIX + ".request";
    private static final String SCRIPT_ATTRIBUTE = PREFIX + ".script";

    private final String scriptRoot;
    private Pattern scriptPattern = ScriptPath.PHP;
    private @Nullable String originalPathAttribute;
    private @Nullable String originalQueryAttribute;
    private boolean fastCGISecure;
    private Set<String> fastCGIEnvNames = Set.of();
    private @Nullable Path unixDomainPath;

    /**
     * Rewrites URIs by a regular expression, as {@link ProxyHandler.Reverse} does.
     *
     * @param scriptRoot the folder of scripts, as the application sees it
     */
    public FastCGIProxyHandler(String uriRegex, String replacement, String scriptRoot) {
        super(uriRegex, replacement);
        this.scriptRoot = Objects.requireNonNull(scriptRoot);
        setDefaults();
    }

    /**
     * @param httpURIRewriter returns the URI of the application with the path of the script; null to leave the request to other handlers
     * @param scriptRoot the folder of scripts, as the application sees it
     */
    public FastCGIProxyHandler(Function<Request, @Nullable HttpURI> httpURIRewriter, String scriptRoot) {
        super(httpURIRewriter);
        this.scriptRoot = Objects.requireNonNull(scriptRoot);
        setDefaults();
    }

    /** Scripts see the Host and the address of the client itself, and no tunnels are made to them. */
    private void setDefaults() {
        setPreserveHost(true);
        setForwardedFields(ForwardedFields.NONE);
        setUpgradeProtocols(Set.of());
    }

    @ManagedAttribute("The folder of scripts")
    public String getScriptRoot() {
        return scriptRoot;
    }

    /** Returns what decoded paths of scripts match: {@link ScriptPath#PHP} by default. */
    @ManagedAttribute("The paths of scripts")
    public Pattern getScriptPattern() {
        return scriptPattern;
    }

    /** @param pattern its first group is the name of the script, its second, if any, {@code PATH_INFO} */
    public void setScriptPattern(Pattern pattern) {
        scriptPattern = Objects.requireNonNull(pattern);
    }

    /** Returns the request attribute with the path before a handler has rewritten it, for {@code REQUEST_URI}. */
    @ManagedAttribute("The request attribute with the original path")
    public @Nullable String getOriginalPathAttribute() {
        return originalPathAttribute;
    }

    public void setOriginalPathAttribute(@Nullable String attribute) {
        originalPathAttribute = attribute;
    }

    /** Returns the request attribute with the query before a handler has rewritten it, for {@code REQUEST_URI}. */
    @ManagedAttribute("The request attribute with the original query")
    public @Nullable String getOriginalQueryAttribute() {
        return originalQueryAttribute;
    }

    public void setOriginalQueryAttribute(@Nullable String attribute) {
        originalQueryAttribute = attribute;
    }

    /** Returns whether scripts see HTTPS for each request; by default they do for those that came within TLS. */
    @ManagedAttribute("Whether scripts see HTTPS for each request")
    public boolean isFastCGISecure() {
        return fastCGISecure;
    }

    public void setFastCGISecure(boolean secure) {
        fastCGISecure = secure;
    }

    /** Returns the names of environment variables of this process that scripts get. */
    @ManagedAttribute("The environment variables that scripts get")
    public Set<String> getFastCGIEnvNames() {
        return fastCGIEnvNames;
    }

    public void setFastCGIEnvNames(Set<String> names) {
        fastCGIEnvNames = Set.copyOf(names);
    }

    /** Returns the Unix-domain socket of the application; null for TCP, by the host and port of rewritten URIs. */
    @ManagedAttribute("The Unix-domain socket of the application")
    public @Nullable Path getUnixDomainPath() {
        return unixDomainPath;
    }

    public void setUnixDomainPath(@Nullable Path path) {
        unixDomainPath = path;
    }

    /** Creates the client if none was set: one of FastCGI with the threads, timers and buffers of the server. */
    @Override
    protected HttpClient newHttpClient() {
        Server server = Handler.serverOf(this);
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(Math.max(1, ProcessorUtils.availableProcessors() / 2));
        connector.setExecutor(server.getThreadPool());
        connector.setScheduler(server.getScheduler());
        connector.setByteBufferPool(server.getByteBufferPool());
        HttpClientTransportOverFCGI transport = new ProxyTransport(connector);
        transport.setInvocationType(InvocationType.NON_BLOCKING);
        return new HttpClient(transport);
    }

    @Override
    public boolean handle(
            Request clientToProxyRequest, Response proxyToClientResponse, Callback proxyToClientCallback) {
        HttpURI uri = rewriteHttpURI(clientToProxyRequest);
        if (uri == null) {
            return false;
        }
        if (ScriptPath.of(scriptRoot, uri.getPath(), scriptPattern) == null) {
            Response.writeError(
                    clientToProxyRequest, proxyToClientResponse, proxyToClientCallback, HttpStatus.NOT_FOUND_404);
            return true;
        }
        return super.handle(clientToProxyRequest, proxyToClientResponse, proxyToClientCallback);
    }

    @Override
    protected void sendProxyToServerRequest(
            Request clientToProxyRequest,
            org.eclipse.jetty.client.Request proxyToServerRequest,
            Response proxyToClientResponse,
            Callback proxyToClientCallback) {
        if (proxyToServerRequest.getBody() != null
                && clientToProxyRequest.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH) < 0) {
            Response.writeError(
                    clientToProxyRequest, proxyToClientResponse, proxyToClientCallback, HttpStatus.LENGTH_REQUIRED_411);
            return;
        }
        proxyToServerRequest.attribute(REQUEST_ATTRIBUTE, clientToProxyRequest);
        proxyToServerRequest.attribute(
                SCRIPT_ATTRIBUTE, ScriptPath.of(scriptRoot, proxyToServerRequest.getPath(), scriptPattern));
        if (unixDomainPath != null) {
            proxyToServerRequest.transport(new Transport.TCPUnix(unixDomainPath));
        }
        super.sendProxyToServerRequest(
                clientToProxyRequest, proxyToServerRequest, proxyToClientResponse, proxyToClientCallback);
    }

    /**
     * Adds to the variables of a request those of its script and of the client's request; subclasses may change any.
     *
     * @param fastCGIHeaders has those of the fields of the request
     */
    protected void customizeFastCGIHeaders(
            org.eclipse.jetty.client.Request proxyToServerRequest, HttpFields.Mutable fastCGIHeaders) {
        Request request = (Request) proxyToServerRequest.getAttributes().get(REQUEST_ATTRIBUTE);
        ScriptPath script = (ScriptPath) proxyToServerRequest.getAttributes().get(SCRIPT_ATTRIBUTE);
        if (request == null || script == null) {
            throw new IllegalArgumentException("path: " + proxyToServerRequest.getPath()
                    + " (expected: that of a script below " + scriptRoot + ")");
        }
        String path = attribute(request, originalPathAttribute);
        String query = path == null ? null : attribute(request, originalQueryAttribute);
        new ScriptVariables(request, script, path, query).addTo(fastCGIHeaders, fastCGISecure, fastCGIEnvNames);
    }

    private static @Nullable String attribute(Request request, @Nullable String name) {
        Object value = name == null ? null : request.getAttribute(name);
        return value == null ? null : value.toString();
    }

    private final class ProxyTransport extends HttpClientTransportOverFCGI {
        private ProxyTransport(ClientConnector connector) {
            super(connector, scriptRoot);
        }

        @Override
        public void customize(org.eclipse.jetty.client.Request request, HttpFields.Mutable fastCGIHeaders) {
            customizeFastCGIHeaders(request, fastCGIHeaders);
        }
    }
}
