package org.eclipse.jetty.server;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Path;
import java.security.Principal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.MultiPartConfig;
import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.internal.AcceptedLocales;
import org.eclipse.jetty.server.internal.CoreRequest;
import org.eclipse.jetty.server.internal.QueryFields;
import org.eclipse.jetty.server.internal.RedirectUri;
import org.eclipse.jetty.server.internal.StreamListeners;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP request, asynchronous and independent of any API that presents it to an application.
 *
 * <p>Content is read as from every {@link Content.Source}. Handlers that change what later handlers see pass a
 * {@link Wrapper} on. The request may be used until the callback of {@link Handler#handle} is completed; after that its
 * instance may serve the next request of its connection.
 */
public interface Request extends Attributes, Content.Source {
    Logger LOG = LoggerFactory.getLogger(Request.class);

    /** The attribute that caches the parsed cookies. */
    String COOKIE_ATTRIBUTE = "org.eclipse.jetty.server.Request.Cookies";

    /** What a request without an Accept-Language field accepts. */
    List<Locale> DEFAULT_LOCALES = List.of(Locale.getDefault());

    /** Unique within its connection. */
    String getId();

    /**
     * Returns the text that names a request in the log, on error pages and to applications: the id of the connection, {@code #}, and that
     * of the request.
     */
    static String getLogId(Request request) {
        return request.getConnectionMetaData().getId() + "#" + request.getId();
    }

    Components getComponents();

    ConnectionMetaData getConnectionMetaData();

    String getMethod();

    /** The target as a whole URI, with the authority of the connection where the request named none. */
    HttpURI getHttpURI();

    /** The innermost context that handles the request. */
    Context getContext();

    /** The path of the innermost context; null outside of all. */
    static @Nullable String getContextPath(Request request) {
        return request.getContext().getContextPath();
    }

    /** The canonical encoded path behind the context path; null if the path is outside of the context. */
    static @Nullable String getPathInContext(Request request) {
        return request.getContext().getPathInContext(request.getHttpURI().getCanonicalPath());
    }

    HttpFields getHeaders();

    @Override
    void demand(Runnable demandCallback);

    /** The trailer fields; null if there are none or the content was not read to its end. */
    @Nullable
    HttpFields getTrailers();

    /** When the request began, in milliseconds since 1970. */
    static long getTimeStamp(Request request) {
        long nanos = System.nanoTime() - request.getBeginNanoTime();
        return System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    /** The {@link System#nanoTime()} of its first byte. */
    long getBeginNanoTime();

    /** The {@link System#nanoTime()} at which its head was complete. */
    long getHeadersNanoTime();

    boolean isSecure();

    @Override
    default long getLength() {
        return getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
    }

    @Override
    Content.@Nullable Chunk read();

    /** Reads and drops what content is there; returns whether that was all of it. */
    boolean consumeAvailable();

    /**
     * Adds a listener for the idle timeout, called before anything fails.
     *
     * @param onIdleTimeout returns true to let the timeout fail the request, false to ignore it
     */
    void addIdleTimeoutListener(Predicate<TimeoutException> onIdleTimeout);

    /** Adds a listener for a failure that ends the request other than by its callback, such as a lost connection. */
    void addFailureListener(Consumer<Throwable> onFailure);

    /** What a CONNECT request needs; null for other requests. */
    @Nullable
    TunnelSupport getTunnelSupport();

    /** Puts another stream between this request and its protocol. */
    void addHttpStreamWrapper(Function<HttpStream, HttpStream> wrapper);

    /**
     * Promises another request to the client, and handles it as if the client had asked; see {@link HttpStream#push}. Until
     * the response has ended, {@link ConnectionMetaData#isPushSupported()} says whether the client takes promises.
     *
     * @throws UnsupportedOperationException if the client or the protocol does not, or this request was pushed itself
     */
    default void push(MetaData.Request request) {
        throw new UnsupportedOperationException("push");
    }

    /** Adds a listener for the end of the request; listeners are called last added first, with null or the failure. */
    static void addCompletionListener(Request request, Consumer<Throwable> listener) {
        request.addHttpStreamWrapper(stream -> new StreamListeners(stream, listener));
    }

    /** The session, created if {@code create}; null if there is none or the context has no session manager. */
    @Nullable
    Session getSession(boolean create);

    /** The same request without content. */
    static Request asReadOnly(Request request) {
        return new Wrapper(request) {
            @Override
            public Content.Chunk read() {
                return Content.Chunk.EOF;
            }

            @Override
            public void demand(Runnable demandCallback) {
                demandCallback.run();
            }

            @Override
            public long getLength() {
                return 0;
            }
        };
    }

    /** The host name of an address without a look-up of names, IPv6 addresses in brackets. */
    static String getHostName(InetSocketAddress address) {
        if (address.isUnresolved()) {
            return address.getHostString();
        }
        InetAddress inet = address.getAddress();
        String result = inet == null ? address.getHostString() : inet.getHostAddress();
        return HostPort.normalizeHost(result);
    }

    /** The local address; null if unknown. */
    static @Nullable String getLocalAddr(Request request) {
        SocketAddress local =
                request == null ? null : request.getConnectionMetaData().getLocalSocketAddress();
        if (local instanceof InetSocketAddress inet) {
            return getHostName(inet);
        }
        return local == null ? null : local.toString();
    }

    /** The local port; -1 if unknown. */
    static int getLocalPort(Request request) {
        return request != null
                        && request.getConnectionMetaData().getLocalSocketAddress() instanceof InetSocketAddress inet
                ? inet.getPort()
                : -1;
    }

    /** The client's address; null if unknown. */
    static @Nullable String getRemoteAddr(Request request) {
        SocketAddress remote =
                request == null ? null : request.getConnectionMetaData().getRemoteSocketAddress();
        if (remote instanceof InetSocketAddress inet) {
            return getHostName(inet);
        }
        return remote == null ? null : remote.toString();
    }

    /** The client's port; -1 if unknown. */
    static int getRemotePort(Request request) {
        return request != null
                        && request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress inet
                ? inet.getPort()
                : -1;
    }

    /** The host that the client asked for, or by which this server is known. */
    static @Nullable String getServerName(Request request) {
        if (request == null) {
            return null;
        }
        String host = request.getHttpURI().getHost();
        if (host != null) {
            return host;
        }
        HostPort authority = request.getConnectionMetaData().getServerAuthority();
        return authority == null ? null : authority.getHost();
    }

    /** The port that the client asked for, or the default one of the scheme. */
    static int getServerPort(Request request) {
        if (request == null) {
            return -1;
        }
        HttpURI uri = request.getHttpURI();
        if (uri.hasAuthority() && uri.getPort() > 0) {
            return uri.getPort();
        }
        if (!uri.hasAuthority()) {
            HostPort authority = request.getConnectionMetaData().getServerAuthority();
            if (authority != null && authority.getPort() > 0) {
                return authority.getPort();
            }
        }
        return HttpScheme.getDefaultPort(uri.getScheme());
    }

    /** The accepted languages, the preferred first (RFC 9110, section 12.5.4). */
    static List<Locale> getLocales(Request request) {
        return AcceptedLocales.of(request.getHeaders(), DEFAULT_LOCALES);
    }

    static InputStream asInputStream(Request request) {
        return Content.Source.asInputStream(request);
    }

    /** The charset of the content type; null if it names none. */
    static @Nullable Charset getCharset(Request request)
            throws IllegalCharsetNameException, UnsupportedCharsetException {
        String contentType = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        String name = contentType == null ? null : MimeTypes.getCharsetFromContentType(contentType);
        return name == null ? null : Charset.forName(name);
    }

    /** The parameters of the query, in UTF-8. */
    static Fields extractQueryParameters(Request request) {
        return extractQueryParameters(request, null);
    }

    /** The parameters of the query; a null charset is UTF-8. */
    static Fields extractQueryParameters(Request request, @Nullable Charset charset) {
        return QueryFields.of(
                request.getHttpURI().getQuery(),
                charset,
                request.getConnectionMetaData().getHttpConfiguration().getMaxQueryKeys());
    }

    /** The parameters of the query and of form content; blocks until the content was read. */
    static Fields getParameters(Request request) throws Exception {
        Fields query = extractQueryParameters(request);
        Fields form = FormFields.getFields(request);
        return form == null || form.isEmpty() ? query : Fields.combine(query, form);
    }

    /** The parameters of the query and of form content. */
    static CompletableFuture<Fields> getParametersAsync(Request request) {
        Fields query = extractQueryParameters(request);
        return FormFields.from(request)
                .thenApply(form -> form == null || form.isEmpty() ? query : Fields.combine(query, form));
    }

    /** Gives the parameters of query and form to a promise, once the form is read. */
    static void onParameters(Request request, Promise.Invocable<Fields> promise) {
        Promise.completeWith(promise, getParametersAsync(request));
    }

    /** The cookies; empty if there are none. */
    static List<HttpCookie> getCookies(Request request) {
        HttpFields fields = request.getHeaders();
        if (!fields.contains(HttpHeader.COOKIE)) {
            return List.of();
        }
        Attributes cache = request.getComponents().getCache();
        if (cache.getAttribute(COOKIE_ATTRIBUTE) instanceof CookieCache last && last.isOf(fields)) {
            return last.cookies();
        }
        CookieCache parsed = CookieCache.parse(
                fields, request.getConnectionMetaData().getHttpConfiguration().getRequestCookieCompliance());
        cache.setAttribute(COOKIE_ATTRIBUTE, parsed);
        return parsed.cookies();
    }

    /**
     * Returns limits for the parts of a multipart request, with the compliance that the configuration has for them.
     *
     * @param location the directory of parts that are too large for the memory; null if there are none
     */
    static MultiPartConfig.Builder getMultiPartConfig(Request request, Path location) {
        HttpConfiguration configuration = request.getConnectionMetaData().getHttpConfiguration();
        MultiPartConfig.Builder builder =
                new MultiPartConfig.Builder().complianceMode(configuration.getMultiPartCompliance());
        return location == null ? builder : builder.location(location);
    }

    /** The Location for a redirection as the configuration wants it: relative to the host, or absolute. */
    static String toRedirectURI(Request request, String location) {
        HttpConfiguration configuration = request.getConnectionMetaData().getHttpConfiguration();
        return RedirectUri.of(
                location,
                request.getHttpURI(),
                getServerName(request),
                getServerPort(request),
                configuration.isRelativeRedirectAllowed(),
                configuration.getRedirectUriCompliance());
    }

    /** The same request for another target. */
    static Request serveAs(Request request, HttpURI uri) {
        HttpURI immutable = uri.asImmutable();
        return new Wrapper(request) {
            @Override
            public HttpURI getHttpURI() {
                return immutable;
            }
        };
    }

    /** The outermost wrapper of a type, or the request itself if it is of the type; null if there is none. */
    @SuppressWarnings("unchecked")
    static <T> @Nullable T as(Request request, Class<T> type) {
        Request current = request;
        while (current != null) {
            if (type.isInstance(current)) {
                return (T) current;
            }
            current = current instanceof Wrapper wrapper ? wrapper.getWrapped() : null;
        }
        return null;
    }

    /** As {@link #as}, looking no further than the innermost context. */
    static <T extends Request> @Nullable T asInContext(Request request, Class<? extends T> type) {
        Request current = request;
        Context context = request == null ? null : request.getContext();
        while (current != null) {
            if (type.isInstance(current)) {
                return type.cast(current);
            }
            current = current instanceof Wrapper wrapper ? wrapper.getWrapped() : null;
            if (current != null && current.getContext() != context) {
                return null;
            }
        }
        return null;
    }

    /** What a function takes from the wrapper of a type; null if there is none. */
    static <T, R> @Nullable R get(Request request, Class<T> type, Function<T, R> getter) {
        T typed = as(request, type);
        return typed == null ? null : getter.apply(typed);
    }

    /** The request as it came from the network. */
    static Request unWrap(Request request) {
        Request current = request;
        while (current instanceof Wrapper wrapper) {
            current = wrapper.getWrapped();
        }
        return current;
    }

    /** The bytes of content read so far. */
    static long getContentBytesRead(Request request) {
        Request original = unWrap(request);
        return original instanceof CoreRequest r ? r.getContentBytesRead() : -1;
    }

    /** The target with another path in the same context. */
    static HttpURI newHttpURIFrom(Request request, String newEncodedPathInContext) {
        return HttpURI.build(request.getHttpURI(), URIUtil.addPaths(getContextPath(request), newEncodedPathInContext))
                .asImmutable();
    }

    /** Adds one that watches a request to its end; of no effect for a request that no connection has received. */
    static void watch(Request request, RequestWatch watch) {
        if (unWrap(request) instanceof CoreRequest core) {
            core.watch(watch);
        }
    }

    /** Returns where the time of a request went; null if that is not measured. */
    static @Nullable RequestPhases getPhases(Request request) {
        return unWrap(request) instanceof CoreRequest core ? core.getPhases() : null;
    }

    /**
     * Whether a request waits, or has waited, for a thread since its head was complete. It has not where the thread that read its head
     * went on to handle it, until the handler returns.
     */
    static boolean isQueued(Request request) {
        return !(unWrap(request) instanceof CoreRequest core) || core.isQueued();
    }

    /** Returns the place of a request in a distributed trace; null if it has none. */
    static @Nullable TraceContext getTraceContext(Request request) {
        return unWrap(request) instanceof CoreRequest core ? core.getTraceContext() : null;
    }

    /** Sets the place of a request in a distributed trace; of no effect for one that no connection has received. */
    static void setTraceContext(Request request, @Nullable TraceContext context) {
        if (unWrap(request) instanceof CoreRequest core) {
            core.setTraceContext(context);
        }
    }

    /** Who the request was authenticated as; null if that was not tried. */
    static @Nullable AuthenticationState getAuthenticationState(Request request) {
        return request.getAttribute(AuthenticationState.class.getName()) instanceof AuthenticationState state
                ? state
                : null;
    }

    static void setAuthenticationState(Request request, @Nullable AuthenticationState state) {
        request.setAttribute(AuthenticationState.class.getName(), state);
    }

    /** What is known of the user. */
    interface AuthenticationState {
        /** Nobody. */
        AuthenticationState NONE = new AuthenticationState() {};

        default @Nullable Principal getUserPrincipal() {
            return null;
        }
    }

    /** Handles requests. */
    @FunctionalInterface
    interface Handler extends Invocable {
        /**
         * Handles a request, or leaves it to others.
         *
         * @param callback completed exactly once, now or later, if this method returns true
         * @return true if it handles the request; false if not, and then it has touched neither response nor callback
         * @throws Exception to have an error response generated, as if the callback was failed
         */
        boolean handle(Request request, Response response, Callback callback) throws Exception;

        @Override
        default InvocationType getInvocationType() {
            return InvocationType.BLOCKING;
        }
    }

    /** Hands every call to another request. Subclasses change what later handlers see. */
    class Wrapper implements Request {
        private final Request wrapped;
        private final Attributes attributes;

        public Wrapper(Request wrapped) {
            this(wrapped, wrapped);
        }

        private Wrapper(Request wrapped, Attributes attributes) {
            this.wrapped = Objects.requireNonNull(wrapped);
            this.attributes = attributes;
        }

        public Request getWrapped() {
            return wrapped;
        }

        @Override
        public String getId() {
            return wrapped.getId();
        }

        @Override
        public Components getComponents() {
            return wrapped.getComponents();
        }

        @Override
        public ConnectionMetaData getConnectionMetaData() {
            return wrapped.getConnectionMetaData();
        }

        @Override
        public String getMethod() {
            return wrapped.getMethod();
        }

        @Override
        public HttpURI getHttpURI() {
            return wrapped.getHttpURI();
        }

        @Override
        public Context getContext() {
            return wrapped.getContext();
        }

        @Override
        public HttpFields getHeaders() {
            return wrapped.getHeaders();
        }

        @Override
        public @Nullable HttpFields getTrailers() {
            return wrapped.getTrailers();
        }

        @Override
        public long getBeginNanoTime() {
            return wrapped.getBeginNanoTime();
        }

        @Override
        public long getHeadersNanoTime() {
            return wrapped.getHeadersNanoTime();
        }

        @Override
        public boolean isSecure() {
            return wrapped.isSecure();
        }

        @Override
        public long getLength() {
            return wrapped.getLength();
        }

        @Override
        public Content.@Nullable Chunk read() {
            return wrapped.read();
        }

        @Override
        public boolean consumeAvailable() {
            return wrapped.consumeAvailable();
        }

        @Override
        public void demand(Runnable demandCallback) {
            wrapped.demand(demandCallback);
        }

        @Override
        public void fail(Throwable failure) {
            wrapped.fail(failure);
        }

        @Override
        public void addIdleTimeoutListener(Predicate<TimeoutException> onIdleTimeout) {
            wrapped.addIdleTimeoutListener(onIdleTimeout);
        }

        @Override
        public void addFailureListener(Consumer<Throwable> onFailure) {
            wrapped.addFailureListener(onFailure);
        }

        @Override
        public @Nullable TunnelSupport getTunnelSupport() {
            return wrapped.getTunnelSupport();
        }

        @Override
        public void addHttpStreamWrapper(Function<HttpStream, HttpStream> wrapper) {
            wrapped.addHttpStreamWrapper(wrapper);
        }

        @Override
        public void push(MetaData.Request request) {
            wrapped.push(request);
        }

        @Override
        public @Nullable Session getSession(boolean create) {
            return wrapped.getSession(create);
        }

        @Override
        public @Nullable Object removeAttribute(String name) {
            return attributes.removeAttribute(name);
        }

        @Override
        public @Nullable Object setAttribute(String name, @Nullable Object attribute) {
            return attributes.setAttribute(name, attribute);
        }

        @Override
        public @Nullable Object getAttribute(String name) {
            return attributes.getAttribute(name);
        }

        @Override
        public Set<String> getAttributeNameSet() {
            return attributes.getAttributeNameSet();
        }

        @Override
        public Map<String, Object> asAttributeMap() {
            return attributes.asAttributeMap();
        }

        @Override
        public void clearAttributes() {
            attributes.clearAttributes();
        }

        @Override
        public String toString() {
            return getClass().getSimpleName() + "->" + wrapped;
        }
    }

    /** A wrapper with attributes of its own, which hide those of the request. */
    class AttributesWrapper extends Wrapper {
        public AttributesWrapper(Request wrapped) {
            this(wrapped, new Attributes.Layer(wrapped));
        }

        public AttributesWrapper(Request wrapped, Attributes attributes) {
            super(wrapped, attributes);
        }
    }
}
