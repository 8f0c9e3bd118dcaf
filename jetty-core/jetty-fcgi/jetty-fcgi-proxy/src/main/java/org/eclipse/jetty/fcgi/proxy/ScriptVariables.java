package org.eclipse.jetty.fcgi.proxy;

import java.security.Principal;
import java.util.Set;
import org.eclipse.jetty.fcgi.FCGI;
import org.eclipse.jetty.fcgi.ScriptPath;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The variables of a script that are those of the client's request (RFC 3875, section 4.1), beside those of its fields. Immutable.
 *
 * @param request the request of the client
 * @param script the script that is run
 * @param originalPath the path that the client has asked for, for {@code REQUEST_URI}; null if it is that of the request
 * @param originalQuery the query that belongs to it
 */
public record ScriptVariables(
        Request request,
        ScriptPath script,
        @Nullable String originalPath,
        @Nullable String originalQuery) {
    /**
     * Adds the variables.
     *
     * @param secure whether the script sees HTTPS even if the request did not come within TLS
     * @param environmentNames the environment variables of this process that it gets, too
     */
    public void addTo(HttpFields.Mutable variables, boolean secure, Set<String> environmentNames) {
        for (String name : environmentNames) {
            String value = System.getenv(name);
            if (value != null) {
                variables.put(name, value);
            }
        }
        script.addTo(variables);
        putAddress(variables, FCGI.Headers.REMOTE_ADDR, Request.getRemoteAddr(request));
        variables.put(FCGI.Headers.REMOTE_PORT, Integer.toString(Request.getRemotePort(request)));
        variables.put(FCGI.Headers.SERVER_NAME, Request.getServerName(request));
        variables.put(FCGI.Headers.SERVER_PORT, Integer.toString(Request.getServerPort(request)));
        putAddress(variables, FCGI.Headers.SERVER_ADDR, Request.getLocalAddr(request));
        variables.put(
                FCGI.Headers.SERVER_PROTOCOL,
                request.getConnectionMetaData().getHttpVersion().asString());
        if (secure || request.isSecure()) {
            variables.put(FCGI.Headers.HTTPS, "on");
        }
        addUser(variables);
        addOriginal(variables);
    }

    /** The user whom a handler has authenticated before (RFC 3875, sections 4.1.1 and 4.1.11), by the scheme of the request if it has one. */
    private void addUser(HttpFields.Mutable variables) {
        Request.AuthenticationState state = Request.getAuthenticationState(request);
        Principal user = state == null ? null : state.getUserPrincipal();
        if (user == null || user.getName() == null) {
            return;
        }
        variables.put(FCGI.Headers.REMOTE_USER, user.getName());
        String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (authorization != null) {
            int end = authorization.indexOf(' ');
            variables.put(FCGI.Headers.AUTH_TYPE, end < 0 ? authorization : authorization.substring(0, end));
        }
    }

    /** REQUEST_URI is what the client has asked for, and DOCUMENT_URI its path, whatever has been rewritten since. */
    private void addOriginal(HttpFields.Mutable variables) {
        HttpURI uri = request.getHttpURI();
        if (originalPath == null) {
            variables.put(FCGI.Headers.REQUEST_URI, uri.getPathQuery());
            variables.put(FCGI.Headers.DOCUMENT_URI, uri.getPath());
            return;
        }
        variables.put(
                FCGI.Headers.REQUEST_URI, originalQuery == null ? originalPath : originalPath + "?" + originalQuery);
        variables.put(FCGI.Headers.DOCUMENT_URI, originalPath);
    }

    /** Adds an address, IPv6 without brackets; in memory, and on Unix-domain sockets, it may not be known. */
    private static void putAddress(HttpFields.Mutable variables, String name, @Nullable String address) {
        if (address != null) {
            boolean brackets = address.startsWith("[") && address.endsWith("]");
            variables.put(name, brackets ? address.substring(1, address.length() - 1) : address);
        }
    }
}
