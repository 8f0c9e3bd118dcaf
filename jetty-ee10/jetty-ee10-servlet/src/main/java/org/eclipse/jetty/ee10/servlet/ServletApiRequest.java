package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.Part;
import jakarta.servlet.http.PushBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.ServletRequestInfo;
import org.eclipse.jetty.ee10.servlet.api.ErrorApi;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.UncheckedServerAuthException;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.session.AbstractSessionManager.RequestedSession;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.session.SessionManager;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * The request as applications see it (Servlet chapter 3): everything is worked out when it is asked for. It belongs to one
 * request for ever. Confined to the thread that handles the request.
 */
public class ServletApiRequest extends ContainerRequest {
    private static final Cookie[] UNKNOWN_COOKIES = new Cookie[0];
    private static final String MULTIPART = "multipart/form-data";

    private enum InputType {
        NONE,
        STREAM,
        READER
    }

    private final ServletContextRequest request;
    private boolean asyncSupported = true;
    private InputType inputType = InputType.NONE;
    private @Nullable ContentReader reader;
    private @Nullable Charset characterEncoding;
    private Cookie @Nullable [] cookies = UNKNOWN_COOKIES;
    private @Nullable Fields queryParameters;
    private @Nullable Fields contentParameters;
    private @Nullable Fields parameters;
    private ServletMultiPartFormData.@Nullable Parts parts;
    private @Nullable AsyncContextState asyncContext;

    protected ServletApiRequest(ServletContextRequest request) {
        this.request = request;
    }

    /** Deletes uploaded files that the application did not move. */
    void closeParts() {
        if (parts != null) {
            parts.close();
        }
    }

    ServletContextRequest getServletContextRequest() {
        return request;
    }

    /** Returns what is known about the user, or null. */
    public @Nullable AuthenticationState getAuthentication() {
        return AuthenticationState.getAuthenticationState(getRequest());
    }

    private @Nullable AuthenticationState undeferredAuthentication() {
        return AuthenticationState.getUndeferredAuthenticationState(getRequest());
    }

    public ServletRequestInfo getServletRequestInfo() {
        return request;
    }

    /** Returns the outermost core request. */
    @Override
    public Request getRequest() {
        return request.getServletChannel().getRequest();
    }

    public HttpFields getFields() {
        return getRequest().getHeaders();
    }

    private HttpURI uri() {
        return getRequest().getHttpURI();
    }

    // request line and fields

    @Override
    public String getMethod() {
        return getRequest().getMethod();
    }

    @Override
    public String getProtocol() {
        return request.getConnectionMetaData().getProtocol();
    }

    @Override
    public String getScheme() {
        String scheme = uri().getScheme();
        return scheme == null ? (isSecure() ? "https" : "http") : scheme;
    }

    @Override
    public @Nullable String getQueryString() {
        return uri().getQuery();
    }

    @Override
    public String getRequestURI() {
        String path = uri().getPath();
        assert path != null : "a context is found by the path";
        return path;
    }

    @Override
    public StringBuffer getRequestURL() {
        return new StringBuffer(URIUtil.newURI(getScheme(), getServerName(), getServerPort(), getRequestURI(), null));
    }

    @Override
    public String getContextPath() {
        return request.getServletContextHandler().getRequestContextPath();
    }

    @Override
    public String getServletPath() {
        ServletPathMapping mapping = request.getPathMapping();
        return mapping == null ? "" : mapping.getServletPath();
    }

    @Override
    public @Nullable String getPathInfo() {
        ServletPathMapping mapping = request.getPathMapping();
        return mapping == null ? request.getDecodedPathInContext() : mapping.getPathInfo();
    }

    @Override
    public @Nullable String getPathTranslated() {
        String pathInfo = getPathInfo();
        return pathInfo == null ? null : getServletContext().getRealPath(pathInfo);
    }

    @Override
    public HttpServletMapping getHttpServletMapping() {
        ServletPathMapping mapping = request.getPathMapping();
        assert mapping != null : "the servlet of a request is found by its path";
        return mapping;
    }

    @Override
    public long getDateHeader(String name) {
        HttpFields fields = getFields();
        if (!fields.contains(name)) {
            return -1;
        }
        long date = fields.getDateField(name);
        if (date == -1) {
            throw new IllegalArgumentException("Not a date in field " + name + ": " + fields.get(name));
        }
        return date;
    }

