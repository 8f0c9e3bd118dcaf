package org.eclipse.jetty.ee10.fcgi.proxy;

import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.ee10.proxy.AsyncProxyServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.fcgi.ScriptPath;
import org.eclipse.jetty.fcgi.client.transport.HttpClientTransportOverFCGI;
import org.eclipse.jetty.fcgi.proxy.ScriptVariables;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.proxy.ForwardedFields;
import org.jspecify.annotations.Nullable;

/**
 * Passes requests on to scripts of a FastCGI application, such as PHP-FPM.
 *
 * <p>Init parameters, beside those of {@link org.eclipse.jetty.ee10.proxy.AbstractProxyServlet}, {@code proxyTo} and {@code prefix}:
 *
 * <ul>
 *   <li>{@code scriptRoot}, required: the folder of scripts, as the application sees it
 *   <li>{@code scriptPattern}: what decoded paths of scripts match; its first group is the name of the script, its second, if any,
 *       {@code PATH_INFO}; {@link ScriptPath#PHP} by default
 *   <li>{@code originalURIAttribute}, {@code originalQueryAttribute}: the request attributes with what the client has asked for, for
 *       {@code REQUEST_URI}, where something has rewritten it; dispatches need none
 *   <li>{@code fastCGI.HTTPS}: whether scripts see HTTPS for each request; by default they do for those that came within TLS
 *   <li>{@code fastCGI.envNames}: the names of environment variables of this process that scripts get, separated by commas
 *   <li>{@code unixDomainPath}: the Unix-domain socket of the application, instead of the host and port of {@code proxyTo}
 * </ul>
 *
 * <p>Scripts see the Host and the address of the client itself. A path that names no script is answered with 404, content without a length
 * with 411: scripts read as much as {@code CONTENT_LENGTH} says. The servlet, and filters before it, must support asynchronous requests.
 * Thread-safe.
 */
public class FastCGIProxyServlet extends AsyncProxyServlet.Transparent {
    public static final String SCRIPT_ROOT_INIT_PARAM = "scriptRoot";
    public static final String SCRIPT_PATTERN_INIT_PARAM = "scriptPattern";
    public static final String ORIGINAL_URI_ATTRIBUTE_INIT_PARAM = "originalURIAttribute";
    public static final String ORIGINAL_QUERY_ATTRIBUTE_INIT_PARAM = "originalQueryAttribute";
    public static final String FASTCGI_HTTPS_INIT_PARAM = "fastCGI.HTTPS";
    public static final String FASTCGI_ENV_NAMES_INIT_PARAM = "fastCGI.envNames";

    private static final long serialVersionUID = 1L;
    private static final String UNIX_DOMAIN_PATH_INIT_PARAM = "unixDomainPath";
    private static final String PREFIX = FastCGIProxyServlet.class.getName();
    private static final String REQUEST_ATTRIBUTE = PREFIX + ".request";
    private static final String SCRIPT_ATTRIBUTE = PREFIX + ".script";

    private transient Pattern scriptPattern = ScriptPath.PHP;
    private transient Set<String> environmentNames = Set.of();
    private transient @Nullable Path unixDomainPath;
    private String scriptRoot;
    private @Nullable String originalUriAttribute;
    private @Nullable String originalQueryAttribute;
    private boolean secure;

    @Override
    public void init() throws ServletException {
        String root = text(SCRIPT_ROOT_INIT_PARAM);
        if (root == null) {
            throw refused(SCRIPT_ROOT_INIT_PARAM, "", "the folder of scripts, as the FastCGI application sees it");
        }
        scriptRoot = root;
        String pattern = text(SCRIPT_PATTERN_INIT_PARAM);
        if (pattern != null) {
            scriptPattern = pattern(pattern);
        }
        originalUriAttribute = text(ORIGINAL_URI_ATTRIBUTE_INIT_PARAM);
        originalQueryAttribute = text(ORIGINAL_QUERY_ATTRIBUTE_INIT_PARAM);
        secure = Boolean.parseBoolean(text(FASTCGI_HTTPS_INIT_PARAM));
        String names = text(FASTCGI_ENV_NAMES_INIT_PARAM);
        if (names != null) {
            environmentNames = Arrays.stream(names.split(","))
                    .map(String::trim)
                    .filter(name -> !name.isEmpty())
                    .collect(Collectors.toUnmodifiableSet());
        }
        String socket = text(UNIX_DOMAIN_PATH_INIT_PARAM);
        unixDomainPath = socket == null ? null : Path.of(socket);
        super.init();
    }

