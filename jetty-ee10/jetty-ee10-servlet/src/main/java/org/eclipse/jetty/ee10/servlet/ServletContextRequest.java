package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EventListener;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.ServletContextApi;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.ServletRequestInfo;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.ServletScopedContext;
import org.eclipse.jetty.ee10.servlet.api.ServletVersion;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.session.SessionManager;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The core request within a servlet context: knows the servlet that it is for, its session, and the servlet request that
 * applications see. It belongs to one request for ever. Confined to the thread that handles the request.
 */
public class ServletContextRequest extends ErrorContextRequest implements ServletRequestInfo {
    private static final String PREFIX = ServletRequest.class.getPackageName() + ".request.";

    /** The request attribute with the multipart configuration of the servlet that is called. */
    public static final String MULTIPART_CONFIG_ELEMENT = "org.eclipse.jetty.multipartConfig";

    public static final String SSL_CIPHER_SUITE = PREFIX + "cipher_suite";
    public static final String SSL_KEY_SIZE = PREFIX + "key_size";
    public static final String SSL_SESSION_ID = PREFIX + "ssl_session_id";
    public static final String SSL_PROTOCOL = PREFIX + "secure_protocol";
    public static final String PEER_CERTIFICATES = PREFIX + "X509Certificate";

    private final ServletChannel channel;
    private final ServletApiRequest apiRequest;
    private final ServletContextResponse contextResponse;
    private final String decodedPathInContext;
    private final MatchedResource<ServletHandler.MappedServlet> matchedResource;
    private @Nullable ServletPathMapping pathMapping;
    private DispatcherType dispatcherType = DispatcherType.REQUEST;
    private @Nullable Charset queryEncoding;
    private @Nullable List<ServletRequestAttributeListener> attributeListeners;

    protected ServletContextRequest(
            ServletContextApi servletContextApi,
            ServletChannel channel,
            Request request,
            Response response,
            String decodedPathInContext,
            MatchedResource<ServletHandler.MappedServlet> matchedResource,
            @Nullable SessionManager sessionManager) {
        super(servletContextApi.getContext(), request, sessionManager);
        this.channel = channel;
        this.decodedPathInContext = decodedPathInContext;
        this.matchedResource = matchedResource;
        this.apiRequest = newServletApiRequest();
        this.contextResponse = newServletContextResponse(response);
    }

    /** Returns the context request behind a servlet request, however often applications wrapped it. */
    public static ServletContextRequest getServletContextRequest(ServletRequest request) {
        return ((ServletApiRequest) ContainerRequest.of(request)).getServletContextRequest();
    }

    void setPathMapping(@Nullable ServletPathMapping mapping) {
        pathMapping = mapping;
    }

    protected ServletApiRequest newServletApiRequest() {
        return new ServletApiRequest(this);
    }

    protected ServletContextResponse newServletContextResponse(Response response) {
        return new ServletContextResponse(channel, this, response);
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.BLOCKING;
    }

    @Override
    public Request getRequest() {
        return channel.getRequest();
    }

    @Override
    public ServletContextHandler getServletContextHandler() {
        return channel.getServletContextHandler();
    }

    @Override
    public String getDecodedPathInContext() {
        return decodedPathInContext;
    }

    @Override
    public MatchedResource<ServletHandler.MappedServlet> getMatchedResource() {
        return matchedResource;
    }

    @Nullable
    ServletPathMapping getPathMapping() {
        return pathMapping;
    }

    DispatcherType getDispatcherType() {
        return dispatcherType;
    }

    void setDispatcherType(DispatcherType type) {
        dispatcherType = type;
    }

    @Override
    public ServletChannelState getState() {
        return channel.getServletRequestState();
    }

    @Override
    public ServletChannelState getServletRequestState() {
        return channel.getServletRequestState();
    }

    public ServletContextResponse getServletContextResponse() {
        return contextResponse;
    }

    @Override
    boolean isIdle() {
        return channel.isIdle();
    }

    @Override
    void sendErrorBeforeDispatch(int status, @Nullable String message, @Nullable Throwable cause, Callback callback) {
        channel.sendErrorBeforeDispatch(status, message, cause, callback);
    }