    @Override
    public @Nullable String getHeader(String name) {
        return getFields().get(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return getFields().getValues(name);
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return Collections.enumeration(getFields().getFieldNamesCollection());
    }

    @Override
    public int getIntHeader(String name) {
        HttpField field = getFields().getField(name);
        return field == null ? -1 : field.getIntValue();
    }

    @Override
    public Map<String, String> getTrailerFields() {
        if (!isTrailerFieldsReady()) {
            throw new IllegalStateException("The content was not read to its end yet");
        }
        HttpFields trailers = getRequest().getTrailers();
        if (trailers == null) {
            return Map.of();
        }
        Map<String, String> map = new HashMap<>();
        for (HttpField field : trailers) {
            map.merge(field.getName().toLowerCase(Locale.ENGLISH), field.getValue(), (a, b) -> a + "," + b);
        }
        return map;
    }

    @Override
    public boolean isTrailerFieldsReady() {
        long length = getRequest().getLength();
        HttpVersion version = request.getConnectionMetaData().getHttpVersion();
        // content of HTTP/1 that comes without chunks has no trailers
        return length == 0
                || length > 0 && version != null && version.compareTo(HttpVersion.HTTP_1_1) <= 0
                || request.getHttpInput().isExhausted();
    }

    @Override
    public Cookie @Nullable [] getCookies() {
        if (cookies != UNKNOWN_COOKIES) {
            return cookies;
        }
        List<HttpCookie> list = Request.getCookies(getRequest());
        if (list == null || list.isEmpty()) {
            cookies = null;
            return null;
        }
        List<Cookie> made = new ArrayList<>(list.size());
        for (HttpCookie cookie : list) {
            try {
                made.add(new Cookie(cookie.getName(), cookie.getValue()));
            } catch (IllegalArgumentException x) {
                // a name that the API refuses, though it parsed, is none of the application's
                request.getServletContextHandler().getLogger().debug("Ignored cookie {}", cookie, x);
            }
        }
        cookies = made.isEmpty() ? null : made.toArray(new Cookie[0]);
        return cookies;
    }

    @Override
    public Locale getLocale() {
        return Request.getLocales(getRequest()).get(0);
    }

    @Override
    public Enumeration<Locale> getLocales() {
        return Collections.enumeration(Request.getLocales(getRequest()));
    }

    // peers

    @Override
    public String getServerName() {
        String name = Request.getServerName(getRequest());
        if (name == null) {
            name = getLocalName();
        }
        // a connection without an address does not leave the host
        return name == null ? "localhost" : name;
    }

    @Override
    public int getServerPort() {
        return Request.getServerPort(getRequest());
    }

    @Override
    public @Nullable String getRemoteAddr() {
        return Request.getRemoteAddr(getRequest());
    }

    @Override
    public @Nullable String getRemoteHost() {
        return getRemoteAddr();
    }

    @Override
    public int getRemotePort() {
        return Request.getRemotePort(getRequest());
    }

    @Override
    public @Nullable String getLocalAddr() {
        return Request.getLocalAddr(getRequest());
    }

    @Override
    public @Nullable String getLocalName() {
        return request.getConnectionMetaData().getLocalSocketAddress() instanceof java.net.InetSocketAddress inet
                ? inet.getHostString()
                : getLocalAddr();
    }

    @Override
    public int getLocalPort() {
        return Request.getLocalPort(getRequest());
    }

    @Override
    public boolean isSecure() {
        return getRequest().isSecure();
    }

    // user

    @Override
    public @Nullable String getAuthType() {
        return undeferredAuthentication() instanceof AuthenticationState.Succeeded succeeded
                ? succeeded.getAuthenticationType()
                : null;
    }

    @Override
    public @Nullable String getRemoteUser() {
        Principal principal = getUserPrincipal();
        return principal == null ? null : principal.getName();
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        if (!(undeferredAuthentication() instanceof AuthenticationState.Succeeded succeeded)) {
            return null;
        }
        UserIdentity identity = succeeded.getUserIdentity();
        return identity == null ? null : identity.getUserPrincipal();
    }

    @Override
    public boolean isUserInRole(@Nullable String role) {
        if (role == null || "*".equals(role)) {
            return false;
        }
        if (!(undeferredAuthentication() instanceof AuthenticationState.Succeeded succeeded)) {
            return false;
        }
        String linked =
                request.getMatchedResource().getResource().getServletHolder().getUserRoleLink(role);
        return "**".equals(linked) || succeeded.isUserInRole(linked);
    }

    @Override
    public boolean authenticate(HttpServletResponse response) throws IOException, ServletException {
        AuthenticationState state = getAuthentication();
        if (state instanceof AuthenticationState.Succeeded) {
            return true;
        }
        if (!(state instanceof AuthenticationState.Deferred deferred)) {
            throw new ServletException("No authentication is configured");
        }
        ServletContextResponse contextResponse = ServletContextResponse.getServletContextResponse(response);
        try (Blocker.Callback blocker = Blocker.callback()) {
            AuthenticationState answer;
            try {
                answer = deferred.authenticate(getRequest(), contextResponse, blocker);
            } catch (UncheckedServerAuthException x) {
                blocker.succeeded();
                throw new QuietServletException(x.getMessage(), x.getCause());
            }
            if (answer instanceof AuthenticationState.Succeeded) {
                AuthenticationState.setAuthenticationState(getRequest(), answer);
                blocker.succeeded();
                return true;
            }
            if (answer instanceof AuthenticationState.ResponseSent) {
                blocker.block();
            } else {
                blocker.succeeded();
            }
            return false;
        }
    }

    @Override
    public void login(String username, String password) throws ServletException {
        if (getAuthentication() instanceof AuthenticationState.Succeeded) {
            throw new ServletException("Authenticated as " + getRemoteUser() + " already");
        }
        AuthenticationState.Succeeded succeeded;
        try {
            succeeded =
                    AuthenticationState.login(username, password, getRequest(), request.getServletContextResponse());
        } catch (UncheckedServerAuthException x) {
            throw new QuietServletException(x.getMessage(), x.getCause());
        }
        if (succeeded == null) {
            throw new QuietServletException("Authentication failed for username '" + username + "'");
        }
        AuthenticationState.setAuthenticationState(getRequest(), succeeded);
    }

    @Override
    public void logout() throws ServletException {
        try {
            AuthenticationState.logout(getRequest(), request.getServletContextResponse());
        } catch (UncheckedServerAuthException x) {
            throw new QuietServletException(x.getMessage(), x.getCause());
        }
    }

    // session

    @Override
    public HttpSession getSession() {
        HttpSession session = getSession(true);
        assert session != null : "one is made, or that fails";
        return session;
    }

    @Override
    public @Nullable HttpSession getSession(boolean create) {
        Session session = request.getSession(create);
        return session == null ? null : session.getApi();
    }

    @Override
    public @Nullable String getRequestedSessionId() {
        return request.getRequestedSession().sessionId();
    }

    @Override
    public String changeSessionId() {
        Session session = request.getSession(false);
        if (session == null) {
            throw new IllegalStateException("No session");
        }
        session.renewId(getRequest(), request.getServletContextResponse());
        return session.getId();
    }

    @Override
    public boolean isRequestedSessionIdValid() {
        RequestedSession requested = request.getRequestedSession();
        if (requested.sessionId() == null || requested.session() == null) {
            return false;
        }
        ManagedSession session = request.getManagedSession();
        SessionManager sessions = request.getSessionManager();
        return session != null
                && sessions != null
                && session.isValid()
                && sessions.getSessionIdManager().getId(requested.sessionId()).equals(session.getId());
    }

    @Override
    public boolean isRequestedSessionIdFromCookie() {
        RequestedSession requested = request.getRequestedSession();
        return requested.sessionId() != null && requested.isSessionIdFrom(RequestedSession.ID_FROM_COOKIE);
    }

    @Override
    public boolean isRequestedSessionIdFromURL() {
        RequestedSession requested = request.getRequestedSession();
        return requested.sessionId() != null && requested.isSessionIdFrom(RequestedSession.ID_FROM_URI_PARAMETER);
    }

    // body

    @Override
    public @Nullable String getContentType() {
        return getFields().get(HttpHeader.CONTENT_TYPE);
    }

    @Override
    public int getContentLength() {
        long length = getContentLengthLong();
        return length > Integer.MAX_VALUE ? -1 : (int) length;
    }

    @Override
    public long getContentLengthLong() {
        return getFields().getLongField(HttpHeader.CONTENT_LENGTH);
    }

    @Override
    public @Nullable String getCharacterEncoding() {
        if (characterEncoding != null) {
            return characterEncoding.name();
        }
        String contentType = getContentType();
        String charset = MimeTypes.getCharsetAsWritten(contentType);
        if (charset != null) {
            return canonical(charset);
        }
        return request.getServletContextHandler().getDefaultRequestCharacterEncoding();
    }

    /** The standard name of a charset, which applications compare with, whatever its case is here; one unknown stays as it is. */
    private static String canonical(String charset) {
        try {
            return Charset.forName(charset).name();
        } catch (IllegalCharsetNameException | UnsupportedCharsetException x) {
            return charset;
        }
    }

    @Override
    public void setCharacterEncoding(String encoding) throws UnsupportedEncodingException {
        Charset charset = charset(encoding);
        if (inputType != InputType.READER && contentParameters == null) {
            characterEncoding = charset;
        }
    }

    private static Charset charset(String encoding) throws UnsupportedEncodingException {
        try {
            return Charset.forName(encoding);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException x) {
            UnsupportedEncodingException unsupported = new UnsupportedEncodingException(encoding);
            unsupported.initCause(x);
            throw unsupported;
        }
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        if (inputType == InputType.READER) {
            throw new IllegalStateException("READER");
        }
        inputType = InputType.STREAM;
        return request.getHttpInput();
    }

    @Override
    public BufferedReader getReader() throws IOException {
        if (inputType == InputType.STREAM) {
            throw new IllegalStateException("STREAMED");
        }
        if (reader != null && inputType == InputType.READER) {
            return reader;
        }
        String encoding = getCharacterEncoding();
        if (encoding == null) {
            encoding = assumedEncoding();
        }
        if (reader == null || !encoding.equalsIgnoreCase(reader.encoding)) {
            reader = new ContentReader(new InputStreamReader(request.getHttpInput(), charset(encoding)), encoding);
        }
        inputType = InputType.READER;
        return reader;
    }

    private String assumedEncoding() {
        String contentType = getContentType();
        MimeTypes mimeTypes = request.getContext().getMimeTypes();
        Charset assumed = contentType == null
                ? null
                : mimeTypes.getAssumedCharset(MimeTypes.getContentTypeWithoutCharset(contentType));
        return assumed == null ? MimeTypes.ISO_8859_1 : assumed.name();
    }

    // parameters

    @Override
    public @Nullable String getParameter(String name) {
        return getParameters().getValue(name);
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameters().getNames());
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        List<String> values = getParameters().getValues(name);
        return values == null ? null : values.toArray(new String[0]);
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return Collections.unmodifiableMap(getParameters().toStringArrayMap());
    }

