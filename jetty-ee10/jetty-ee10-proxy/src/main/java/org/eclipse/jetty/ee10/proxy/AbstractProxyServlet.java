package org.eclipse.jetty.ee10.proxy;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.QuotedCSV;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.proxy.ClientFailure;
import org.eclipse.jetty.proxy.ForwardedFields;
import org.eclipse.jetty.proxy.HopByHopFields;
import org.eclipse.jetty.proxy.MaxForwards;
import org.eclipse.jetty.proxy.ServerFailure;
import org.eclipse.jetty.proxy.ViaLoop;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What proxy servlets have in common: the HTTP client, the fields that are passed on, failures.
 *
 * <p>Init parameters, all optional:
 *
 * <ul>
 *   <li>{@code hostHeader}: the Host of requests to the server; {@code preserveHost}: whether it is the one that the client has sent;
 *       by default it is that of the URI
 *   <li>{@code viaHost}: the name of this proxy in Via; by default that of the machine
 *   <li>{@code forwardedFields}: {@code NONE}, {@code FORWARDED}, {@code X_FORWARDED} (the default) or {@code ALL};
 *       {@code forwardedTrusted}: whether those that a client has sent are passed on, too; false by default
 *   <li>{@code whiteList}, {@code blackList}: the only servers that are asked, and those that never are, as {@code host:port}, separated
 *       by commas
 *   <li>{@code timeout}: the milliseconds from sending a request until the end of its response; 60000 by default, 0 for no limit
 *   <li>{@code idleTimeout}: the milliseconds without traffic after which a connection to a server fails; 30000 by default
 *   <li>{@code maxThreads}: the threads of a pool of the client's own; by default, and for {@code -}, it uses those of the server
 *   <li>{@code maxConnections} (256) to each server, {@code selectors}, {@code requestBufferSize}, {@code responseBufferSize},
 *       {@code maxRequestHeadersSize} and {@code maxResponseHeadersSize} of the client; by default, and for a
 *       {@code responseBufferSize} of 0, buffers of responses grow while content fills them
 * </ul>
 *
 * <p>What fails before the response has begun is answered: 502 if the server cannot be reached or breaks the protocol, 503 if too many
 * requests wait for it, 504 if it does not answer in time, 403 for a server that is not allowed. What fails later ends this response
 * alone. The servlet, and filters before it, must support asynchronous requests. Thread-safe.
 */
