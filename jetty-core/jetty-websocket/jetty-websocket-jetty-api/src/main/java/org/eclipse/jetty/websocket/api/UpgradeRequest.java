package org.eclipse.jetty.websocket.api;

import java.net.HttpCookie;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The request of an opening handshake. */
public interface UpgradeRequest {
    List<HttpCookie> getCookies();

    List<ExtensionConfig> getExtensions();

    /** The value of a field, several joined by commas. */
    @Nullable
    String getHeader(String name);

    /** The value of a field; -1 if there is none. */
    int getHeaderInt(String name);

    Map<String, List<String>> getHeaders();

    /** The values of a field. */
    @Nullable
    List<String> getHeaders(String name);

    /** The host of the URI; null of a client's request that has none yet. */
    @Nullable
    String getHost();

    String getHttpVersion();

    String getMethod();

    /** The value of the field Origin. */
    @Nullable
    String getOrigin();

    Map<String, List<String>> getParameterMap();

    String getProtocolVersion();

    /** The raw query of the URI. */
    @Nullable
    String getQueryString();

    /** The URI with scheme ws or wss; null of a client's request whose URI is given when connecting. */
    @Nullable
    URI getRequestURI();

    List<String> getSubProtocols();

    /** The authenticated user; null if there is none, as always on the side of a client. */
    @Nullable
    Principal getUserPrincipal();

    boolean hasSubProtocol(String subProtocol);

    boolean isSecure();
}