    /** Returns the parameters of the query, followed by those of the content. */
    public Fields getParameters() {
        if (parameters != null) {
            return parameters;
        }
        Fields query;
        Fields content;
        try {
            query = queryParameters();
            content = contentParameters();
        } catch (BadMessageException x) {
            throw ErrorApi.badParameters(x);
        }
        if (content.isEmpty()) {
            parameters = query;
        } else if (query.isEmpty()) {
            parameters = content;
        } else {
            parameters = Fields.combine(query, content);
        }
        return parameters;
    }

    private Fields queryParameters() {
        if (queryParameters == null) {
            String query = uri().getQuery();
            if (query == null || query.isEmpty()) {
                queryParameters = Fields.EMPTY;
            } else {
                try {
                    queryParameters = Request.extractQueryParameters(getRequest(), request.getQueryEncoding());
                } catch (IllegalArgumentException | IllegalStateException x) {
                    throw new BadMessageException("Unable to parse URI query", x);
                }
            }
        }
        return queryParameters;
    }

    /** The form of a request that is repeated after a login (section 13.6.3), which came without content; or none. */
    private Fields restoredForm() {
        CompletableFuture<Fields> form = FormFields.get(getRequest());
        return form != null && form.isDone() && !form.isCompletedExceptionally() ? form.join() : Fields.EMPTY;
    }