public abstract class AbstractProxyServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    /** The attribute of requests to the server with the client's {@link HttpServletRequest}. */
    protected static final String CLIENT_REQUEST_ATTRIBUTE = "org.eclipse.jetty.proxy.clientRequest";

    /** The names, in lower case, of fields that are not passed on whatever Connection says (RFC 9110, section 7.6.1). */
    protected static final Set<String> HOP_HEADERS = HopByHopFields.getNames();

    /** The attribute of the client's request with its {@link ProxyExchange}. */
    static final String EXCHANGE_ATTRIBUTE = "org.eclipse.jetty.proxy.exchange";

    protected transient Logger _log;

    private transient HttpClient client;
    private transient Set<String> whiteList = Set.of();
    private transient Set<String> blackList = Set.of();
    private @Nullable String hostHeader;
    private String viaHost;
    private boolean preserveHost;
    private boolean forwardedTrusted;
    private ForwardedFields forwardedFields = ForwardedFields.X_FORWARDED;
    private long timeout = 60_000;

    @Override
    public void init() throws ServletException {
        _log = createLogger();
        InitParameters parameters = new InitParameters(getServletConfig());
        preserveHost = parameters.flag("preserveHost");
        hostHeader = parameters.text("hostHeader");
        String name = parameters.text("viaHost");
        viaHost = name == null ? machineName() : name;
        forwardedTrusted = parameters.flag("forwardedTrusted");
        forwardedFields = forwardedFields(parameters);
        whiteList = parameters.names("whiteList");
        blackList = parameters.names("blackList");
        client = createHttpClient();
        // where JMX and applications find it
        getServletContext().setAttribute(getServletName() + ".HttpClient", client);
    }

    private static ForwardedFields forwardedFields(InitParameters parameters) throws UnavailableException {
        String value = parameters.text("forwardedFields");
        try {
            return value == null ? ForwardedFields.X_FORWARDED : ForwardedFields.valueOf(value);
        } catch (IllegalArgumentException x) {
            throw parameters.refused("forwardedFields", value, "NONE, FORWARDED, X_FORWARDED or ALL");
        }
    }

    private static String machineName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException x) {
            return "localhost";
        }
    }

    @Override
    public void destroy() {
        try {
            if (client != null) {
                client.stop();
            }
        } catch (Exception x) {
            _log.warn("Could not stop the client of {}", getServletName(), x);
        }
    }

    // ---- settings

    public @Nullable String getHostHeader() {
        return hostHeader;
    }

    public String getViaHost() {
        return viaHost;
    }

    /** Returns the milliseconds from sending a request until the end of its response; 0 for no limit. */
    public long getTimeout() {
        return timeout;
    }

    public void setTimeout(long timeout) {
        this.timeout = timeout;
    }

    /** Returns the only servers that are asked, as {@code host:port} in lower case; empty for all. */
    public Set<String> getWhiteListHosts() {
        return Collections.unmodifiableSet(whiteList);
    }

    /** Returns the servers that are never asked, as {@code host:port} in lower case. */
    public Set<String> getBlackListHosts() {
        return Collections.unmodifiableSet(blackList);
    }

    protected Logger createLogger() {
        return LoggerFactory.getLogger(getClass());
    }

    // ---- the client

    /** Creates, configures and starts the client. */
    protected HttpClient createHttpClient() throws ServletException {
        InitParameters parameters = new InitParameters(getServletConfig());
        HttpClient newClient = newHttpClient();
        ProxyClients.configure(newClient, this, parameters);
        setTimeout(parameters.number("timeout", 60_000, 0));
        try {
            newClient.start();
        } catch (Exception x) {
            throw new ServletException(x);
        }
        ProxyClients.putProtocolHandlers(newClient, this);
        return newClient;
    }

    protected HttpClient newHttpClient() {
        return newHttpClient(newClientConnector());
    }

    protected HttpClient newHttpClient(ClientConnector connector) {
        return new HttpClient(new HttpClientTransportOverHTTP(connector));
    }

    /** Creates a connector with the timers and buffers of the server. */
    protected ClientConnector newClientConnector() {
        try {
            return ProxyClients.newConnector(this, new InitParameters(getServletConfig()));
        } catch (ServletException x) {
            throw new IllegalArgumentException(x.getMessage(), x);
        }
    }

    protected HttpClient getHttpClient() {
        return client;
    }

    // ---- the request

    /** Returns whether a server may be asked, by the two lists. */
    public boolean validateDestination(@Nullable String host, int port) {
        String name = host == null ? "" : host.toLowerCase(Locale.ENGLISH);
        // the same name, fully qualified
        String server = (name.endsWith(".") ? name.substring(0, name.length() - 1) : name) + ":" + port;
        if (!whiteList.isEmpty() && !whiteList.contains(server)) {
            _log.debug("{} is not on the white list", server);
            return false;
        }
        if (blackList.contains(server)) {
            _log.debug("{} is on the black list", server);
            return false;
        }
        return true;
    }

    /** Returns the URI at the server, that of the request by default; null if it is not to be asked. */
    protected @Nullable String rewriteTarget(HttpServletRequest clientRequest) {
        if (!validateDestination(clientRequest.getServerName(), clientRequest.getServerPort())) {
            return null;
        }
        StringBuffer target = clientRequest.getRequestURL();
        String query = clientRequest.getQueryString();
        if (query != null) {
            target.append('?').append(query);
        }
        return target.toString();
    }

    /** Called if a request is not passed on: answers 403. */
    protected void onProxyRewriteFailed(HttpServletRequest clientRequest, HttpServletResponse proxyResponse) {
        sendProxyResponseError(clientRequest, proxyResponse, HttpStatus.FORBIDDEN_403);
    }

    /** Returns whether content follows the head of a request. */
    protected boolean hasContent(HttpServletRequest clientRequest) {
        long length = clientRequest.getContentLengthLong();
        if (length >= 0 || clientRequest.getHeader(HttpHeader.TRANSFER_ENCODING.asString()) != null) {
            return length != 0;
        }
        if (!clientRequest.getProtocol().startsWith("HTTP/2")) {
            return false;
        }
        return expects100Continue(clientRequest)
                || !ServletContextRequest.getServletContextRequest(clientRequest)
                        .getHttpInput()
                        .isExhausted();
    }

    /** Returns whether the client waits for 100 Continue (RFC 9110, section 10.1.1). */
    protected boolean expects100Continue(HttpServletRequest request) {
        return HttpHeaderValue.CONTINUE.is(request.getHeader(HttpHeader.EXPECT.asString()));
    }

    /**
     * Begins to pass a request on: creates the request to the server, and makes the client's asynchronous.
     *
     * @return null if the request is not passed on, but has been answered
     */
    final @Nullable ProxyExchange begin(HttpServletRequest clientRequest, HttpServletResponse proxyResponse) {
        String method = clientRequest.getMethod();
        MaxForwards maxForwards = MaxForwards.of(method, clientRequest.getHeader(HttpHeader.MAX_FORWARDS.asString()));
        if (HttpMethod.CONNECT.is(method)) {
            sendProxyResponseError(clientRequest, proxyResponse, HttpStatus.NOT_IMPLEMENTED_501);
            return null;
        }
        if (maxForwards.isReached()) {
            boolean trace = HttpMethod.TRACE.is(method);
            proxyResponse.setHeader(HttpHeader.ALLOW.asString(), MaxForwards.ALLOWED);
            sendProxyResponseError(
                    clientRequest,
                    proxyResponse,
                    trace ? HttpStatus.METHOD_NOT_ALLOWED_405 : HttpStatus.NO_CONTENT_204);
            return null;
        }
        if (isLoop(clientRequest)) {
            sendProxyResponseError(clientRequest, proxyResponse, HttpStatus.LOOP_DETECTED_508);
            return null;
        }
        String target = rewriteTarget(clientRequest);
        if (target == null) {
            onProxyRewriteFailed(clientRequest, proxyResponse);
            return null;
        }
        Request proxyRequest = newProxyRequest(clientRequest, target);
        copyRequestHeaders(clientRequest, proxyRequest);
        maxForwards.apply(proxyRequest);
        addProxyHeaders(clientRequest, proxyRequest);
        boolean content = hasContent(clientRequest);
        if (!content) {
            proxyRequest.headers(headers -> headers.remove(HttpHeader.EXPECT));
        }
        clientRequest.startAsync().setTimeout(0);
        proxyRequest.timeout(getTimeout(), TimeUnit.MILLISECONDS);
        ProxyExchange exchange = new ProxyExchange(this, clientRequest, proxyResponse, proxyRequest, content);
        clientRequest.setAttribute(EXCHANGE_ATTRIBUTE, exchange);
        exchange.watchClient();
        return exchange;
    }

    private boolean isLoop(HttpServletRequest clientRequest) {
        if (clientRequest.getHeader(HttpHeader.VIA.asString()) == null) {
            return false;
        }
        QuotedCSV via = new QuotedCSV();
        Collections.list(clientRequest.getHeaders(HttpHeader.VIA.asString())).forEach(via::addValue);
        return ViaLoop.isLoop(via.getValues(), viaHost);
    }

    /** Creates the request to the server, with the method of the client's request and the target as it is. */
    protected Request newProxyRequest(HttpServletRequest request, String rewrittenTarget) {
        HttpURI uri = HttpURI.from(rewrittenTarget);
        String scheme = uri.getScheme();
        if (scheme == null || uri.getHost() == null || !HttpScheme.HTTP.is(scheme) && !HttpScheme.HTTPS.is(scheme)) {
            throw new IllegalArgumentException(
                    "URI of the server: " + rewrittenTarget + " (expected: http or https, and a host)");
        }
        String path = uri.getPathQuery();
        return client.newRequest(uri.getHost(), HttpClient.normalizePort(scheme, uri.getPort()))
                .scheme(scheme)
                .method(request.getMethod())
                .path(path == null || path.isEmpty() ? "/" : path)
                .attribute(CLIENT_REQUEST_ATTRIBUTE, request);
    }

    /** Copies the fields of the client's request that are not about its connection, and sets Host. */
    protected void copyRequestHeaders(HttpServletRequest clientRequest, Request proxyRequest) {
        HttpFields.Mutable fields = HttpFields.build();
        for (String name : Collections.list(clientRequest.getHeaderNames())) {
            for (String value : Collections.list(clientRequest.getHeaders(name))) {
                fields.add(name, value);
            }
        }
        Set<String> connectionHeaders = findConnectionHeaders(clientRequest);
        proxyRequest.headers(headers -> {
            HopByHopFields.copyRequest(fields, headers);
            if (connectionHeaders != null) {
                connectionHeaders.forEach(name -> {
                    if (!HttpHeader.TE.is(name)) {
                        headers.remove(name);
                    }
                });
            }
            String host = hostHeader;
            if (host == null && preserveHost) {
                host = clientRequest.getHeader(HttpHeader.HOST.asString());
            }
            if (host != null) {
                headers.put(HttpHeader.HOST, host);
            }
        });
    }

    /** Returns the names, in lower case, of the fields that Connection names; null for none. */
    protected @Nullable Set<String> findConnectionHeaders(HttpServletRequest clientRequest) {
        Set<String> names = null;
        for (String value : Collections.list(clientRequest.getHeaders(HttpHeader.CONNECTION.asString()))) {
            for (String name : value.split(",")) {
                if (!name.isBlank()) {
                    names = names == null ? new HashSet<>() : names;
                    names.add(name.trim().toLowerCase(Locale.ENGLISH));
                }
            }
        }
        return names;
    }

    /** Adds the fields by which the server sees that there is a proxy. */
    protected void addProxyHeaders(HttpServletRequest clientRequest, Request proxyRequest) {
        addViaHeader(clientRequest, proxyRequest);
        addXForwardedHeaders(clientRequest, proxyRequest);
    }

    /** Adds Via for a request whose version is not known. */
    protected void addViaHeader(Request proxyRequest) {
        addVia(proxyRequest, HttpVersion.HTTP_1_1.asString());
    }

    /** Adds Via (RFC 9110, section 7.6.3). */
    protected void addViaHeader(HttpServletRequest clientRequest, Request proxyRequest) {
        addVia(proxyRequest, clientRequest.getProtocol());
    }

    private void addVia(Request proxyRequest, String protocol) {
        String version = protocol.startsWith("HTTP/") ? protocol.substring("HTTP/".length()) : protocol;
        proxyRequest.headers(headers -> headers.add(HttpHeader.VIA, version + " " + viaHost));
    }

    /** Adds the fields that tell the server who the client is, without those that the client has sent unless it is trusted. */
    protected void addXForwardedHeaders(HttpServletRequest clientRequest, Request proxyRequest) {
        proxyRequest.headers(headers -> {
            if (!forwardedTrusted) {
                ForwardedFields.removeFrom(headers);
            }
            forwardedFields.addTo(
                    headers,
                    clientRequest.getRemoteAddr(),
                    clientRequest.getLocalAddr(),
                    clientRequest.getHeader(HttpHeader.HOST.asString()),
                    clientRequest.getScheme(),
                    viaHost);
        });
    }

    /** Sends the request to the server. */
    protected void sendProxyRequest(
            HttpServletRequest clientRequest, HttpServletResponse proxyResponse, Request proxyRequest) {
        _log.debug("{} {} {}", getRequestId(clientRequest), proxyRequest.getMethod(), proxyRequest.getURI());
        proxyRequest.send(newProxyResponseListener(clientRequest, proxyResponse));
    }

    protected abstract Response.CompleteListener newProxyResponseListener(
            HttpServletRequest clientRequest, HttpServletResponse proxyResponse);

    /** Called upon 100 Continue; returns what is done before the content is sent, or null for nothing. */
    protected @Nullable Runnable onContinue(HttpServletRequest clientRequest, Request proxyRequest) {
        return null;
    }

    /** Called if the content of the client fails, or the client goes away: ends the request to the server. */
    protected void onClientRequestFailure(
            HttpServletRequest clientRequest,
            Request proxyRequest,
            HttpServletResponse proxyResponse,
            Throwable failure) {
        proxyRequest.abort(new ClientFailure(failure));
    }

    /** Returns the status for a client whose content fails: 408 for one that does not send in time. */
    protected int clientRequestStatus(@Nullable Throwable failure) {
        if (failure instanceof TimeoutException || failure != null && failure.getCause() instanceof TimeoutException) {
            return HttpStatus.REQUEST_TIMEOUT_408;
        }
        return failure instanceof HttpException http ? http.getCode() : HttpStatus.INTERNAL_SERVER_ERROR_500;
    }

    // ---- the response

    /** Copies the fields of the response that are not about its connection. */
    protected void onServerResponseHeaders(
            HttpServletRequest clientRequest, HttpServletResponse proxyResponse, Response serverResponse) {
        HttpFields fields = serverResponse.getHeaders();
        HopByHopFields hopByHop = HopByHopFields.of(fields);
        ProxyExchange exchange = ProxyExchange.of(clientRequest);
        for (HttpField field : fields) {
            HttpHeader header = field.getHeader();
            if (hopByHop.contains(field)
                    || header == HttpHeader.CONTENT_LENGTH && exchange != null && exchange.isContentChanged()) {
                continue;
            }
            String name = field.getName();
            String value = filterServerResponseHeader(clientRequest, serverResponse, name, field.getValue());
            if (value == null) {
                continue;
            }
            if (header == HttpHeader.DATE || header == HttpHeader.SERVER) {
                // those of the server, not of this proxy
                proxyResponse.setHeader(name, value);
            } else {
                proxyResponse.addHeader(name, value);
            }
        }
        passTrailers(clientRequest, proxyResponse, serverResponse);
    }

    private static void passTrailers(
            HttpServletRequest clientRequest, HttpServletResponse proxyResponse, Response serverResponse) {
        if (serverResponse.getHeaders().contains(HttpHeader.CONTENT_LENGTH)
                || clientRequest.getProtocol().equals("HTTP/1.0")
                || HttpMethod.HEAD.is(clientRequest.getMethod())
                || HttpStatus.hasNoBody(serverResponse.getStatus())) {
            return;
        }
        proxyResponse.setTrailerFields(() -> {
            Map<String, String> trailers = new HashMap<>();
            HttpFields fields = serverResponse.getTrailers();
            if (fields != null) {
                for (HttpField field : HopByHopFields.without(fields)) {
                    trailers.merge(field.getName(), field.getValue(), (a, b) -> a + ", " + b);
                }
            }
            return trailers;
        });
    }

    /** Returns the value of a field of the response as the client gets it; null for none. */
    protected @Nullable String filterServerResponseHeader(
            HttpServletRequest clientRequest,
            Response serverResponse,
            String headerName,
            @Nullable String headerValue) {
        return headerValue;
    }

    /** Called when the response has been passed on as a whole. */
    protected void onProxyResponseSuccess(
            HttpServletRequest clientRequest, HttpServletResponse proxyResponse, Response serverResponse) {
        ProxyExchange.complete(clientRequest);
    }

    /** Called if there is no response, or not the whole one: answers the client, or ends its response. */
    protected void onProxyResponseFailure(
            HttpServletRequest clientRequest,
            HttpServletResponse proxyResponse,
            Response serverResponse,
            Throwable failure) {
        ClientFailure ofClient = ClientFailure.of(failure);
        int status = ofClient == null ? proxyResponseStatus(failure) : clientRequestStatus(ofClient.getCause());
        boolean committed = proxyResponse.isCommitted();
        if (ofClient != null) {
            _log.debug("{} client failed", getRequestId(clientRequest), failure);
        } else {
            _log.warn(
                    "{} {} {} (request {}): {}",
                    committed ? "Response cut off:" : status,
                    clientRequest.getMethod(),
                    serverResponse.getRequest().getURI(),
                    getRequestId(clientRequest),
                    failure.toString());
        }
        sendProxyResponseError(clientRequest, proxyResponse, committed ? -1 : status);
    }

    /** Returns the status for a server that failed: 502, 503 or 504 (RFC 9110, sections 15.6.3 to 15.6.5). */
    protected int proxyResponseStatus(Throwable failure) {
        return ServerFailure.of(failure).getCode();
    }

    protected int getRequestId(HttpServletRequest clientRequest) {
        return System.identityHashCode(clientRequest);
    }

    /** Ends the client's request with a status; if the response is committed, or for -1, its connection or stream ends. */
    protected void sendProxyResponseError(
            HttpServletRequest clientRequest, HttpServletResponse proxyResponse, int status) {
        try {
            if (proxyResponse.isCommitted() || status < 0) {
                proxyResponse.sendError(-1);
            } else if (status < HttpStatus.BAD_REQUEST_400) {
                proxyResponse.setStatus(status);
            } else {
                String allow = proxyResponse.getHeader(HttpHeader.ALLOW.asString());
                proxyResponse.reset();
                if (allow != null && status == HttpStatus.METHOD_NOT_ALLOWED_405) {
                    proxyResponse.setHeader(HttpHeader.ALLOW.asString(), allow);
                }
                proxyResponse.sendError(status);
            }
        } catch (IOException | IllegalStateException x) {
            _log.debug("{} could not be answered", getRequestId(clientRequest), x);
        } finally {
            ProxyExchange.complete(clientRequest);
        }
    }

    /** Ends the client's request as the one to the server has ended. */
    final void end(HttpServletRequest clientRequest, HttpServletResponse proxyResponse, Result result) {
        // a request that was answered before it was sent as a whole has got its response
        Throwable failure = result.getResponseFailure();
        if (failure == null) {
            onProxyResponseSuccess(clientRequest, proxyResponse, result.getResponse());
        } else {
            onProxyResponseFailure(clientRequest, proxyResponse, result.getResponse(), failure);
        }
    }

    /** Maps the paths of a prefix to those of one server, for the classes named {@code Transparent}. */
    protected static class TransparentDelegate {
        private final AbstractProxyServlet servlet;
        private @Nullable TransparentTarget target;

        protected TransparentDelegate(AbstractProxyServlet proxyServlet) {
            servlet = proxyServlet;
        }

        /** Reads the init parameters {@code proxyTo}, which is required, and {@code prefix}, a path within the context. */
        protected void init(ServletConfig config) throws ServletException {
            target = TransparentTarget.of(config);
        }

        /** Returns the URI at the server; null for a path without the prefix, and for a server that is not allowed. */
        protected @Nullable String rewriteTarget(HttpServletRequest request) {
            String uri = Objects.requireNonNull(target).rewrite(request.getRequestURI(), request.getQueryString());
            if (uri == null) {
                return null;
            }
            HttpURI parsed = HttpURI.from(uri);
            String scheme = parsed.getScheme();
            assert scheme != null : "that of the server";
            int port = HttpClient.normalizePort(scheme, parsed.getPort());
            return servlet.validateDestination(parsed.getHost(), port) ? uri : null;
        }
    }
}
