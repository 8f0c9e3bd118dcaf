package org.eclipse.jetty.websocket.client;

import java.net.HttpCookie;
import java.net.URI;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.jetty.util.QuotedStringTokenizer;
import org.eclipse.jetty.websocket.api.ExtensionConfig;
import org.eclipse.jetty.websocket.api.UpgradeRequest;
import org.eclipse.jetty.websocket.core.Negotiated;
import org.eclipse.jetty.websocket.core.WebSocketConstants;
import org.jspecify.annotations.Nullable;

/** What a client asks of a server. Confined to its maker. */
public final class ClientUpgradeRequest implements UpgradeRequest {
    private static final QuotedStringTokenizer CSV = QuotedStringTokenizer.CSV;

    private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final @Nullable URI requestURI;
    private List<String> subProtocols = List.of();
    private List<ExtensionConfig> extensions = List.of();
    private List<HttpCookie> cookies = List.of();
    private String httpVersion = "HTTP/1.1";
    private long timeout;

    /** A request whose URI is given when connecting. */
    public ClientUpgradeRequest() {
        requestURI = null;
    }

    /**
     * A request.
     *
     * @param uri absolute, with scheme ws or wss, or http or https for these
     * @throws IllegalArgumentException if the URI has another scheme, no host, or a fragment (RFC 6455, section 3)
     */
    public ClientUpgradeRequest(URI uri) {
        requestURI = check(uri);
    }

    private ClientUpgradeRequest(URI uri, ClientUpgradeRequest other) {
        this(uri);
        headers.putAll(other.headers);
        subProtocols = other.subProtocols;
        extensions = other.extensions;
        cookies = other.cookies;
        httpVersion = other.httpVersion;
        timeout = other.timeout;
    }

    /** What this asks for, of another URI. */
    ClientUpgradeRequest with(URI uri) {
        return new ClientUpgradeRequest(uri, this);
    }

    private static URI check(@Nullable URI uri) {
        if (uri == null || uri.getScheme() == null || uri.getHost() == null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "URI of a WebSocket: " + uri + " (expected: ws or wss, a host, and no fragment)");
        }
        return Negotiated.toWebsocket(uri);
    }

    @Override
    public List<HttpCookie> getCookies() {
        return cookies;
    }

    public void setCookies(@Nullable List<HttpCookie> cookies) {
        this.cookies = cookies == null ? List.of() : List.copyOf(cookies);
    }

    @Override
    public List<ExtensionConfig> getExtensions() {
        return extensions;
    }

    /** Offers extensions, the best first. */
    public void setExtensions(@Nullable List<ExtensionConfig> configs) {
        extensions = configs == null ? List.of() : List.copyOf(configs);
    }

    /** Offers extensions after those that are offered already. */
    public void addExtensions(ExtensionConfig... configs) {
        extensions = Stream.concat(extensions.stream(), Stream.of(configs)).toList();
    }

    /** As {@link #addExtensions(ExtensionConfig...)}; each a name, with parameters if there are any. */
    public void addExtensions(String... configs) {
        addExtensions(Stream.of(configs).map(ExtensionConfig::parse).toArray(ExtensionConfig[]::new));
    }

    @Override
    public @Nullable String getHeader(String name) {
        return joinValues(headers.get(name));
    }

    @Override
    public int getHeaderInt(String name) {
        String value = getHeader(name);
        return value == null ? -1 : Integer.parseInt(value.trim());
    }

    @Override
    public Map<String, List<String>> getHeaders() {
        return Collections.unmodifiableMap(headers);
    }

    @Override
    public @Nullable List<String> getHeaders(String name) {
        return headers.get(name);
    }

    /** Sets a field beside those of the handshake; null for none. */
    public void setHeader(String name, @Nullable List<String> values) {
        if (values == null) {
            headers.remove(name);
        } else {
            headers.put(name, List.copyOf(values));
        }
    }

    public void setHeader(String name, @Nullable String value) {
        setHeader(name, value == null ? null : List.of(value));
    }

    /** Sets all fields beside those of the handshake. */
    public void setHeaders(Map<String, List<String>> all) {
        headers.clear();
        all.forEach(this::setHeader);
    }

    /** The values as one list of a field, quoted where that is needed. */
    public static @Nullable String joinValues(@Nullable List<String> values) {
        if (values == null || values.isEmpty()) {
            return null;
        }
        List<String> quoted = new ArrayList<>(values.size());
        for (String value : values) {
            quoted.add(values.size() == 1 ? value : CSV.quoteIfNeeded(value));
        }
        return String.join(", ", quoted);
    }

    @Override
    public @Nullable String getHost() {
        return requestURI == null ? null : requestURI.getHost();
    }

    @Override
    public String getHttpVersion() {
        return httpVersion;
    }

    /** @param httpVersion HTTP/1.1, the version that this client speaks */
    public void setHttpVersion(String httpVersion) {
        if (!"HTTP/1.1".equals(httpVersion)) {
            throw new IllegalArgumentException("version " + httpVersion + " (expected: HTTP/1.1)");
        }
        this.httpVersion = httpVersion;
    }

    @Override
    public String getMethod() {
        return "GET";
    }

    @Override
    public @Nullable String getOrigin() {
        return getHeader("Origin");
    }

    @Override
    public Map<String, List<String>> getParameterMap() {
        return requestURI == null ? Map.of() : Negotiated.getParameterMap(requestURI);
    }

    @Override
    public String getProtocolVersion() {
        return WebSocketConstants.SPEC_VERSION_STRING;
    }

    @Override
    public @Nullable String getQueryString() {
        return requestURI == null ? null : requestURI.getRawQuery();
    }

    @Override
    public @Nullable URI getRequestURI() {
        return requestURI;
    }

    @Override
    public List<String> getSubProtocols() {
        return subProtocols;
    }

    /** Offers subprotocols, the best first. */
    public void setSubProtocols(List<String> protocols) {
        subProtocols = List.copyOf(protocols);
    }

    public void setSubProtocols(String... protocols) {
        setSubProtocols(List.of(protocols));
    }

    @Override
    public boolean hasSubProtocol(String subProtocol) {
        return subProtocols.stream().anyMatch(subProtocol::equalsIgnoreCase);
    }

    /** Null: a client's user is known to the server only. */
    @Override
    public @Nullable Principal getUserPrincipal() {
        return null;
    }

    @Override
    public boolean isSecure() {
        return requestURI != null && "wss".equalsIgnoreCase(requestURI.getScheme());
    }

    /** Sets in which time connecting, and then each step of the handshake, must be done; zero for that of the client. */
    public void setTimeout(long time, TimeUnit unit) {
        timeout = unit.toMillis(time);
    }

    /** Milliseconds; zero for those of the client. */
    public long getTimeout() {
        return timeout;
    }
}
