package org.eclipse.jetty.client.transport;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpUpgrader;
import org.eclipse.jetty.client.PathRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.internal.RequestEvents;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.UrlEncoded;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client, as {@link HttpClient#newRequest} makes it.
 *
 * <p>Changed by one thread until it is sent; aborted by any.
 */
public class HttpRequest implements Request {
    private final HttpClient client;
    private final HttpConversation conversation;
    private final HttpFields.Mutable headers = HttpFields.build();
    private final RequestEvents listeners;
    private final ResponseListeners responseListeners = new ResponseListeners();
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final List<HttpCookie> cookies = new ArrayList<>(0);
    private String scheme;
    private String host;
    private int port;
    private String path;
    private @Nullable String query;
    private String method = HttpMethod.GET.asString();
    private @Nullable HttpVersion version;
    private @Nullable Transport transport;
    private @Nullable Content body;
    private @Nullable Supplier<HttpFields> trailersSupplier;
    private @Nullable String givenCookies;
    private Set<HttpHeader> addedCredentials = Set.of();
    private volatile @Nullable URI uri;
    private @Nullable Object tag;
    private long idleTimeout = -1;
    private long timeout;
    private boolean followRedirects;
    private boolean sent;
    private volatile @Nullable Connection connection;
    private volatile @Nullable Runnable continuation;

    /**
     * Creates a request.
     *
     * @param conversation a new one, or that of another request, whose listeners this one's response is reported to
     * @throws IllegalArgumentException if the URI is not absolute, or its scheme is neither http nor https
     */
    public HttpRequest(HttpClient client, HttpConversation conversation, URI uri) {
        this(client, conversation, uri, new RequestEvents());
    }

    private HttpRequest(HttpClient client, HttpConversation conversation, URI uri, RequestEvents listeners) {
        this.client = client;
        this.conversation = conversation;
        this.listeners = listeners;
        scheme = uri.getScheme() == null ? HttpScheme.HTTP.asString() : URIUtil.normalizeScheme(uri.getScheme());
        if (!HttpScheme.HTTP.is(scheme) && !HttpScheme.HTTPS.is(scheme)) {
            throw new IllegalArgumentException("URI: " + uri + " (expected: scheme http or https)");
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("URI: " + uri + " (expected: a host)");
        }
        host = uri.getHost();
        port = HttpClient.normalizePort(scheme, uri.getPort());
        path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        query = uri.getRawQuery();
        followRedirects = client.isFollowRedirects();
        HttpField accept = client.getContentDecoderFactories().getAcceptEncodingField();
        if (accept != null) {
            headers.put(accept);
        }
        HttpField agent = client.getUserAgentField();
        if (agent != null) {
            headers.put(agent);
        }
    }

    /** Returns a request of the same conversation with another URI, for a redirection or with credentials. */
    public HttpRequest copy(URI uri) {
        return copy(uri, conversation);
    }

    /** Returns a request with another URI. */
    public HttpRequest copy(URI uri, HttpConversation other) {
        HttpRequest copy = new HttpRequest(client, other, uri, listeners);
        copy.headers.clear().add(headers);
        copy.headers.remove(HttpHeader.COOKIE);
        if (givenCookies != null) {
            copy.headers.put(HttpHeader.COOKIE, givenCookies);
        }
        copy.cookies.addAll(cookies);
        copy.addedCredentials = addedCredentials;
        copy.attributes.putAll(attributes);
        copy.method = method;
        copy.version = version;
        copy.transport = transport;
        copy.body = body;
        copy.trailersSupplier = trailersSupplier;
        copy.tag = tag;
        copy.idleTimeout = idleTimeout;
        copy.followRedirects = followRedirects;
        return copy;
    }

    public HttpConversation getConversation() {
        return conversation;
    }

    /** Returns the listeners of its response; of the requests of a conversation, those of the first one are called. */
    public ResponseListeners getResponseListeners() {
        return responseListeners;
    }

    protected HttpClient getHttpClient() {
        return client;
    }

    @Override
    public @Nullable Connection getConnection() {
        return connection;
    }

    /** Sets the connection that carries it, and what sends content that waits for 100 Continue. */
    public void carriedBy(Connection carrier, Runnable proceed) {
        connection = carrier;
        continuation = proceed;
    }

    /** Sends the content that waits for 100 Continue. */
    public void proceed() {
        Runnable proceed = continuation;
        if (proceed != null) {
            proceed.run();
        }
    }

    @Override
    public String getScheme() {
        return scheme;
    }

    @Override
    public Request scheme(String newScheme) {
        scheme = newScheme;
        uri = null;
        return this;
    }

    @Override
    public String getHost() {
        return host;
    }

    @Override
    public Request host(String newHost) {
        host = newHost;
        uri = null;
        return this;
    }

    @Override
    public int getPort() {
        return port;
    }

    @Override
    public Request port(int newPort) {
        port = newPort;
        uri = null;
        return this;
    }

    @Override
    public Request transport(@Nullable Transport newTransport) {
        transport = newTransport;
        return this;
    }

    @Override
    public @Nullable Transport getTransport() {
        return transport;
    }

    @Override
    public String getMethod() {
        return method;
    }

    @Override
    public Request method(HttpMethod newMethod) {
        return method(newMethod.asString());
    }

    @Override
    public Request method(String newMethod) {
        if (HttpMethod.CONNECT.asString().equals(newMethod)) {
            throw new IllegalArgumentException("method: CONNECT (expected: one without a tunnel)");
        }
        method = newMethod;
        return this;
    }

    @Override
    public String getPath() {
        return path;
    }

    @Override
    public Request path(String pathQuery) {
        int question = pathQuery.indexOf('?');
        String newPath = question < 0 ? pathQuery : pathQuery.substring(0, question);
        path = newPath.isEmpty() ? "/" : newPath;
        query = question < 0 ? null : pathQuery.substring(question + 1);
        uri = null;
        return this;
    }

    @Override
    public @Nullable String getQuery() {
        return query;
    }

    @Override
    public Fields getParams() {
        Fields params = new Fields(true);
        if (query != null) {
            UrlEncoded.decodeTo(query, params::add, StandardCharsets.UTF_8);
        }
        return params.asImmutable();
    }

    @Override
    public Request param(String name, @Nullable String value) {
        String pair = UrlEncoded.encodeString(name) + (value == null ? "" : "=" + UrlEncoded.encodeString(value));
        query = query == null || query.isEmpty() ? pair : query + "&" + pair;
        uri = null;
        return this;
    }

    /** Returns the URI; characters that RFC 3986 does not allow, and that are sent as they are, are percent-encoded in it. */
    @Override
    public URI getURI() {
        URI known = uri;
        if (known == null) {
            known = parse();
            uri = known;
        }
        return known;
    }

    private URI parse() {
        try {
            return new URI(URIUtil.newURI(scheme, host, port, "*".equals(path) ? "" : path, query));
        } catch (URISyntaxException x) {
            Charset utf8 = StandardCharsets.UTF_8;
            String legalQuery = query == null ? null : URIUtil.encodeIllegal(query, utf8);
            return URI.create(URIUtil.newURI(scheme, host, port, URIUtil.encodeIllegal(path, utf8), legalQuery));
        }
    }

    /** Returns the URI with the target as it is sent (RFC 9112, section 3.2). */
    public HttpURI getHttpURI() {
        return HttpURI.build()
                .scheme(scheme)
                .authority(host, port)
                .pathQuery(query == null ? path : path + "?" + query)
                .asImmutable();
    }

    @Override
    public HttpVersion getVersion() {
        return version == null ? HttpVersion.HTTP_1_1 : version;
    }

    /** Returns whether the version was set, rather than the default. */
    public boolean isVersionExplicit() {
        return version != null;
    }

    @Override
    public Request version(HttpVersion newVersion) {
        if (newVersion != HttpVersion.HTTP_1_1
                && newVersion != HttpVersion.HTTP_1_0
                && newVersion != HttpVersion.HTTP_2) {
            throw new IllegalArgumentException(
                    "version: " + newVersion + " (expected: HTTP/1.0, HTTP/1.1 or HTTP/2.0)");
        }
        version = newVersion;
        return this;
    }

    @Override
    public HttpFields getHeaders() {
        return headers;
    }

    @Override
    public Request headers(Consumer<HttpFields.Mutable> consumer) {
        consumer.accept(headers);
        return this;
    }

    /** Adds a field. */
    public HttpRequest addHeader(HttpField field) {
        headers.add(field);
        return this;
    }

    @Override
    public @Nullable Supplier<HttpFields> getTrailersSupplier() {
        return trailersSupplier;
    }

    @Override
    public Request trailersSupplier(@Nullable Supplier<HttpFields> supplier) {
        trailersSupplier = supplier;
        return this;
    }

    @Override
    public List<HttpCookie> getCookies() {
        return Collections.unmodifiableList(cookies);
    }

    @Override
    public Request cookie(HttpCookie cookie) {
        cookies.add(cookie);
        return this;
    }

    /** Returns what the connection is to be upgraded by. */
    public @Nullable HttpUpgrader getUpgrader() {
        return (HttpUpgrader) attributes.get(HttpUpgrader.class.getName());
    }

    /** Notes the Cookie field that the application has set, which others are added to when it is sent. */
    public void setGivenCookies(@Nullable String value) {
        givenCookies = value;
    }

    /** Notes that the client, rather than the application, has added credentials. */
    public void addedCredentials(HttpHeader field) {
        Set<HttpHeader> added = EnumSet.of(field);
        added.addAll(addedCredentials);
        addedCredentials = added;
    }

    /** Forgets the credentials that the client has added, and which may be for the target of another request. */
    public void dropAddedCredentials() {
        addedCredentials.forEach(headers::remove);
        addedCredentials = Set.of();
    }

    /** Forgets what is meant for the origin of this request only, as it goes to another one. */
    public void dropCredentials() {
        cookies.clear();
        headers.remove(HttpHeader.COOKIE);
        headers.remove(HttpHeader.AUTHORIZATION);
        headers.remove(HttpHeader.PROXY_AUTHORIZATION);
    }

    @Override
    public Request tag(@Nullable Object newTag) {
        tag = newTag;
        return this;
    }

    @Override
    public @Nullable Object getTag() {
        return tag;
    }

    @Override
    public Request attribute(String name, @Nullable Object value) {
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
        return this;
    }

    @Override
    public Map<String, Object> getAttributes() {
        return Collections.unmodifiableMap(attributes);
    }

    @Override
    public @Nullable Content getBody() {
        return body;
    }

    @Override
    public Request body(@Nullable Content content) {
        body = content;
        return this;
    }

    @Override
    public Request file(Path file) throws IOException {
        return file(file, "application/octet-stream");
    }

    @Override
    public Request file(Path file, String contentType) throws IOException {
        return body(new PathRequestContent(contentType, file));
    }

    @Override
    public @Nullable String getAgent() {
        return headers.get(HttpHeader.USER_AGENT);
    }

    @Override
    public Request agent(String agent) {
        headers.put(HttpHeader.USER_AGENT, agent);
        return this;
    }

    @Override
    public Request accept(String... accepts) {
        headers.put(HttpHeader.ACCEPT, String.join(", ", accepts));
        return this;
    }

    @Override
    public long getIdleTimeout() {
        return idleTimeout;
    }

    @Override
    public Request idleTimeout(long time, TimeUnit unit) {
        idleTimeout = unit.toMillis(time);
        return this;
    }

    @Override
    public long getTimeout() {
        return timeout;
    }

    @Override
    public Request timeout(long time, TimeUnit unit) {
        timeout = unit.toMillis(time);
        return this;
    }

    @Override
    public boolean isFollowRedirects() {
        return followRedirects;
    }

    @Override
    public Request followRedirects(boolean follow) {
        followRedirects = follow;
        return this;
    }

    // ---- listeners

    @Override
    public Request onRequestListener(Listener listener) {
        listeners.add(listener);
        return this;
    }

    @Override
    public Request onRequestQueued(QueuedListener listener) {
        listeners.addQueued(listener);
        return this;
    }

    @Override
    public Request onRequestBegin(BeginListener listener) {
        listeners.addBegin(listener);
        return this;
    }

    @Override
    public Request onRequestHeaders(HeadersListener listener) {
        listeners.addHeaders(listener);
        return this;
    }

    @Override
    public Request onRequestCommit(CommitListener listener) {
        listeners.addCommit(listener);
        return this;
    }

    @Override
    public Request onRequestContent(ContentListener listener) {
        listeners.addContent(listener);
        return this;
    }

    @Override
    public Request onRequestSuccess(SuccessListener listener) {
        listeners.addSuccess(listener);
        return this;
    }

    @Override
    public Request onRequestFailure(FailureListener listener) {
        listeners.addFailure(listener);
        return this;
    }

    @Override
    public Request onResponseListener(Response.Listener listener) {
        responseListeners.addListener(listener);
        return this;
    }

    @Override
    public Request onResponseBegin(Response.BeginListener listener) {
        responseListeners.addBegin(listener);
        return this;
    }

    @Override
    public Request onResponseHeader(Response.HeaderListener listener) {
        responseListeners.addHeader(listener);
        return this;
    }

    @Override
    public Request onResponseHeaders(Response.HeadersListener listener) {
        responseListeners.addHeaders(listener);
        return this;
    }

    @Override
    public Request onResponseContent(Response.ContentListener listener) {
        responseListeners.addContentSource(listener);
        return this;
    }

    @Override
    public Request onResponseContentAsync(Response.AsyncContentListener listener) {
        responseListeners.addContentSource(listener);
        return this;
    }

    @Override
    public Request onResponseContentSource(Response.ContentSourceListener listener) {
        responseListeners.addContentSource(listener);
        return this;
    }

    @Override
    public Request onResponseSuccess(Response.SuccessListener listener) {
        responseListeners.addSuccess(listener);
        return this;
    }

    @Override
    public Request onResponseFailure(Response.FailureListener listener) {
        responseListeners.addFailure(listener);
        return this;
    }

    @Override
    public Request onComplete(Response.CompleteListener listener) {
        responseListeners.addComplete(listener);
        return this;
    }

    // ---- events, which are reported by what queues and carries the request

    public void notifyQueued() {
        listeners.queued(this);
    }

    public void notifyBegin() {
        listeners.begin(this);
    }

    public void notifyHeaders() {
        listeners.headers(this);
    }

    public void notifyCommit() {
        listeners.commit(this);
    }

    /** A piece of content was sent. */
    public void notifyContent(ByteBuffer content) {
        listeners.content(this, content);
    }

    public void notifySuccess() {
        listeners.success(this);
    }

    public void notifyFailure(Throwable failure) {
        listeners.failure(this, failure);
    }

    // ---- sending

    @Override
    public ContentResponse send() throws InterruptedException, TimeoutException, ExecutionException {
        CompletableFuture<ContentResponse> future = new CompletableResponseListener(this).send();
        try {
            return future.get();
        } catch (InterruptedException x) {
            abort(x);
            throw x;
        } catch (ExecutionException x) {
            if (x.getCause() instanceof TimeoutException timedOut && getAbortCause() == timedOut) {
                throw timedOut;
            }
            throw x;
        }
    }

    @Override
    public void send(Response.@Nullable CompleteListener listener) {
        prepare(listener);
        client.send(this);
    }

    /** Starts the conversation; refuses to be sent twice. */
    public void prepare(Response.@Nullable CompleteListener listener) {
        if (sent) {
            throw new IllegalStateException("The request has been sent before: " + this);
        }
        sent = true;
        if (listener != null) {
            responseListeners.addAll(listener);
        }
        conversation.begin(this, responseListeners, client.getScheduler());
    }

    @Override
    public CompletableFuture<Boolean> abort(Throwable cause) {
        return CompletableFuture.completedFuture(conversation.abort(cause));
    }

    @Override
    public @Nullable Throwable getAbortCause() {
        return conversation.getAbortCause();
    }

    @Override
    public String toString() {
        return String.format("HttpRequest[%s %s]@%x", method, getURI(), hashCode());
    }
}
