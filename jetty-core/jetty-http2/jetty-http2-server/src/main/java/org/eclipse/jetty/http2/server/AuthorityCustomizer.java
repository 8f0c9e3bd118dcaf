package org.eclipse.jetty.http2.server;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Gives requests of HTTP/2 that came without {@code :authority} the authority of their Host field, as a gateway may send
 * them that converts HTTP/1.1 (RFC 9113, section 8.3.1); without that field, the one configured for the server. Immutable.
 */
public class AuthorityCustomizer implements HttpConfiguration.Customizer {
    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        if (request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_2
                || request.getHttpURI().hasAuthority()) {
            return request;
        }
        String host = Request.getServerName(request);
        if (host == null) {
            return request;
        }
        HttpURI uri = HttpURI.build(request.getHttpURI())
                .authority(host, Request.getServerPort(request))
                .asImmutable();
        return new Request.Wrapper(request) {
            @Override
            public HttpURI getHttpURI() {
                return uri;
            }
        };
    }
}
