package org.eclipse.jetty.server;

import java.util.Objects;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.util.HostPort;
import org.jspecify.annotations.Nullable;

/**
 * Gives requests without an authority one, as those of HTTP/1.0 without a Host field: what is configured, or the address to
 * which the client connected. Immutable.
 */
public class HostHeaderCustomizer implements HttpConfiguration.Customizer {
    private final @Nullable String serverName;
    private final int serverPort;

    public HostHeaderCustomizer() {
        serverName = null;
        serverPort = 0;
    }

    public HostHeaderCustomizer(String serverName) {
        this(serverName, 0);
    }

    /** @param serverPort 0 for the port to which the client connected */
    public HostHeaderCustomizer(String serverName, int serverPort) {
        this.serverName = Objects.requireNonNull(serverName);
        this.serverPort = serverPort;
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        if (request.getHeaders().contains(HttpHeader.HOST)) {
            return request;
        }
        String host = serverName == null ? Request.getServerName(request) : serverName;
        int port = serverPort == 0 ? Request.getServerPort(request) : serverPort;
        if (host == null) {
            return request;
        }
        HttpURI uri = request.getHttpURI().hasAuthority() && serverName == null
                ? request.getHttpURI()
                : HttpURI.build(request.getHttpURI()).authority(host, port).asImmutable();
        HttpFields fields = HttpFields.build(
                request.getHeaders(), new HttpField(HttpHeader.HOST, new HostPort(host, port).toString()));
        return new Request.Wrapper(request) {
            @Override
            public HttpURI getHttpURI() {
                return uri;
            }

            @Override
            public HttpFields getHeaders() {
                return fields;
            }
        };
    }
}
