package org.eclipse.jetty.client;

import java.net.SocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.internal.GzipContentDecoder;
import org.eclipse.jetty.client.internal.RequestFields;
import org.eclipse.jetty.client.internal.StartedConnector;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.client.transport.HttpConversation;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.SetCookieParser;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.compression.InflaterPool;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP client, which keeps connections, cookies and credentials, and follows redirections.
 *
 * <pre>
 * try (HttpClient client = new HttpClient()) {
 *     client.start();
 *     ContentResponse response = client.GET("http://localhost:8080/");
 * }
 * </pre>
 *
 * <p>One client serves a whole application. Settings are made before the start. Thread-safe.
 */
@ManagedObject("An HTTP client")
public class HttpClient extends ContainerLifeCycle implements AutoCloseable {
    /** The default of {@link #getUserAgentField()}. */
    public static final String USER_AGENT = "Jetty";

    private static final SetCookieParser SET_COOKIE = SetCookieParser.newInstance();

    private final ConcurrentMap<Origin, HttpDestination> destinations = new ConcurrentHashMap<>();
    private final ProtocolHandlers handlers = new ProtocolHandlers();
    private final ProxyConfiguration proxies = new ProxyConfiguration();
    private final ContentDecoder.Factories decoders = new ContentDecoder.Factories(this::join);
    private final HttpClientTransport transport;
    private final ClientConnector connector;
    private HttpCookieStore cookieStore = new HttpCookieStore.Default();
    private volatile @Nullable Root lastRoot;
    private AuthenticationStore authenticationStore = new AuthenticationStore.Default();
    private SocketAddressResolver resolver;
    private @Nullable HttpField agentField = new HttpField(HttpHeader.USER_AGENT, USER_AGENT);
    private @Nullable String defaultRequestContentType = "application/octet-stream";
    private HttpCompliance httpCompliance = HttpCompliance.RFC9110;
    private boolean followRedirects = true;
    private int maxRedirects = 8;
    private int maxConnectionsPerDestination = 64;
    private int maxRequestsQueuedPerDestination = 1024;
    private int maxDestinations = 10_000;
    private int requestBufferSize = 4096;
    private int responseBufferSize = 16 * 1024;
    private int maxResponseBufferSize = 64 * 1024;
    private int maxRequestHeadersSize = 32 * 1024;
    private int maxResponseHeadersSize = 32 * 1024;
    private long addressResolutionTimeout = 15_000;
    private long destinationIdleTimeout;
    private long continueTimeout = 1_000;
    private long queueTimeout;
    private long connectBackOff;
    private long maxConnectBackOff = 60_000;
    private long maxResponseContentSize = -1;
    private boolean useInputDirectByteBuffers = true;
    private boolean useOutputDirectByteBuffers = true;
    private volatile Scheduler.@Nullable Task sweep;
    private boolean defaultsPut;
    private boolean decodersPut;

    /** Creates a client of HTTP/1.1. */
    public HttpClient() {
        this(new HttpClientTransportOverHTTP());
    }

    public HttpClient(HttpClientTransport transport) {
        this.transport = transport;
        connector = transport.getClientConnector();
        installBean(transport);
        installBean(handlers);
        installBean(decoders);
    }

    @Override
    protected void doStart() throws Exception {
        transport.setHttpClient(this);
        if (!defaultsPut) {
            defaultsPut = true;
            handlers.put(new ContinueProtocolHandler());
            handlers.put(new ContinueProtocolHandler.Unmet());
            handlers.put(new ProcessingProtocolHandler());
            handlers.put(new EarlyHintsProtocolHandler());
            handlers.put(new RedirectProtocolHandler(this));
            handlers.put(new WWWAuthenticationProtocolHandler(this));
            handlers.put(new ProxyAuthenticationProtocolHandler(this));
        }
        super.doStart();
        if (!decodersPut) {
            decodersPut = true;
            putDecoders();
        }
        if (resolver == null) {
            resolver = StartedConnector.newResolver(connector, addressResolutionTimeout);
        }
        scheduleSweep();
    }

    private void join(ContentDecoder.Factory factory) {
        if (factory instanceof Aware aware) {
            aware.setHttpClient(this);
        }
    }

    /** Decodes what the class path has codings for, unless the application has chosen; after the start, as they use the client's buffers. */
    private void putDecoders() {
        if (!decoders.isCleared()) {
            if (decoders.get("gzip") == null) {
                decoders.put(new GzipContentDecoder(InflaterPool.ensurePool(this), connector));
            }
            CodingContentDecoder.addFound(this);
        }
    }

