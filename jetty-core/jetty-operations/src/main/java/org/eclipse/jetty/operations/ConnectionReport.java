package org.eclipse.jetty.operations;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;

/** The connections of a server as text: addresses, protocol, age, traffic, state. Stateless. */
final class ConnectionReport {
    /** A server may have very many. */
    private static final int MAX_CONNECTIONS = 10_000;

    private ConnectionReport() {}

    static String text(Server server) {
        StringBuilder text = new StringBuilder();
        for (Connector connector : server.getConnectors()) {
            text.append(connector)
                    .append(": ")
                    .append(connector.getConnectedEndPoints().size())
                    .append(" connections\n");
            int count = 0;
            for (EndPoint endPoint : connector.getConnectedEndPoints()) {
                if (++count > MAX_CONNECTIONS) {
                    text.append("  ...\n");
                    break;
                }
                append(text, endPoint);
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, EndPoint endPoint) {
        long age = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - endPoint.getCreatedNanoTime());
        text.append("  ")
                .append(endPoint.getRemoteSocketAddress())
                .append(" -> ")
                .append(endPoint.getLocalSocketAddress())
                .append(", ms since accepted: ")
                .append(age);
        Connection connection = endPoint.getConnection();
        if (connection != null) {
            text.append(", bytes in: ")
                    .append(connection.getBytesIn())
                    .append(", bytes out: ")
                    .append(connection.getBytesOut());
            text.append(", requests: ").append(connection.getMessagesIn());
        }
        text.append(", ").append(endPoint).append('\n');
    }
}