    private Pattern pattern(String text) throws UnavailableException {
        try {
            Pattern pattern = Pattern.compile(text);
            if (pattern.matcher("").groupCount() > 0) {
                return pattern;
            }
        } catch (PatternSyntaxException x) {
            throw refused(SCRIPT_PATTERN_INIT_PARAM, text, "a regular expression: " + x.getDescription());
        }
        throw refused(SCRIPT_PATTERN_INIT_PARAM, text, "a regular expression with a group for the name of the script");
    }

    private @Nullable String text(String name) {
        String value = getInitParameter(name);
        return value == null || value.isBlank() ? null : value.trim();
    }

    private UnavailableException refused(String name, String value, String expected) {
        return new UnavailableException("servlet " + getServletName() + ": init parameter " + name + ": " + value
                + " (expected: " + expected + ")");
    }

    @Override
    protected HttpClient newHttpClient(ClientConnector connector) {
        return new HttpClient(new ScriptTransport(connector));
    }

    // ---- requests

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (hasContent(request) && request.getContentLengthLong() < 0) {
            response.sendError(HttpServletResponse.SC_LENGTH_REQUIRED);
            return;
        }
        String target = rewriteTarget(request);
        if (target != null && script(HttpURI.from(target).getPath()) == null) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        super.service(request, response);
    }

    private @Nullable ScriptPath script(@Nullable String path) {
        return ScriptPath.of(scriptRoot, path, scriptPattern);
    }

    @Override
    protected void copyRequestHeaders(HttpServletRequest clientRequest, Request proxyRequest) {
        super.copyRequestHeaders(clientRequest, proxyRequest);
        String host = clientRequest.getHeader(HttpHeader.HOST.asString());
        if (host != null && getHostHeader() == null) {
            proxyRequest.headers(headers -> headers.put(HttpHeader.HOST, host));
        }
    }

    /** Scripts see the address of the client itself; fields of proxies are added for those who ask for them. */
    @Override
    protected void addXForwardedHeaders(HttpServletRequest clientRequest, Request proxyRequest) {
        if (text("forwardedFields") == null) {
            proxyRequest.headers(ForwardedFields::removeFrom);
        } else {
            super.addXForwardedHeaders(clientRequest, proxyRequest);
        }
    }

    @Override
    protected void sendProxyRequest(
            HttpServletRequest clientRequest, HttpServletResponse proxyResponse, Request proxyRequest) {
        proxyRequest.attribute(REQUEST_ATTRIBUTE, clientRequest);
        proxyRequest.attribute(SCRIPT_ATTRIBUTE, script(proxyRequest.getPath()));
        if (unixDomainPath != null) {
            proxyRequest.transport(new Transport.TCPUnix(unixDomainPath));
        }
        super.sendProxyRequest(clientRequest, proxyResponse, proxyRequest);
    }

    /**
     * Adds to the variables of a request those of its script and of the client's request; subclasses may change any.
     *
     * @param fastCGIHeaders has those of the fields of the request
     */
    protected void customizeFastCGIHeaders(Request proxyRequest, HttpFields.Mutable fastCGIHeaders) {
        HttpServletRequest request =
                (HttpServletRequest) proxyRequest.getAttributes().get(REQUEST_ATTRIBUTE);
        ScriptPath script = (ScriptPath) proxyRequest.getAttributes().get(SCRIPT_ATTRIBUTE);
        if (request == null || script == null) {
            throw new IllegalArgumentException(
                    "path: " + proxyRequest.getPath() + " (expected: that of a script below " + scriptRoot + ")");
        }
        String path = attribute(request, originalUriAttribute);
        String query = path == null ? null : attribute(request, originalQueryAttribute);
        // the request of the client, whatever it was dispatched to
        new ScriptVariables(ServletContextRequest.getServletContextRequest(request), script, path, query)
                .addTo(fastCGIHeaders, secure, environmentNames);
    }

    private static @Nullable String attribute(HttpServletRequest request, @Nullable String name) {
        Object value = name == null ? null : request.getAttribute(name);
        return value == null ? null : value.toString();
    }

    private final class ScriptTransport extends HttpClientTransportOverFCGI {
        private ScriptTransport(ClientConnector connector) {
            super(connector, scriptRoot);
        }

        @Override
        public void customize(Request request, HttpFields.Mutable fastCGIHeaders) {
            customizeFastCGIHeaders(request, fastCGIHeaders);
        }
    }
}
