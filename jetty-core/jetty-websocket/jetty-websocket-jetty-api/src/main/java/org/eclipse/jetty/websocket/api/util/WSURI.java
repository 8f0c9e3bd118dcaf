package org.eclipse.jetty.websocket.api.util;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** From URIs of HTTP to those of WebSocket, and back (RFC 6455, section 3). */
public final class WSURI {
    private WSURI() {}

    /** The URI with http for ws, and https for wss. */
    public static URI toHttp(URI inputUri) throws URISyntaxException {
        return switch (scheme(inputUri)) {
            case "http", "https" -> inputUri;
            case "ws" -> withScheme(inputUri, "http");
            case "wss" -> withScheme(inputUri, "https");
            default -> throw unknown(inputUri);
        };
    }

    public static URI toWebsocket(CharSequence inputUrl) throws URISyntaxException {
        return toWebsocket(new URI(inputUrl.toString()));
    }

    /** @param query to be appended */
    public static URI toWebsocket(CharSequence inputUrl, @Nullable String query) throws URISyntaxException {
        return toWebsocket(new URI(query == null ? inputUrl.toString() : inputUrl + "?" + query));
    }

    /** The URI with ws for http, and wss for https. */
    public static URI toWebsocket(URI inputUri) throws URISyntaxException {
        return switch (scheme(inputUri)) {
            case "ws", "wss" -> inputUri;
            case "http" -> withScheme(inputUri, "ws");
            case "https" -> withScheme(inputUri, "wss");
            default -> throw unknown(inputUri);
        };
    }

    private static String scheme(URI uri) {
        Objects.requireNonNull(uri, "URI missing");
        Objects.requireNonNull(uri.getScheme(), "URI without scheme");
        return uri.getScheme().toLowerCase(Locale.ENGLISH);
    }

    private static URI withScheme(URI uri, String scheme) throws URISyntaxException {
        return new URI(scheme + uri.toString().substring(uri.getScheme().length()));
    }

    private static URISyntaxException unknown(URI uri) {
        return new URISyntaxException(uri.toString(), "scheme (expected: http, https, ws or wss)");
    }
}