    @Override
    int getErrors() {
        return channel.getServletRequestState().getErrors();
    }

    @Override
    ContainerRequest getContainerRequest() {
        return apiRequest;
    }

    @Override
    HttpServletResponse getContainerResponse() {
        return getHttpServletResponse();
    }

    @Override
    void dropContent() {
        getServletContextResponse().resetContent();
    }

    @Override
    void callPage(Dispatcher page) throws ServletException, IOException {
        DispatcherType before = dispatcherType;
        dispatcherType = DispatcherType.ERROR;
        ServletContextHandler context = getServletContextHandler();
        try {
            context.requestInitialized(this, apiRequest);
            page.error(apiRequest, getHttpServletResponse());
        } finally {
            context.requestDestroyed(this, apiRequest);
            dispatcherType = before;
        }
    }

    @Override
    @Nullable
    Dispatcher getDispatcher(String path) {
        return Dispatcher.toPath(getServletContextHandler(), path);
    }

    @Override
    Response getContextResponse() {
        return contextResponse;
    }

    @Override
    public ServletScopedContext getServletContext() {
        return channel.getContext();
    }

    @Override
    public HttpInput getHttpInput() {
        return channel.getHttpInput();
    }

    public HttpOutput getHttpOutput() {
        return channel.getHttpOutput();
    }

    @Override
    public ServletChannel getServletChannel() {
        return channel;
    }

    public ServletApiRequest getServletApiRequest() {
        return apiRequest;
    }

    public HttpServletResponse getHttpServletResponse() {
        return contextResponse.getServletApiResponse();
    }

    public String getServletName() {
        return matchedResource.getResource().getServletHolder().getName();
    }

    @Override
    public void setQueryEncoding(@Nullable String encoding) {
        queryEncoding = encoding == null ? null : Charset.forName(encoding);
    }

    @Override
    public Charset getQueryEncoding() {
        return queryEncoding == null ? StandardCharsets.UTF_8 : queryEncoding;
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        Object value = super.getAttribute(name);
        if (value != null || name == null || !name.startsWith(PREFIX) || !isSecure()) {
            return value;
        }
        if (!(super.getAttribute(EndPoint.SslSessionData.ATTRIBUTE) instanceof EndPoint.SslSessionData ssl)) {
            return null;
        }
        if (name.equals(SSL_CIPHER_SUITE)) {
            return ssl.cipherSuite();
        }
        if (name.equals(SSL_KEY_SIZE)) {
            return ssl.keySize();
        }
        if (name.equals(SSL_SESSION_ID)) {
            return ssl.sslSessionId();
        }
        if (name.equals(PEER_CERTIFICATES)) {
            return ssl.peerCertificates();
        }
        if (name.equals(SSL_PROTOCOL) && ServletVersion.NAMES_SECURE_PROTOCOL && ssl.sslSession() != null) {
            return ssl.sslSession().getProtocol();
        }
        return null;
    }

    @Override
    public Set<String> getAttributeNameSet() {
        Set<String> names = super.getAttributeNameSet();
        if (!isSecure() || !names.contains(EndPoint.SslSessionData.ATTRIBUTE)) {
            return names;
        }
        Set<String> all = new LinkedHashSet<>(names);
        for (String name : List.of(SSL_CIPHER_SUITE, SSL_KEY_SIZE, SSL_SESSION_ID, SSL_PROTOCOL, PEER_CERTIFICATES)) {
            if (getAttribute(name) != null) {
                all.add(name);
            }
        }
        return all;
    }

    @Override
    public List<ServletRequestAttributeListener> getRequestAttributeListeners() {
        return attributeListeners == null ? List.of() : attributeListeners;
    }

    /** Adds a listener for the attributes of this request alone. */
    public void addEventListener(EventListener listener) {
        if (!(listener instanceof ServletRequestAttributeListener attributeListener)) {
            throw new IllegalArgumentException(listener.getClass().toString());
        }
        if (attributeListeners == null) {
            attributeListeners = new ArrayList<>();
        }
        attributeListeners.add(attributeListener);
    }

    public void removeEventListener(EventListener listener) {
        if (attributeListeners != null) {
            attributeListeners.remove(listener);
        }
    }
}
