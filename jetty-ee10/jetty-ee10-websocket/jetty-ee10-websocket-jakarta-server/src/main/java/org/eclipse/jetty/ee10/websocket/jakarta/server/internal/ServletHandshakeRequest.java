package org.eclipse.jetty.ee10.websocket.jakarta.server.internal;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.websocket.server.HandshakeRequest;
import java.net.URI;
import java.security.Principal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The request that opens a session, as configurators see it; valid while the handshake lasts. Confined to the handshake. */
final class ServletHandshakeRequest implements HandshakeRequest {
    private final HttpServletRequest request;
    private final URI uri;
    private @Nullable Map<String, List<String>> headers;
    private @Nullable Map<String, List<String>> parameters;

    /** @param uri the whole URI of the request, with its query */
    ServletHandshakeRequest(HttpServletRequest request, URI uri) {
        this.request = request;
        this.uri = uri;
    }

    /** Names are found in any case. */
    @Override
    public Map<String, List<String>> getHeaders() {
        if (headers == null) {
            Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (String name : Collections.list(request.getHeaderNames())) {
                all.put(name, List.copyOf(Collections.list(request.getHeaders(name))));
            }
            headers = Collections.unmodifiableMap(all);
        }
        return headers;
    }

    /** Returns the values of a field that is a list, each by itself. */
    List<String> list(String name) {
        return getHeaders().getOrDefault(name, List.of()).stream()
                .flatMap(value -> List.of(value.split(",")).stream())
                .map(String::trim)
                .filter(value -> !value.isEmpty())
                .toList();
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        return request.getUserPrincipal();
    }

    @Override
    public URI getRequestURI() {
        return uri;
    }

    @Override
    public boolean isUserInRole(String role) {
        return request.isUserInRole(role);
    }

    /** Returns the session of the user if there is one: none is made. */
    @Override
    public @Nullable Object getHttpSession() {
        return request.getSession(false);
    }

    @Override
    public Map<String, List<String>> getParameterMap() {
        if (parameters == null) {
            Map<String, List<String>> all = new LinkedHashMap<>();
            request.getParameterMap().forEach((name, values) -> all.put(name, List.of(values)));
            parameters = Collections.unmodifiableMap(all);
        }
        return parameters;
    }

    @Override
    public @Nullable String getQueryString() {
        return request.getQueryString();
    }
}