    private Fields contentParameters() {
        if (contentParameters != null) {
            return contentParameters;
        }
        String contentType = getContentType();
        if (contentType == null) {
            return contentParameters = restoredForm();
        }
        if (inputType != InputType.NONE || getContentLengthLong() == 0) {
            return contentParameters = Fields.EMPTY;
        }
        // the body is read once: a failure is not tried again
        contentParameters = Fields.EMPTY;
        String base = MimeTypes.getBase(contentType);
        if (MimeTypes.Type.FORM_ENCODED.is(base)
                && (HttpMethod.POST.is(getMethod()) || HttpMethod.PUT.is(getMethod()))) {
            contentParameters = formParameters();
        } else if (MULTIPART.equalsIgnoreCase(base) && multipartConfig() != null) {
            try {
                contentParameters = multipartParameters();
            } catch (IOException x) {
                throw new BadMessageException("Unable to extract content parameters", x);
            } catch (ServletException x) {
                throw new BadMessageException("Unable to extract content parameters", x.getCause());
            }
        }
        return contentParameters;
    }

    private Fields formParameters() {
        ServletContextHandler context = request.getServletContextHandler();
        String encoding = getCharacterEncoding();
        try {
            Charset charset = encoding == null ? StandardCharsets.UTF_8 : charset(encoding);
            return block(
                    FormFields.from(getRequest(), charset, context.getMaxFormKeys(), context.getMaxFormContentSize()));
        } catch (UnsupportedEncodingException x) {
            throw new BadMessageException(HttpStatus.UNSUPPORTED_MEDIA_TYPE_415, "Unsupported charset " + encoding, x);
        } catch (IOException | RuntimeException x) {
            throw refused(x);
        }
    }

