package org.eclipse.jetty.websocket.api;

import java.net.HttpCookie;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.Map;

/** The request of an opening handshake. */
public interface UpgradeRequest {
    List<HttpCookie> getCookies();

    List<ExtensionConfig> getExtensions();

    /** The value of a field, several joined by commas; null if there is none. */
    String getHeader(String name);

    /** The value of a field; -1 if there is none. */
    int getHeaderInt(String name);

    Map<String, List<String>> getHeaders();

    /** The values of a field; null if there is none. */
    List<String> getHeaders(String name);

    String getHost();

    String getHttpVersion();

    String getMethod();

    String getOrigin();

    Map<String, List<String>> getParameterMap();

    String getProtocolVersion();

    String getQueryString();

    /** The URI with scheme ws or wss. */
    URI getRequestURI();

    List<String> getSubProtocols();

    Principal getUserPrincipal();

    boolean hasSubProtocol(String subProtocol);

    boolean isSecure();
}
