package org.eclipse.jetty.websocket.server.internal;

import java.net.HttpCookie;
import java.net.URI;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.QuotedCSV;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.websocket.api.ExtensionConfig;
import org.eclipse.jetty.websocket.api.UpgradeRequest;
import org.eclipse.jetty.websocket.common.JettyExtensionConfig;
import org.eclipse.jetty.websocket.core.Negotiated;
import org.eclipse.jetty.websocket.core.WebSocketConstants;
import org.jspecify.annotations.Nullable;

/** What is kept of a request as long as its session lives; what can be told from the fields is told when asked. Immutable. */
public final class UpgradeRequestCopy implements UpgradeRequest {
    private final String method;
    private final String version;
    private final String uri;
    private final boolean secure;
    private final HttpFields fields;
    private final @Nullable Principal principal;

    public UpgradeRequestCopy(Request request) {
        method = request.getMethod();
        version = request.getConnectionMetaData().getProtocol();
        uri = request.getHttpURI().asString();
        secure = request.isSecure();
        fields = HttpFields.build(request.getHeaders()).asImmutable();
        Request.AuthenticationState state = Request.getAuthenticationState(request);
        principal = state == null ? null : state.getUserPrincipal();
    }

    @Override
    public List<HttpCookie> getCookies() {
        List<HttpCookie> cookies = new ArrayList<>();
        for (String value : fields.getValuesList(HttpHeader.COOKIE)) {
            for (String pair : value.split(";")) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    cookies.add(new HttpCookie(
                            pair.substring(0, equals).trim(),
                            pair.substring(equals + 1).trim()));
                }
            }
        }
        return cookies;
    }

    @Override
    public List<ExtensionConfig> getExtensions() {
        return org.eclipse.jetty.websocket.core.ExtensionConfig.parseList(
                        fields.getValuesList(HttpHeader.SEC_WEBSOCKET_EXTENSIONS)
                                .toArray(String[]::new))
                .stream()
                .<ExtensionConfig>map(JettyExtensionConfig::new)
                .toList();
    }

    @Override
    public @Nullable String getHeader(String name) {
        List<String> values = fields.getValuesList(name);
        return values.isEmpty() ? null : String.join(",", values);
    }

    @Override
    public int getHeaderInt(String name) {
        String value = fields.get(name);
        return value == null ? -1 : Integer.parseInt(value.trim());
    }

    @Override
    public Map<String, List<String>> getHeaders() {
        return HttpFields.asMap(fields);
    }

    @Override
    public @Nullable List<String> getHeaders(String name) {
        List<String> values = fields.getValuesList(name);
        return values.isEmpty() ? null : values;
    }

    @Override
    public String getHost() {
        return getRequestURI().getHost();
    }

    @Override
    public String getHttpVersion() {
        return version;
    }

    @Override
    public String getMethod() {
        return method;
    }

    @Override
    public @Nullable String getOrigin() {
        return fields.get(HttpHeader.ORIGIN);
    }

    @Override
    public Map<String, List<String>> getParameterMap() {
        return Negotiated.getParameterMap(getRequestURI());
    }

    @Override
    public String getProtocolVersion() {
        // the one that the handshake accepts
        return WebSocketConstants.SPEC_VERSION_STRING;
    }

    @Override
    public String getQueryString() {
        return getRequestURI().getRawQuery();
    }

    @Override
    public URI getRequestURI() {
        return Negotiated.toWebsocket(URI.create(uri));
    }

    @Override
    public List<String> getSubProtocols() {
        return new QuotedCSV(
                        true,
                        fields.getValuesList(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL)
                                .toArray(String[]::new))
                .getValues();
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        return principal;
    }

    @Override
    public boolean hasSubProtocol(String subProtocol) {
        return getSubProtocols().contains(subProtocol);
    }

    @Override
    public boolean isSecure() {
        return secure;
    }
}
