package org.eclipse.jetty.websocket.core;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.UrlEncoded;
import org.jspecify.annotations.Nullable;

/** What the two sides of a session agreed on by its opening handshake (RFC 6455, section 4). Immutable. */
public class Negotiated {
    private final URI requestURI;
    private final @Nullable String subProtocol;
    private final boolean secure;
    private final @Nullable ExtensionStack extensions;
    private final String protocolVersion;

    /** @param extensions those agreed on; null for none */
    public Negotiated(
            URI requestURI,
            @Nullable String subProtocol,
            boolean secure,
            @Nullable ExtensionStack extensions,
            String protocolVersion) {
        this.requestURI = toWebsocket(requestURI);
        this.subProtocol = subProtocol;
        this.secure = secure;
        this.extensions = extensions;
        this.protocolVersion = protocolVersion;
    }

    public URI getRequestURI() {
        return requestURI;
    }

    /** The parameters of the query; parsed by each call, as most sessions never ask. */
    public Map<String, List<String>> getParameterMap() {
        return getParameterMap(requestURI);
    }

    /** The parameters of the query of a URI. */
    public static Map<String, List<String>> getParameterMap(URI uri) {
        String query = uri.getRawQuery();
        return query == null ? Map.of() : Collections.unmodifiableMap(UrlEncoded.decodeQuery(query));
    }

    public @Nullable String getSubProtocol() {
        return subProtocol;
    }

    public boolean isSecure() {
        return secure;
    }

    /** The extensions agreed on. */
    public @Nullable ExtensionStack getExtensions() {
        return extensions;
    }

    public String getProtocolVersion() {
        return protocolVersion;
    }

    /** Nothing but extensions, for tests. */
    public static Negotiated from(ExtensionStack extensions) {
        return new Negotiated(URI.create("/"), null, false, extensions, WebSocketConstants.SPEC_VERSION_STRING);
    }

    /** The URI with ws for http, and wss for https. */
    public static URI toWebsocket(URI uri) {
        String scheme = uri.getScheme();
        if (scheme == null || "ws".equalsIgnoreCase(scheme) || "wss".equalsIgnoreCase(scheme)) {
            return uri;
        }
        try {
            return switch (scheme.toLowerCase(java.util.Locale.ENGLISH)) {
                case "http" -> new URI("ws" + uri.toString().substring(4));
                case "https" -> new URI("wss" + uri.toString().substring(5));
                default ->
                    throw new IllegalArgumentException("scheme of " + uri + " (expected: http, https, ws or wss)");
            };
        } catch (URISyntaxException x) {
            throw new IllegalArgumentException(x);
        }
    }

    @Override
    public String toString() {
        return String.format(
                "Negotiated[%s,subprotocol=%s,secure=%b,version=%s,extensions=%s]",
                requestURI, subProtocol, secure, protocolVersion, extensions);
    }
}