    private static Fields block(CompletableFuture<Fields> form) throws IOException {
        try (Blocker.Promise<Fields> blocker = Blocker.promise()) {
            form.whenComplete((fields, failure) -> {
                if (failure == null) {
                    blocker.succeeded(fields);
                } else {
                    blocker.failed(failure);
                }
            });
            return blocker.block();
        }
    }

    private static BadMessageException refused(Exception x) {
        for (Throwable cause = x; cause != null; cause = cause.getCause()) {
            if (cause instanceof BadMessageException bad) {
                return bad;
            }
        }
        return new BadMessageException(HttpStatus.BAD_REQUEST_400, "Unable to parse form content", x);
    }

    private Fields multipartParameters() throws IOException, ServletException {
        Fields fields = new Fields(true);
        parts().limitFields(request.getServletContextHandler().getMaxFormContentSize());
        Charset usual = charsetOfForm();
        for (Part part : getParts()) {
            if (part.getSubmittedFileName() != null) {
                continue;
            }
            String charset =
                    part.getContentType() == null ? null : MimeTypes.getCharsetFromContentType(part.getContentType());
            Charset decoding = charset == null ? usual : charset(charset);
            try (var in = part.getInputStream()) {
                fields.add(part.getName(), new String(in.readAllBytes(), decoding));
            }
        }
        return fields;
    }

    /** That of fields without one of their own: a field of this name says it (RFC 7578, section 4.6). */
    private Charset charsetOfForm() throws IOException, ServletException {
        Part named = getPart("_charset_");
        if (named != null && named.getSubmittedFileName() == null) {
            try (InputStream in = named.getInputStream()) {
                return charset(new String(in.readNBytes(64), StandardCharsets.US_ASCII).trim());
            }
        }
        String charset = getCharacterEncoding();
        return charset == null ? StandardCharsets.UTF_8 : charset(charset);
    }

    private @Nullable MultipartConfigElement multipartConfig() {
        return (MultipartConfigElement) request.getAttribute(ServletContextRequest.MULTIPART_CONFIG_ELEMENT);
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        return parts().getParts();
    }

    @Override
    public @Nullable Part getPart(String name) throws IOException, ServletException {
        return parts().getPart(name);
    }

    private ServletMultiPartFormData.Parts parts() throws IOException, ServletException {
        if (parts != null) {
            return parts;
        }
        String contentType = getContentType();
        if (contentType == null || !MULTIPART.equalsIgnoreCase(MimeTypes.getBase(contentType))) {
            throw new ServletException("Unsupported Content-Type [" + contentType + "], expected [" + MULTIPART + "]");
        }
        MultipartConfigElement config = multipartConfig();
        if (config == null) {
            throw new IllegalStateException("No multipart config for servlet");
        }
        ServletContextHandler context = request.getServletContextHandler();
        parts = ServletMultiPartFormData.parse(
                getRequest(),
                config,
                contentType,
                context.getMaxFormKeys(),
                context.getContext().getTempDirectory());
        return parts;
    }

    // attributes

    @Override
    public @Nullable Object getAttribute(String name) {
        return getRequest().getAttribute(name);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return Collections.enumeration(new ArrayList<>(getRequest().getAttributeNameSet()));
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        if (value == null) {
            removeAttribute(name);
            return;
        }
        Object old = getRequest().setAttribute(name, value);
        ServletContextHandler context = request.getServletContextHandler();
        if (!context.hasRequestAttributeListeners()
                && request.getRequestAttributeListeners().isEmpty()) {
            return;
        }
        ServletRequestAttributeEvent event =
                new ServletRequestAttributeEvent(getServletContext(), this, name, old == null ? value : old);
        for (ServletRequestAttributeListener listener : attributeListeners()) {
            if (old == null) {
                listener.attributeAdded(event);
            } else {
                listener.attributeReplaced(event);
            }
        }
    }