    @Override
    protected void doStop() throws Exception {
        Scheduler.Task task = sweep;
        if (task != null) {
            task.cancel();
        }
        for (HttpDestination destination : destinations.values()) {
            removeDestination(destination);
        }
        super.doStop();
    }

    @Override
    public void close() throws Exception {
        stop();
    }

    public HttpClientTransport getTransport() {
        return transport;
    }

    public HttpClientTransport getHttpClientTransport() {
        return transport;
    }

    public ClientConnector getClientConnector() {
        return connector;
    }

    public SslContextFactory.@Nullable Client getSslContextFactory() {
        return connector.getSslContextFactory();
    }

    public void setSslContextFactory(SslContextFactory.Client factory) {
        connector.setSslContextFactory(factory);
    }

    public ProxyConfiguration getProxyConfiguration() {
        return proxies;
    }

    // ---- requests

    /** Sends a GET and waits for the response. */
    public ContentResponse GET(String uri) throws InterruptedException, ExecutionException, TimeoutException {
        return GET(URI.create(uri));
    }

    public ContentResponse GET(URI uri) throws InterruptedException, ExecutionException, TimeoutException {
        return newRequest(uri).send();
    }

    /** Sends a form and waits for the response. */
    public ContentResponse FORM(String uri, Fields fields)
            throws InterruptedException, ExecutionException, TimeoutException {
        return FORM(URI.create(uri), fields);
    }

    public ContentResponse FORM(URI uri, Fields fields)
            throws InterruptedException, ExecutionException, TimeoutException {
        return POST(uri).body(new FormRequestContent(fields)).send();
    }

    public Request POST(String uri) {
        return POST(URI.create(uri));
    }

    public Request POST(URI uri) {
        return newRequest(uri).method(HttpMethod.POST);
    }

    /** Creates a GET of the root of a host over http. */
    public Request newRequest(String host, int port) {
        Root root = lastRoot;
        if (root == null || root.port() != port || !root.host().equals(host)) {
            root = new Root(host, port, URI.create(new Origin("http", host, port).asString()));
            lastRoot = root;
        }
        return newRequest(root.uri());
    }

    public Request newRequest(String uri) {
        return newRequest(URI.create(uri));
    }

    public Request newRequest(URI uri) {
        return new HttpRequest(this, new HttpConversation(), uri);
    }

    /**
     * Creates a request of the same conversation as another one, with its method, fields, content and settings, for a protocol handler of
     * the application. It has neither response listeners, nor what is of one request or host: the fields Host and Expect, cookies and
     * credentials.
     *
     * @param uri where it is sent
     */
    protected Request copyRequest(Request request, URI uri) {
        HttpRequest copy = ((HttpRequest) request).copy(uri);
        copy.dropCredentials();
        return copy.headers(fields -> fields.remove(HttpHeader.HOST).remove(HttpHeader.EXPECT));
    }

    /** Called by a request that is sent. */
    public void send(Request request) {
        if (!isRunning()) {
            throw new IllegalStateException("The client is not running: " + this);
        }
        customize(request);
        ((HttpDestination) resolveDestination(request)).send((HttpRequest) request);
    }

    /** Adds the fields that all requests have: host, cookies, credentials, content type. */
    public void customize(Request request) {
        RequestFields.add((HttpRequest) request, this);
    }

    // ---- destinations

    public Destination resolveDestination(Request request) {
        return resolveDestination(transport.newOrigin(request));
    }

    /**
     * Returns the destination of an origin.
     *
     * @throws RejectedExecutionException if there are {@link #getMaxDestinations()} others, all of them in use
     */
    public Destination resolveDestination(Origin origin) {
        HttpDestination destination = destinations.get(origin);
        if (destination != null) {
            return destination;
        }
        synchronized (destinations) {
            destination = destinations.get(origin);
            if (destination == null) {
                if (destinations.size() >= maxDestinations) {
                    evict(origin);
                }
                destination = (HttpDestination) transport.newDestination(origin);
                addBean(destination, true);
                LifeCycle.start(destination);
                destinations.put(origin, destination);
            }
            return destination;
        }
    }

