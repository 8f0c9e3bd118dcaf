package org.eclipse.jetty.opentelemetry;

import java.net.SocketAddress;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestPhases;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/**
 * What a span says of a request, taken when the request ends, without the objects of the request: these may hold much, and a span may wait
 * for seconds. Immutable, but for the phases, which are those of this request and have ended.
 *
 * @param peer the other end of the connection, which may be a proxy
 * @param status 0 for none
 * @param failure the name of the class of what failed; null if nothing did
 * @param contextPath null if no context handled it
 * @param phases null if they are not measured
 */
record EndedRequest(
        String method,
        @Nullable String scheme,
        @Nullable String path,
        @Nullable String serverName,
        int serverPort,
        @Nullable SocketAddress client,
        @Nullable SocketAddress peer,
        HttpVersion version,
        @Nullable String userAgent,
        String connectionId,
        String id,
        int status,
        @Nullable String failure,
        @Nullable String contextPath,
        @Nullable RequestPhases phases) {

    static EndedRequest of(
            Request request, Response response, @Nullable Throwable failure, @Nullable String contextPath) {
        ConnectionMetaData connection = Request.unWrap(request).getConnectionMetaData();
        return new EndedRequest(
                request.getMethod(),
                request.getHttpURI().getScheme(),
                request.getHttpURI().getPath(),
                Request.getServerName(request),
                Request.getServerPort(request),
                request.getConnectionMetaData().getRemoteSocketAddress(),
                connection.getRemoteSocketAddress(),
                connection.getHttpVersion(),
                request.getHeaders().get(HttpHeader.USER_AGENT),
                request.getConnectionMetaData().getId(),
                request.getId(),
                response.getStatus(),
                failure == null ? null : failure.getClass().getName(),
                contextPath,
                Request.getPhases(request));
    }

    boolean isError() {
        return failure != null || status >= 500;
    }
}