    @Override
    public void removeAttribute(String name) {
        Object old = getRequest().removeAttribute(name);
        if (old == null) {
            return;
        }
        ServletContextHandler context = request.getServletContextHandler();
        if (!context.hasRequestAttributeListeners()
                && request.getRequestAttributeListeners().isEmpty()) {
            return;
        }
        ServletRequestAttributeEvent event = new ServletRequestAttributeEvent(getServletContext(), this, name, old);
        for (ServletRequestAttributeListener listener : attributeListeners()) {
            listener.attributeRemoved(event);
        }
    }

    private List<ServletRequestAttributeListener> attributeListeners() {
        List<ServletRequestAttributeListener> all =
                new ArrayList<>(request.getServletContextHandler().getRequestAttributeListeners());
        all.addAll(request.getRequestAttributeListeners());
        return all;
    }

    // dispatch

    @Override
    public @Nullable RequestDispatcher getRequestDispatcher(String path) {
        return Dispatcher.toPath(request.getServletContextHandler(), pathFrom(this, path));
    }

    @Override
    public ServletContext getServletContext() {
        return request.getServletContext().getServletContext();
    }

    @Override
    public DispatcherType getDispatcherType() {
        return request.getDispatcherType();
    }

    @Override
    void setDispatcherType(DispatcherType type) {
        request.setDispatcherType(type);
    }

    @Override
    public AsyncContext startAsync() throws IllegalStateException {
        AsyncContextState previous = asyncContext;
        if (previous != null) {
            // what an earlier cycle was given remains (ServletRequest.startAsync)
            return startAsync(previous.getRequest(), previous.getResponse());
        }
        return startAsync(this, request.getServletContextResponse().getServletApiResponse());
    }

    @Override
    public AsyncContext startAsync(ServletRequest servletRequest, ServletResponse servletResponse)
            throws IllegalStateException {
        if (!asyncSupported) {
            throw new IllegalStateException("Async Not Supported");
        }
        if (request.getServletContextResponse().getHttpOutput().isClosed()) {
            throw new IllegalStateException("The response is closed");
        }
        ServletChannelState state = request.getState();
        AsyncContextState context = asyncContext == null ? new AsyncContextState(state) : asyncContext;
        state.startAsync(
                new AsyncContextEvent(request.getServletContext(), context, state, servletRequest, servletResponse));
        asyncContext = context;
        return context;
    }

    @Override
    public boolean isAsyncStarted() {
        return request.getServletChannel().isAsyncStarted();
    }

    @Override
    public boolean isAsyncSupported() {
        return asyncSupported;
    }

    public void setAsyncSupported(boolean asyncSupported) {
        this.asyncSupported = asyncSupported;
    }

    @Override
    public AsyncContext getAsyncContext() {
        if (asyncContext == null || !request.getState().isAsyncStarted()) {
            throw new IllegalStateException(request.getState().getStatusString());
        }
        return asyncContext;
    }

    @Override
    public @Nullable PushBuilder newPushBuilder() {
        return ServletPushBuilder.of(
                this, request, request.getServletContextResponse().getHeaders());
    }

    @Override
    public <T extends HttpUpgradeHandler> T upgrade(Class<T> handlerClass) throws IOException, ServletException {
        ServletContextHandler context = request.getServletContextHandler();
        return UpgradeResponse.prepare(
                request.getServletChannel().getRequest(),
                request.getServletContextResponse(),
                context,
                context.getObjectFactory(),
                handlerClass);
    }

    /** Whether the path is ambiguous in a way that this version of the specification refuses. */
    boolean isAmbiguous() {
        HttpURI uri = uri();
        return uri.hasViolations()
                && (uri.isAmbiguous() || uri.hasViolation(UriCompliance.Violation.BAD_UTF8_ENCODING));
    }

    @Override
    public String toString() {
        return "ServletApiRequest@" + Integer.toHexString(hashCode()) + "[" + getMethod() + " " + getRequestURI() + "]";
    }

    /** A reader, with the encoding as the application has named it. */
    private static final class ContentReader extends BufferedReader {
        private final String encoding;

        private ContentReader(InputStreamReader bytes, String encoding) {
            super(bytes);
            this.encoding = encoding;
        }
    }
}