    /** Removes the destination that was used longest ago, among those without requests. */
    private void evict(Origin origin) {
        HttpDestination oldest = destinations.values().stream()
                .filter(HttpDestination::isWithoutRequests)
                .min(Comparator.comparingLong(HttpDestination::getLastUsed))
                .orElseThrow(() -> new RejectedExecutionException(
                        "Max destinations " + maxDestinations + " exceeded for " + origin.asString()));
        removeDestination(oldest);
    }

    /** Removes a destination; its connections are closed, and requests that wait for one fail. */
    public boolean removeDestination(Destination destination) {
        if (!destinations.remove(destination.getOrigin(), destination) || !removeBean(destination)) {
            return false;
        }
        LifeCycle.stop(destination);
        return true;
    }

    public List<Destination> getDestinations() {
        return List.copyOf(destinations.values());
    }

    private void scheduleSweep() {
        if (destinationIdleTimeout > 0) {
            sweep = StartedConnector.scheduler(connector)
                    .schedule(this::sweep, Math.max(1, destinationIdleTimeout / 2), TimeUnit.MILLISECONDS);
        }
    }

    private void sweep() {
        long limit = TimeUnit.MILLISECONDS.toNanos(destinationIdleTimeout);
        synchronized (destinations) {
            for (HttpDestination destination : destinations.values()) {
                if (destination.isUnused() && System.nanoTime() - destination.getLastUsed() >= limit) {
                    removeDestination(destination);
                }
            }
        }
        if (isRunning()) {
            scheduleSweep();
        }
    }

    // ---- responses

    public ProtocolHandlers getProtocolHandlers() {
        return handlers;
    }

    public @Nullable ProtocolHandler findProtocolHandler(Request request, Response response) {
        return handlers.find(request, response);
    }

    public ContentDecoder.Factories getContentDecoderFactories() {
        return decoders;
    }

    public HttpCookieStore getHttpCookieStore() {
        return cookieStore;
    }

    /** Sets where cookies are stored; {@link HttpCookieStore.Empty} for none. */
    public void setHttpCookieStore(HttpCookieStore store) {
        cookieStore = store;
    }

    /** Stores the cookie of a Set-Cookie field. */
    public void putCookie(URI uri, HttpField field) {
        HttpCookie cookie = field.getValue() == null ? null : SET_COOKIE.parse(field.getValue());
        if (cookie != null) {
            cookieStore.add(uri, cookie);
        }
    }

    public AuthenticationStore getAuthenticationStore() {
        return authenticationStore;
    }

    public void setAuthenticationStore(AuthenticationStore store) {
        authenticationStore = store;
    }

    // ---- settings

    /** Returns the pool of the buffers; as the executor, the scheduler and what makes TLS engines, null before the start if none was set. */
    public @Nullable ByteBufferPool getByteBufferPool() {
        return connector.getByteBufferPool();
    }

    public void setByteBufferPool(ByteBufferPool pool) {
        connector.setByteBufferPool(pool);
    }

    public @Nullable Executor getExecutor() {
        return connector.getExecutor();
    }

    public void setExecutor(Executor executor) {
        connector.setExecutor(executor);
    }

    public @Nullable Scheduler getScheduler() {
        return connector.getScheduler();
    }

    public void setScheduler(Scheduler scheduler) {
        connector.setScheduler(scheduler);
    }

    /** Returns the milliseconds in which a connection must be established; 15,000 by default. */
    @ManagedAttribute("The milliseconds in which a connection must be established")
    public long getConnectTimeout() {
        return connector.getConnectTimeout().toMillis();
    }

    public void setConnectTimeout(long milliseconds) {
        connector.setConnectTimeout(Duration.ofMillis(milliseconds));
    }

    /** Returns the milliseconds in which a host name must be resolved; 15,000 by default. */
    @ManagedAttribute("The milliseconds in which a host name must be resolved")
    public long getAddressResolutionTimeout() {
        return addressResolutionTimeout;
    }

    public void setAddressResolutionTimeout(long milliseconds) {
        addressResolutionTimeout = milliseconds;
    }

    /** Returns the milliseconds that a connection may be idle, with a request or without; 0 for no limit. */
    @ManagedAttribute("The milliseconds that a connection may be idle")
    public long getIdleTimeout() {
        return connector.getIdleTimeout().toMillis();
    }

    public void setIdleTimeout(long milliseconds) {
        connector.setIdleTimeout(Duration.ofMillis(milliseconds));
    }

