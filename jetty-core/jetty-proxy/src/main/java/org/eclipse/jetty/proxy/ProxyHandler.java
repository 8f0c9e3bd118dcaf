package org.eclipse.jetty.proxy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.client.ContentSourceRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpUpgrader;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BoundedText;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ProcessorUtils;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes requests on to another server, and its responses to the client.
 *
 * <p>Content is read from one side as the other takes it, in both directions, and no thread waits meanwhile. Trailers, interim responses
 * and {@code Expect: 100-continue} are passed on; an upgrade to a protocol of {@link #getUpgradeProtocols()} becomes a tunnel, for clients of
 * HTTP/1.1 and of HTTP/2 (RFC 8441). What fails before the response has begun is answered: 502 if the server cannot be reached or
 * breaks the protocol, 503 if too many requests wait for it, 504 if it does not answer in time; the log has the reason. What fails later ends
 * this response alone: the stream of HTTP/2, the connection of HTTP/1.1.
 *
 * <p>Servers are asked over HTTP/1.1, unless {@link #setHttpClient a client} of another transport is set, such as that of HTTP/2.
 *
 * <p>Methods are called by the threads that read from clients and servers, and must not block. Settings are made before the start.
 */
@ManagedObject("Passes requests on to another server")
public abstract class ProxyHandler extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyHandler.class);

    private HttpClient httpClient;
    private @Nullable String proxyToServerHost;
    private String viaHost;
    private boolean preserveHost;
    private boolean forwardedTrusted;
    private boolean clientCertificateForwarded;
    private ForwardedFields forwardedFields = ForwardedFields.FORWARDED;
    private Set<String> upgradeProtocols = Set.of("websocket");

    public ProxyHandler() {
        super(InvocationType.NON_BLOCKING);
    }

    /** Returns the client that sends the requests; null before the start if none was set. */
    public HttpClient getHttpClient() {
        return httpClient;
    }

    /** Sets the client that sends the requests. At the start of this handler it is configured, and started if nothing else does. */
    public void setHttpClient(HttpClient client) {
        updateBean(httpClient, client);
        httpClient = client;
    }

    /** Returns the Host of requests to the server; null for that of their URI. */
    @ManagedAttribute("The Host of requests to the server")
    public @Nullable String getProxyToServerHost() {
        return proxyToServerHost;
    }

    public void setProxyToServerHost(@Nullable String host) {
        proxyToServerHost = host;
    }

    /** Returns whether the Host of requests to the server is the one that the client has sent; false by default. */
    @ManagedAttribute("Whether the server gets the Host that the client has sent")
    public boolean isPreserveHost() {
        return preserveHost;
    }

    public void setPreserveHost(boolean preserve) {
        preserveHost = preserve;
    }

    /** Returns the name of this proxy in Via (RFC 9110, section 7.6.3); the name of the machine by default. */
    @ManagedAttribute("The name of this proxy in Via")
    public String getViaHost() {
        return viaHost;
    }

    public void setViaHost(String host) {
        viaHost = host;
    }

    /** Returns the fields that tell the server who the client is; {@link ForwardedFields#FORWARDED} by default. */
    @ManagedAttribute("The fields that tell the server who the client is")
    public ForwardedFields getForwardedFields() {
        return forwardedFields;
    }

    public void setForwardedFields(ForwardedFields fields) {
        forwardedFields = Objects.requireNonNull(fields);
    }

    /**
     * Returns whether the forwarded fields that a client has sent are passed on, before those of this proxy; false by default: they are
     * removed, as anyone may invent them. Set it where all clients are proxies that can be trusted.
     */
    @ManagedAttribute("Whether the forwarded fields of clients are passed on")
    public boolean isForwardedTrusted() {
        return forwardedTrusted;
    }

    public void setForwardedTrusted(boolean trusted) {
        forwardedTrusted = trusted;
    }

    /**
     * Returns whether the server gets the certificate of the client in Client-Cert and Client-Cert-Chain (RFC 9440); false by default. What
     * clients send in these fields, and in Ssl-Client-Cert, is removed in any case.
     */
    @ManagedAttribute("Whether the server gets the certificate of the client")
    public boolean isClientCertificateForwarded() {
        return clientCertificateForwarded;
    }

    public void setClientCertificateForwarded(boolean forwarded) {
        clientCertificateForwarded = forwarded;
    }

    /** Returns the protocols that clients may upgrade to, through a tunnel to the server; {@code websocket} by default. */
    @ManagedAttribute("The protocols that clients may upgrade to")
    public Set<String> getUpgradeProtocols() {
        return upgradeProtocols;
    }

    public void setUpgradeProtocols(Set<String> protocols) {
        Set<String> ignoringCase = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        ignoringCase.addAll(protocols);
        upgradeProtocols = ignoringCase;
    }

    @Override
    protected void doStart() throws Exception {
        if (httpClient == null) {
            setHttpClient(newHttpClient());
        }
        if (viaHost == null) {
            viaHost = machineName();
        }
        super.doStart();
        configureHttpClient(httpClient);
    }

    private static String machineName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException x) {
            return "localhost";
        }
    }

    /** Creates the client if none was set: one of HTTP/1.1 with the threads, timers and buffers of the server. */
    protected HttpClient newHttpClient() {
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(Math.max(1, ProcessorUtils.availableProcessors() / 2));
        connector.setExecutor(Handler.serverOf(this).getThreadPool());
        connector.setScheduler(Handler.serverOf(this).getScheduler());
        connector.setByteBufferPool(Handler.serverOf(this).getByteBufferPool());
        HttpClientTransportOverHTTP transport = new HttpClientTransportOverHTTP(connector);
        transport.setInvocationType(InvocationType.NON_BLOCKING);
        return new HttpClient(transport);
    }

    /** Configures the started client to change nothing of what it carries: no redirects, cookies, content codings or fields of its own. */
    protected void configureHttpClient(HttpClient client) {
        client.setFollowRedirects(false);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setUserAgentField(null);
        client.setDefaultRequestContentType(null);
        client.getContentDecoderFactories().clear();
        client.getProtocolHandlers().clear();
        InterimResponses.putInto(client.getProtocolHandlers(), this);
    }

    /** Returns the text that names a request in the log. */
    protected static String requestId(Request clientToProxyRequest) {
        return Request.getLogId(clientToProxyRequest);
    }

    @Override
    public boolean handle(
            Request clientToProxyRequest, Response proxyToClientResponse, Callback proxyToClientCallback) {
        HttpURI uri = rewriteHttpURI(clientToProxyRequest);
        if (uri == null) {
            return false;
        }
        if (uri.getHost() == null || !HttpScheme.HTTP.is(uri.getScheme()) && !HttpScheme.HTTPS.is(uri.getScheme())) {
            throw new BadMessageException("URI of the server (expected: http or https, and a host)");
        }
        ProxyUpgrade upgrade =
                ProxyUpgrade.of(this, clientToProxyRequest, proxyToClientResponse, proxyToClientCallback);
        if (upgrade == null && HttpMethod.CONNECT.is(clientToProxyRequest.getMethod())) {
            Response.writeError(
                    clientToProxyRequest, proxyToClientResponse, proxyToClientCallback, HttpStatus.NOT_IMPLEMENTED_501);
            return true;
        }
        MaxForwards maxForwards = MaxForwards.of(clientToProxyRequest);
        if (maxForwards.isReached()) {
            maxForwards.answer(clientToProxyRequest, proxyToClientResponse, proxyToClientCallback);
            return true;
        }
        if (ViaLoop.isLoop(clientToProxyRequest.getHeaders().getCSV(HttpHeader.VIA, true), viaHost)) {
            Response.writeError(
                    clientToProxyRequest, proxyToClientResponse, proxyToClientCallback, HttpStatus.LOOP_DETECTED_508);
            return true;
        }
        ClientRequest request = new ClientRequest(clientToProxyRequest, upgrade != null);
        forward(request, uri, upgrade, proxyToClientResponse, proxyToClientCallback);
        return true;
    }

    /** Sends a request to the server of a URI; perhaps after it was sent to another one, in vain. */
    final void forward(
            ClientRequest request,
            HttpURI uri,
            @Nullable ProxyUpgrade upgrade,
            Response proxyToClientResponse,
            Callback proxyToClientCallback) {
        org.eclipse.jetty.client.Request proxyToServerRequest = newProxyToServerRequest(request, uri);
        copyRequestHeaders(request, proxyToServerRequest);
        MaxForwards.of(request).apply(proxyToServerRequest);
        addProxyHeaders(request, proxyToServerRequest);
        if (upgrade != null) {
            proxyToServerRequest.attribute(HttpUpgrader.class.getName(), upgrade);
            upgrade.prepare(proxyToServerRequest);
        } else if (request.hasContent()) {
            proxyToServerRequest.body(
                    newProxyToServerRequestContent(request, proxyToClientResponse, proxyToServerRequest));
            if (request.mayHaveTrailers()) {
                proxyToServerRequest.trailersSupplier(() -> trailersOf(request));
            }
        }
        sendProxyToServerRequest(request, proxyToServerRequest, proxyToClientResponse, proxyToClientCallback);
    }

    private static HttpFields trailersOf(Request request) {
        HttpFields trailers = request.getTrailers();
        return trailers == null ? HttpFields.EMPTY : HopByHopFields.requestTrailers(trailers);
    }

    /** Returns the URI at the server; null to leave the request to other handlers. */
    protected abstract @Nullable HttpURI rewriteHttpURI(Request clientToProxyRequest);

    /** Creates the request to the server, with the method of the client's request and the target of a URI as it is. */
    protected org.eclipse.jetty.client.Request newProxyToServerRequest(
            Request clientToProxyRequest, HttpURI newHttpURI) {
        String method = clientToProxyRequest.getMethod();
        boolean ofServer = HttpMethod.OPTIONS.is(method) && isOfServer(clientToProxyRequest.getHttpURI());
        String target = ofServer ? "*" : newHttpURI.getPathQuery();
        String scheme = newHttpURI.getScheme();
        String host = newHttpURI.getHost();
        assert scheme != null && host != null : "checked by handle()";
        int port = HttpClient.normalizePort(scheme, newHttpURI.getPort());
        return httpClient
                .newRequest(host, port)
                .scheme(scheme)
                .method(HttpMethod.CONNECT.is(method) ? HttpMethod.GET.asString() : method)
                .path(target == null || target.isEmpty() ? "/" : target);
    }

    /** Whether a URI has neither path nor query: OPTIONS for it is about the server as a whole (RFC 9112, section 3.2.4). */
    private static boolean isOfServer(HttpURI uri) {
        return "/".equals(uri.getPathQuery()) && !uri.asString().endsWith("/");
    }

    /** Copies the fields of the client's request that are not about its connection, and sets Host. */
    protected void copyRequestHeaders(
            Request clientToProxyRequest, org.eclipse.jetty.client.Request proxyToServerRequest) {
        proxyToServerRequest.headers(headers -> {
            HopByHopFields.copyRequest(clientToProxyRequest.getHeaders(), headers);
            TraceContext trace = Request.getTraceContext(clientToProxyRequest);
            if (trace != null) {
                // the parent of what the server does is what is done here
                trace.setTo(headers);
            }
            String host = preserveHost ? clientToProxyRequest.getHttpURI().getAuthority() : proxyToServerHost;
            if (host != null) {
                headers.put(HttpHeader.HOST, host);
            }
        });
    }

    /** Adds the fields by which the server sees that there is a proxy. */
    protected void addProxyHeaders(
            Request clientToProxyRequest, org.eclipse.jetty.client.Request proxyToServerRequest) {
        addViaHeader(clientToProxyRequest, proxyToServerRequest);
        addForwardedHeader(clientToProxyRequest, proxyToServerRequest);
    }

    /** Adds Via (RFC 9110, section 7.6.3). */
    protected void addViaHeader(Request clientToProxyRequest, org.eclipse.jetty.client.Request proxyToServerRequest) {
        HttpVersion version = clientToProxyRequest.getConnectionMetaData().getHttpVersion();
        String protocol = version.asString().substring("HTTP/".length());
        proxyToServerRequest.headers(headers -> headers.add(HttpHeader.VIA, protocol + " " + viaHost));
    }

    /** Adds the {@linkplain #getForwardedFields() forwarded fields}. */
    protected void addForwardedHeader(
            Request clientToProxyRequest, org.eclipse.jetty.client.Request proxyToServerRequest) {
        proxyToServerRequest.headers(headers -> {
            if (!forwardedTrusted) {
                ForwardedFields.removeFrom(headers);
            }
            forwardedFields.addTo(headers, clientToProxyRequest, viaHost);
            if (clientCertificateForwarded) {
                ClientCertificate.addTo(headers, clientToProxyRequest);
            }
        });
    }

    /** Creates the content of a request that has content. */
    protected org.eclipse.jetty.client.Request.Content newProxyToServerRequestContent(
            Request clientToProxyRequest,
            Response proxyToClientResponse,
            org.eclipse.jetty.client.Request proxyToServerRequest) {
        return new ProxyRequestContent(clientToProxyRequest);
    }

    /** Sends the request to the server. If the client goes away meanwhile, it is aborted. */
    protected void sendProxyToServerRequest(
            Request clientToProxyRequest,
            org.eclipse.jetty.client.Request proxyToServerRequest,
            Response proxyToClientResponse,
            Callback proxyToClientCallback) {
        InterimResponses.attach(proxyToServerRequest, clientToProxyRequest, proxyToClientResponse);
        org.eclipse.jetty.client.Response.CompleteListener listener = newServerToProxyResponseListener(
                clientToProxyRequest, proxyToServerRequest, proxyToClientResponse, proxyToClientCallback);
        clientToProxyRequest.addFailureListener(cause -> abortForClient(proxyToServerRequest, cause));
        if (listener instanceof ProxyResponseListener proxy) {
            clientToProxyRequest.addIdleTimeoutListener(timeout -> proxy.isWaitingForClient());
        }
        proxyToServerRequest.send(listener);
    }

    private static void abortForClient(org.eclipse.jetty.client.Request proxyToServerRequest, Throwable cause) {
        proxyToServerRequest.abort(new ClientFailure(cause));
    }

    /** Creates what passes the response on. */
    protected org.eclipse.jetty.client.Response.CompleteListener newServerToProxyResponseListener(
            Request clientToProxyRequest,
            org.eclipse.jetty.client.Request proxyToServerRequest,
            Response proxyToClientResponse,
            Callback proxyToClientCallback) {
        return new ProxyResponseListener(
                clientToProxyRequest, proxyToServerRequest, proxyToClientResponse, proxyToClientCallback);
    }

    /** Returns a field of the response as the client gets it; null leaves it out. */
    protected @Nullable HttpField filterServerToProxyResponseField(HttpField serverToProxyResponseField) {
        return serverToProxyResponseField;
    }

    /** Copies the fields of a response that are not about its connection. */
    final void copyResponseHeaders(HttpFields from, HttpFields.Mutable to) {
        HopByHopFields hopByHop = HopByHopFields.of(from);
        for (HttpField field : from) {
            if (!hopByHop.contains(field)) {
                // Server and Date, for example, are those of the server
                to.remove(field.getName());
            }
        }
        for (HttpField field : from) {
            HttpField filtered = hopByHop.contains(field) ? null : filterServerToProxyResponseField(field);
            if (filtered != null) {
                to.add(filtered);
            }
        }
    }

    /** Called if there is no response, or not the whole one: answers the client, or ends its response. */
    protected void onServerToProxyResponseFailure(
            Request clientToProxyRequest,
            org.eclipse.jetty.client.Request proxyToServerRequest,
            org.eclipse.jetty.client.Response serverToProxyResponse,
            Response proxyToClientResponse,
            Callback proxyToClientCallback,
            Throwable failure) {
        ClientFailure ofClient = ClientFailure.of(failure);
        if (ofClient != null) {
            LOG.debug(
                    "{} client of {} failed", requestId(clientToProxyRequest), proxyToServerRequest.getURI(), failure);
            onProxyToClientResponseFailure(
                    clientToProxyRequest,
                    proxyToServerRequest,
                    serverToProxyResponse,
                    proxyToClientResponse,
                    proxyToClientCallback,
                    Objects.requireNonNull(ofClient.getCause(), "the failure of the client"));
            return;
        }
        ServerFailure cause = ServerFailure.of(failure);
        LOG.warn(
                "{} {} {} (request {}): {}",
                proxyToClientResponse.isCommitted() ? "Response cut off:" : cause.getCode(),
                proxyToServerRequest.getMethod(),
                proxyToServerRequest.getURI(),
                requestId(clientToProxyRequest),
                failure.toString());
        if (proxyToClientResponse.isCommitted()) {
            onProxyToClientResponseFailure(
                    clientToProxyRequest,
                    proxyToServerRequest,
                    serverToProxyResponse,
                    proxyToClientResponse,
                    proxyToClientCallback,
                    cause);
        } else {
            Response.writeError(clientToProxyRequest, proxyToClientResponse, proxyToClientCallback, cause.getCode());
        }
    }

    /**
     * Called upon 100 Continue.
     *
     * @param clientToProxyRequest null for a request of the proxy itself
     * @return what is done before the content is sent; null for nothing: the client is asked for its content when that is read
     */
    protected @Nullable Runnable onServerToProxyResponse100Continue(
            @Nullable Request clientToProxyRequest, org.eclipse.jetty.client.Request proxyToServerRequest) {
        return null;
    }

    /** Called upon 102 Processing, which is passed on. */
    protected void onServerToProxyResponse102Processing(
            Request clientToProxyRequest,
            org.eclipse.jetty.client.Request proxyToServerRequest,
            HttpFields serverToProxyResponseHeaders,
            Response proxyToClientResponse) {
        writeInterim(HttpStatus.PROCESSING_102, serverToProxyResponseHeaders, proxyToClientResponse);
    }

    /** Called upon 103 Early Hints, which is passed on. */
    protected void onServerToProxyResponse103EarlyHints(
            Request clientToProxyRequest,
            org.eclipse.jetty.client.Request proxyToServerRequest,
            HttpFields serverToProxyResponseHeaders,
            Response proxyToClientResponse) {
        writeInterim(HttpStatus.EARLY_HINT_103, serverToProxyResponseHeaders, proxyToClientResponse);
    }

    /** Called upon an interim response of another status, which is passed on (RFC 9110, section 15.2). */
    final void onOtherInterimResponse(int status, HttpFields fields, Response proxyToClientResponse) {
        writeInterim(status, fields, proxyToClientResponse);
    }

    private void writeInterim(int status, HttpFields fields, Response response) {
        HttpFields.Mutable copy = HttpFields.build();
        copyResponseHeaders(fields, copy);
        // RFC 9110, section 8.6: there is no content
        response.writeInterim(status, copy.remove(HttpHeader.CONTENT_LENGTH));
    }

    /** Called when the response was passed on as a whole. */
    protected void onProxyToClientResponseComplete(
            Request clientToProxyRequest,
            org.eclipse.jetty.client.Request proxyToServerRequest,
            org.eclipse.jetty.client.Response serverToProxyResponse,
            Response proxyToClientResponse,
            Callback proxyToClientCallback) {
        proxyToClientCallback.succeeded();
    }

    /** Called when the response cannot be passed on, or not as a whole. */
    protected void onProxyToClientResponseFailure(
            Request clientToProxyRequest,
            org.eclipse.jetty.client.Request proxyToServerRequest,
            org.eclipse.jetty.client.Response serverToProxyResponse,
            Response proxyToClientResponse,
            Callback proxyToClientCallback,
            Throwable failure) {
        proxyToClientCallback.failed(failure);
    }

    /** A proxy that clients are configured to use: the URI of a request names the server. Tunnels need a {@code ConnectHandler} before it. */
    public static class Forward extends ProxyHandler {
        @Override
        protected HttpURI rewriteHttpURI(Request clientToProxyRequest) {
            return clientToProxyRequest.getHttpURI();
        }
    }

    /** A proxy that clients take for the server: URIs of requests are rewritten. */
    public static class Reverse extends ProxyHandler {
        private final Function<Request, @Nullable HttpURI> rewriter;

        /**
         * Rewrites URIs by a regular expression, as {@link String#replaceAll} does. A URI whose path has dot segments, encoded or not, is taken
         * as the canonical one: no path leads out of what the expression matches.
         *
         * <pre>
         * new ProxyHandler.Reverse("https?://[^/]+/api/(.*)", "http://localhost:9000/$1")
         * </pre>
         *
         * @param uriRegex is looked for in the whole URI of requests; those without it go to other handlers
         * @param replacement replaces what is found
         */
        public Reverse(String uriRegex, String replacement) {
            this(new RegexRewriter(Pattern.compile(uriRegex), replacement));
        }

        /** @param rewriter returns the URI at the server; null to leave the request to other handlers */
        public Reverse(Function<Request, @Nullable HttpURI> rewriter) {
            this.rewriter = Objects.requireNonNull(rewriter);
        }

        public Function<Request, @Nullable HttpURI> getHttpURIRewriter() {
            return rewriter;
        }

        @Override
        protected @Nullable HttpURI rewriteHttpURI(Request clientToProxyRequest) {
            return rewriter.apply(clientToProxyRequest);
        }
    }

    private record RegexRewriter(Pattern pattern, String replacement) implements Function<Request, @Nullable HttpURI> {
        @Override
        public @Nullable HttpURI apply(Request request) {
            String uri = withoutDots(request.getHttpURI());
            StringBuilder rewritten = new StringBuilder();
            Matcher matcher = BoundedText.matcher(pattern, uri);
            if (!matcher.find()) {
                return null;
            }
            do {
                matcher.appendReplacement(rewritten, replacement);
            } while (matcher.find());
            return HttpURI.from(matcher.appendTail(rewritten).toString());
        }

        private static String withoutDots(HttpURI uri) {
            String path = uri.getPath();
            return path == null || !DotSegments.isIn(path)
                    ? uri.asString()
                    : HttpURI.build(uri)
                            .path(URIUtil.encodePathSafeEncoding(uri.getCanonicalPath()))
                            .asString();
        }
    }

    /** The content of a request to the server: that of the client's request, read as the server takes it. */
    protected static class ProxyRequestContent extends ContentSourceRequestContent {
        private final Request request;
        private volatile @Nullable Throwable failure;
        private volatile boolean demanding;

        public ProxyRequestContent(Request clientToProxyRequest) {
            super(clientToProxyRequest, clientToProxyRequest.getHeaders().get(HttpHeader.CONTENT_TYPE));
            request = clientToProxyRequest;
        }

        @Override
        public Request getContentSource() {
            return request;
        }

        boolean isDemanding() {
            return demanding;
        }

        @Override
        public Content.@Nullable Chunk read() {
            Throwable failed = failure;
            if (failed != null) {
                return Content.Chunk.from(failed, true);
            }
            Content.Chunk chunk = super.read();
            Throwable ofClient = chunk == null ? null : chunk.getFailure();
            return chunk == null || ofClient == null
                    ? chunk
                    : Content.Chunk.from(new ClientFailure(ofClient), chunk.isLast());
        }

        @Override
        public void demand(Runnable demandCallback) {
            demanding = true;
            super.demand(Invocable.from(InvocationType.NON_BLOCKING, () -> {
                demanding = false;
                demandCallback.run();
            }));
        }

        /** Ends the sending alone: what the client still sends is for the server side of this proxy to read or to refuse. */
        @Override
        public void fail(Throwable cause) {
            if (failure == null) {
                failure = cause;
            }
        }

        @Override
        public void fail(Throwable cause, boolean last) {
            fail(cause);
        }

        @Override
        public boolean rewind() {
            return false;
        }
    }

    /** Passes a response on: its head, each piece of content once the client has taken the one before, its trailers, its end. */
    protected class ProxyResponseListener extends ResponseRelay {
        public ProxyResponseListener(
                Request clientToProxyRequest,
                org.eclipse.jetty.client.Request proxyToServerRequest,
                Response proxyToClientResponse,
                Callback proxyToClientCallback) {
            super(
                    ProxyHandler.this,
                    clientToProxyRequest,
                    proxyToServerRequest,
                    proxyToClientResponse,
                    proxyToClientCallback);
        }
    }
}
