package org.eclipse.jetty.ee10.websocket.server.internal;

import jakarta.servlet.http.HttpServletRequest;
import java.net.HttpCookie;
import java.net.SocketAddress;
import java.net.URI;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.ee10.websocket.server.JettyServerUpgradeRequest;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.websocket.api.ExtensionConfig;
import org.eclipse.jetty.websocket.common.JettyExtensionConfig;
import org.eclipse.jetty.websocket.core.Negotiated;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest;
import org.jspecify.annotations.Nullable;

/** Keeps of a request what outlives it. Immutable, but for the servlet request behind it. */
final class ServletUpgradeRequest implements JettyServerUpgradeRequest {
    private final HttpServletRequest request;
    private final URI uri;
    private final String path;
    private final String method;
    private final String httpVersion;
    private final String protocolVersion;
    private final boolean secure;
    private final @Nullable Principal principal;
    private final @Nullable SocketAddress local;
    private final @Nullable SocketAddress remote;
    private final X509Certificate @Nullable [] certificates;
    private final List<Locale> locales;
    private final List<ExtensionConfig> extensions;
    private final List<String> subProtocols;
    private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final Map<String, List<String>> parameters = new LinkedHashMap<>();

    ServletUpgradeRequest(ServerUpgradeRequest core, HttpServletRequest request) {
        this.request = request;
        uri = Negotiated.toWebsocket(core.getHttpURI().toURI());
        String pathInContext = Request.getPathInContext(core);
        assert pathInContext != null : "that of the servlet";
        path = pathInContext;
        method = request.getMethod();
        httpVersion = request.getProtocol();
        protocolVersion = core.getProtocolVersion();
        secure = request.isSecure();
        principal = request.getUserPrincipal();
        local = core.getConnectionMetaData().getLocalSocketAddress();
        remote = core.getConnectionMetaData().getRemoteSocketAddress();
        certificates = (X509Certificate[]) request.getAttribute(ServletContextRequest.PEER_CERTIFICATES);
        locales = List.copyOf(Collections.list(request.getLocales()));
        extensions = core.getExtensions().stream()
                .<ExtensionConfig>map(JettyExtensionConfig::new)
                .toList();
        subProtocols = List.copyOf(core.getSubProtocols());
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name, List.copyOf(Collections.list(request.getHeaders(name))));
        }
        request.getParameterMap().forEach((name, values) -> parameters.put(name, Arrays.asList(values)));
    }

    @Override
    public List<HttpCookie> getCookies() {
        List<HttpCookie> cookies = new ArrayList<>();
        for (String field : getHeaders("Cookie")) {
            for (String pair : field.split(";")) {
                int equals = pair.indexOf('=');
                if (equals <= 0) {
                    continue;
                }
                try {
                    cookies.add(new HttpCookie(
                            pair.substring(0, equals).trim(),
                            pair.substring(equals + 1).trim()));
                } catch (IllegalArgumentException x) {
                    // what is no cookie to java.net is left out, as it is in the servlet request
                    continue;
                }
            }
        }
        return cookies;
    }

    @Override
    public List<ExtensionConfig> getExtensions() {
        return extensions;
    }

    @Override
    public @Nullable String getHeader(String name) {
        List<String> values = headers.get(name);
        return values == null ? null : values.get(0);
    }

    @Override
    public int getHeaderInt(String name) {
        String value = getHeader(name);
        return value == null ? -1 : Integer.parseInt(value);
    }

    @Override
    public Map<String, List<String>> getHeaders() {
        return Collections.unmodifiableMap(headers);
    }

    @Override
    public List<String> getHeaders(String name) {
        return headers.getOrDefault(name, List.of());
    }

    @Override
    public String getHost() {
        return uri.getHost();
    }

    @Override
    public String getHttpVersion() {
        return httpVersion;
    }

    @Override
    public String getMethod() {
        return method;
    }

    @Override
    public @Nullable String getOrigin() {
        return getHeader("Origin");
    }

    @Override
    public Map<String, List<String>> getParameterMap() {
        return Collections.unmodifiableMap(parameters);
    }

    @Override
    public String getProtocolVersion() {
        return protocolVersion;
    }

    @Override
    public String getQueryString() {
        return uri.getRawQuery();
    }

    @Override
    public URI getRequestURI() {
        return uri;
    }

    @Override
    public List<String> getSubProtocols() {
        return subProtocols;
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        return principal;
    }

    @Override
    public boolean hasSubProtocol(String subProtocol) {
        return subProtocols.contains(subProtocol);
    }

    @Override
    public boolean isSecure() {
        return secure;
    }

    @Override
    public X509Certificate @Nullable [] getCertificates() {
        return certificates;
    }

    @Override
    public HttpServletRequest getHttpServletRequest() {
        return request;
    }

    @Override
    public Locale getLocale() {
        return locales.get(0);
    }

    @Override
    public Enumeration<Locale> getLocales() {
        return Collections.enumeration(locales);
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return local;
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return remote;
    }

    @Override
    public String getRequestPath() {
        return path;
    }

    @Override
    public @Nullable Object getServletAttribute(String name) {
        return request.getAttribute(name);
    }

    @Override
    public Map<String, Object> getServletAttributes() {
        Map<String, Object> attributes = new LinkedHashMap<>();
        for (String name : Collections.list(request.getAttributeNames())) {
            attributes.put(name, request.getAttribute(name));
        }
        return attributes;
    }

    @Override
    public Map<String, List<String>> getServletParameters() {
        return getParameterMap();
    }

    @Override
    public @Nullable Object getSession() {
        return request.getSession(false);
    }

    @Override
    public boolean isUserInRole(String role) {
        return request.isUserInRole(role);
    }

    @Override
    public void setServletAttribute(String name, @Nullable Object value) {
        request.setAttribute(name, value);
    }
}
