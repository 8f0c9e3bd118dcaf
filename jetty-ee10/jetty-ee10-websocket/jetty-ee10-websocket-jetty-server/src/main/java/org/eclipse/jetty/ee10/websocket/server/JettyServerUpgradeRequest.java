package org.eclipse.jetty.ee10.websocket.server;

import jakarta.servlet.http.HttpServletRequest;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.websocket.api.UpgradeRequest;
import org.jspecify.annotations.Nullable;

/**
 * The request to upgrade, as a servlet sees it. What it says about the request line, the fields, the user and the connection
 * stays valid with the session; the servlet request itself and its attributes are valid until the upgrade is done.
 */
public interface JettyServerUpgradeRequest extends UpgradeRequest {
    /** Returns the client's certificates; null if it has sent none. */
    X509Certificate @Nullable [] getCertificates();

    HttpServletRequest getHttpServletRequest();

    Locale getLocale();

    Enumeration<Locale> getLocales();

    @Nullable
    SocketAddress getLocalSocketAddress();

    @Nullable
    SocketAddress getRemoteSocketAddress();

    /** Returns the path within the context. */
    String getRequestPath();

    @Nullable
    Object getServletAttribute(String name);

    Map<String, Object> getServletAttributes();

    Map<String, List<String>> getServletParameters();

    /** Returns the {@code HttpSession} if there is one. */
    @Nullable
    Object getSession();

    boolean isUserInRole(String role);

    void setServletAttribute(String name, @Nullable Object value);
}