    @ManagedAttribute("The address that sockets are bound to")
    public @Nullable SocketAddress getBindAddress() {
        return connector.getBindAddress();
    }

    public void setBindAddress(@Nullable SocketAddress address) {
        connector.setBindAddress(address);
    }

    @ManagedAttribute("Whether connecting blocks")
    public boolean isConnectBlocking() {
        return connector.isConnectBlocking();
    }

    public void setConnectBlocking(boolean blocking) {
        connector.setConnectBlocking(blocking);
    }

    /** Returns the User-Agent field; null to send none. */
    public @Nullable HttpField getUserAgentField() {
        return agentField;
    }

    public void setUserAgentField(@Nullable HttpField field) {
        if (field != null && field.getHeader() != HttpHeader.USER_AGENT) {
            throw new IllegalArgumentException("field: " + field + " (expected: User-Agent)");
        }
        agentField = field;
    }

    @ManagedAttribute("Whether redirections are followed")
    public boolean isFollowRedirects() {
        return followRedirects;
    }

    public void setFollowRedirects(boolean follow) {
        followRedirects = follow;
    }

    /** Returns how many redirections are followed for a request; 8 by default. */
    @ManagedAttribute("How many redirections are followed")
    public int getMaxRedirects() {
        return maxRedirects;
    }

    public void setMaxRedirects(int number) {
        maxRedirects = number;
    }

    public SocketAddressResolver getSocketAddressResolver() {
        return resolver;
    }

    public void setSocketAddressResolver(SocketAddressResolver newResolver) {
        resolver = newResolver;
    }

    /** Returns how many connections a destination has at most; 64 by default. */
    @ManagedAttribute("How many connections a destination has at most")
    public int getMaxConnectionsPerDestination() {
        return maxConnectionsPerDestination;
    }

    public void setMaxConnectionsPerDestination(int number) {
        maxConnectionsPerDestination = number;
    }

    /** Returns how many requests wait for a connection of a destination at most; 1,024 by default. More are refused. */
    @ManagedAttribute("How many requests wait for a connection of a destination at most")
    public int getMaxRequestsQueuedPerDestination() {
        return maxRequestsQueuedPerDestination;
    }

    public void setMaxRequestsQueuedPerDestination(int number) {
        maxRequestsQueuedPerDestination = number;
    }

    /** Returns how many destinations there are at most; 10,000 by default. The one used longest ago is removed. */
    @ManagedAttribute("How many destinations there are at most")
    public int getMaxDestinations() {
        return maxDestinations;
    }

    public void setMaxDestinations(int number) {
        if (number < 1) {
            throw new IllegalArgumentException("maxDestinations: " + number + " (expected: at least 1)");
        }
        maxDestinations = number;
    }

    /**
     * Returns the milliseconds that the content of a request with {@code Expect: 100-continue} waits for an answer after the head was sent;
     * then it is sent, as for a server that does not know the expectation (RFC 9110, section 10.1.1). 1,000 by default, 0 for no limit.
     */
    @ManagedAttribute("The milliseconds that content waits for 100 Continue; 0 for no limit")
    public long getContinueTimeout() {
        return continueTimeout;
    }

    public void setContinueTimeout(long milliseconds) {
        continueTimeout = milliseconds;
    }

    /** Returns the milliseconds after which a destination without connections is removed; 0 by default, for never. */
    @ManagedAttribute("The milliseconds after which a destination without connections is removed")
    public long getDestinationIdleTimeout() {
        return destinationIdleTimeout;
    }

    public void setDestinationIdleTimeout(long milliseconds) {
        destinationIdleTimeout = milliseconds;
    }

    /** Returns the milliseconds that a request waits for a connection at most; 0 by default, for no limit but that of the request. */
    @ManagedAttribute("The milliseconds that a request waits for a connection at most")
    public long getQueueTimeout() {
        return queueTimeout;
    }

    /** Sets how long requests wait for a connection; counts for destinations that are new. */
    public void setQueueTimeout(long milliseconds) {
        queueTimeout = milliseconds;
    }

    /**
     * Returns the milliseconds for which a destination is left alone after a connection to it could not be opened; 0 by default, for
     * none. They double with each failure, up to {@link #getMaxConnectBackOff()}; an opened connection ends them. Meanwhile,
     * requests fail at once by a {@link java.net.ConnectException} with the failure as its cause, unless there is a connection.
     */
    @ManagedAttribute("The milliseconds for which a destination that cannot be connected to is left alone first")
    public long getConnectBackOff() {
        return connectBackOff;
    }

