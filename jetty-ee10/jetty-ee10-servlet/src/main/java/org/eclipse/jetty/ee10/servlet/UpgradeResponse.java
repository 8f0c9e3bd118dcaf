package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpUpgradeHandler;
import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.DecoratedObjectFactory;

/**
 * Turns a response into one that hands the connection over to the application (Servlet section 2.3.3.5, RFC 9110, section 7.8): status 101,
 * Connection and, unless the application names another protocol, the Upgrade that the client asked for. The handler is
 * initialised when the response is complete; a response that ends up with another status is an ordinary one. Stateless.
 */
final class UpgradeResponse {
    private UpgradeResponse() {}

    /**
     * Makes a handler, to which the connection is handed over once the response is complete.
     *
     * @throws ServletException if the connection cannot be upgraded, or the handler cannot be made
     */
    static <T extends HttpUpgradeHandler> T prepare(
            Request request, Response response, ContextHandler context, DecoratedObjectFactory factory, Class<T> type)
            throws ServletException {
        ConnectionMetaData connection = request.getConnectionMetaData();
        if (connection.getHttpVersion() != HttpVersion.HTTP_1_1) {
            throw new ServletException("Cannot upgrade to " + type.getName() + " on a connection of "
                    + connection.getHttpVersion().asString() + " (expected: HTTP/1.1)");
        }
        if (response.isCommitted()) {
            throw new IllegalStateException("Cannot upgrade to " + type.getName() + ": the response is committed");
        }
        T handler;
        try {
            handler = factory.createInstance(type);
        } catch (ReflectiveOperationException x) {
            throw new ServletException("Cannot make a " + type.getName(), x);
        }
        response.setStatus(HttpStatus.SWITCHING_PROTOCOLS_101);
        HttpFields.Mutable fields = response.getHeaders();
        fields.put(HttpHeader.CONNECTION, "Upgrade");
        List<String> asked = request.getHeaders().getCSV(HttpHeader.UPGRADE, false);
        if (!fields.contains(HttpHeader.UPGRADE) && !asked.isEmpty()) {
            fields.put(HttpHeader.UPGRADE, asked.get(0));
        }
        EndPoint endPoint = connection.getConnection().getEndPoint();
        request.setAttribute(
                HttpStream.UPGRADE_CONNECTION_ATTRIBUTE,
                new UpgradedConnection(endPoint, connection.getConnector().getExecutor(), context, factory, handler));
        return handler;
    }
}