    public void setConnectBackOff(long milliseconds) {
        connectBackOff = milliseconds;
    }

    /** Returns the most milliseconds for which a destination is left alone; 60,000 by default. */
    @ManagedAttribute("The most milliseconds for which a destination that cannot be connected to is left alone")
    public long getMaxConnectBackOff() {
        return maxConnectBackOff;
    }

    public void setMaxConnectBackOff(long milliseconds) {
        maxConnectBackOff = milliseconds;
    }

    /**
     * Returns the octets that the content of a response may have, when it is decoded; -1 by default, for no limit. A response with
     * more fails. Independent of it, {@link BufferingResponseListener} has a limit of what it keeps.
     */
    @ManagedAttribute("The octets that the content of a response may have")
    public long getMaxResponseContentSize() {
        return maxResponseContentSize;
    }

    public void setMaxResponseContentSize(long octets) {
        maxResponseContentSize = octets;
    }

    @ManagedAttribute("The bytes of the buffer of a request's head")
    public int getRequestBufferSize() {
        return requestBufferSize;
    }

    public void setRequestBufferSize(int bytes) {
        requestBufferSize = bytes;
    }

    @ManagedAttribute("The bytes that are read from the network at once")
    public int getResponseBufferSize() {
        return responseBufferSize;
    }

    /** Returns the size that buffers grow to while content fills them: 64 KiB, or what {@link #setResponseBufferSize} was given. */
    public int getMaxResponseBufferSize() {
        return maxResponseBufferSize;
    }

    /** Sets the size of buffers that responses are read into. Those of HTTP/1.1 and FastCGI begin with 16 KiB and grow unless it is called. */
    public void setResponseBufferSize(int bytes) {
        responseBufferSize = bytes;
        maxResponseBufferSize = bytes;
    }

    /** Returns the bytes that the head of a request may have; 32 KiB by default. */
    @ManagedAttribute("The bytes that the head of a request may have")
    public int getMaxRequestHeadersSize() {
        return maxRequestHeadersSize;
    }

    public void setMaxRequestHeadersSize(int bytes) {
        maxRequestHeadersSize = bytes;
    }

    /** Returns the bytes that the head, and the trailers, of a response may have; 32 KiB by default, -1 for no limit. */
    @ManagedAttribute("The bytes that the head of a response may have")
    public int getMaxResponseHeadersSize() {
        return maxResponseHeadersSize;
    }

    public void setMaxResponseHeadersSize(int bytes) {
        maxResponseHeadersSize = bytes;
    }

    /** Returns what responses may deviate in from RFC 9112. */
    public HttpCompliance getHttpCompliance() {
        return httpCompliance;
    }

    public void setHttpCompliance(HttpCompliance compliance) {
        httpCompliance = compliance;
    }

    /** Returns the type of content that has none; null to send none. */
    public @Nullable String getDefaultRequestContentType() {
        return defaultRequestContentType;
    }

    public void setDefaultRequestContentType(@Nullable String contentType) {
        defaultRequestContentType = contentType;
    }

    @ManagedAttribute("Whether direct buffers are read into")
    public boolean isUseInputDirectByteBuffers() {
        return useInputDirectByteBuffers;
    }

    public void setUseInputDirectByteBuffers(boolean direct) {
        useInputDirectByteBuffers = direct;
    }

    @ManagedAttribute("Whether direct buffers are written from")
    public boolean isUseOutputDirectByteBuffers() {
        return useOutputDirectByteBuffers;
    }

    public void setUseOutputDirectByteBuffers(boolean direct) {
        useOutputDirectByteBuffers = direct;
    }

    /** Returns the port, or the default one of a scheme if it is not positive. */
    public static int normalizePort(String scheme, int port) {
        return port > 0 ? port : HttpScheme.getDefaultPort(scheme.toLowerCase(Locale.ENGLISH));
    }

    /** The root of a host as it was asked for last: proxies ask for the same one again and again. */
    private record Root(String host, int port, URI uri) {}

    /**
     * Wants to know the client: a bean of its transport, such as a {@link org.eclipse.jetty.io.ClientConnectionFactory.Info}, or one of its
     * {@linkplain ContentDecoder.Factory decoders}.
     */
    public interface Aware {
        /** Called when the client starts, and for a decoder when it is put. */
        void setHttpClient(HttpClient client);
    }
}
