package org.eclipse.jetty.operations;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.RequestsInFlight;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;

/** The connections of a server: addresses, protocol, age, traffic, state. Stateless. */
final class ConnectionReport {
    /** A server may have very many. */
    private static final int MAX_CONNECTIONS = 10_000;

    /** What is written for an address that an endpoint does not have, such as one in memory, or has no longer. */
    private static final String UNKNOWN = "unknown";

    private ConnectionReport() {}

    /** What a connection does. */
    enum State {
        /** Nothing came yet. */
        SILENT("no data yet"),
        /** Bytes came, but no complete head of a first request. */
        INCOMPLETE("first request incomplete"),
        /** Requests are handled, or their content or response is on its way. */
        ACTIVE("requests in flight"),
        /** It waits for the next request. */
        IDLE("waits for a request");

        private final String text;

        State(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** One connection. */
    record Entry(
            String connector,
            @Nullable SocketAddress remote,
            @Nullable SocketAddress local,
            String protocol,
            boolean tls,
            State state,
            long ageMillis,
            long requests,
            long bytesIn,
            long bytesOut,
            String text) {
        Map<String, Object> toMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("connector", connector);
            map.put(
                    "peer",
                    remote instanceof InetSocketAddress ? remote.toString().replaceFirst("^.*/", "") : name(remote));
            map.put("protocol", protocol);
            map.put("tls", tls);
            map.put("state", state.toString());
            map.put("ageMillis", ageMillis);
            map.put("requests", requests);
            map.put("bytesIn", bytesIn);
            map.put("bytesOut", bytesOut);
            return map;
        }

        /** The address of the peer without its port. */
        String client() {
            if (remote == null) {
                return UNKNOWN;
            }
            return remote instanceof InetSocketAddress inet && inet.getAddress() != null
                    ? inet.getAddress().getHostAddress()
                    : "local";
        }
    }

    /** The connections of all connectors, at most {@value #MAX_CONNECTIONS} of each. */
    static List<Entry> of(Server server) {
        List<Entry> entries = new ArrayList<>();
        for (Connector connector : server.getConnectors()) {
            int count = 0;
            for (EndPoint endPoint : connector.getConnectedEndPoints()) {
                if (++count > MAX_CONNECTIONS) {
                    break;
                }
                entries.add(entry(ServerReport.name(connector), endPoint));
            }
        }
        return entries;
    }

    private static Entry entry(String connector, EndPoint endPoint) {
        long age = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - endPoint.getCreatedNanoTime());
        Connection outer = endPoint.getConnection();
        boolean tls = outer instanceof SslConnection;
        Connection connection =
                outer instanceof SslConnection ssl ? ssl.getSslEndPoint().getConnection() : outer;
        long requests = connection == null ? 0 : connection.getMessagesIn();
        long bytesIn = outer == null ? 0 : outer.getBytesIn();
        return new Entry(
                connector,
                endPoint.getRemoteSocketAddress(),
                endPoint.getLocalSocketAddress(),
                protocol(connection),
                tls,
                state(connection, requests, bytesIn),
                age,
                requests,
                bytesIn,
                outer == null ? 0 : outer.getBytesOut(),
                endPoint.toString());
    }

    private static String name(@Nullable SocketAddress address) {
        if (address == null) {
            return UNKNOWN;
        }
        String name = address.toString();
        // the client of a Unix-domain socket has none
        return name.isEmpty() ? "unnamed" : name;
    }

    private static State state(@Nullable Connection connection, long requests, long bytesIn) {
        if (connection instanceof RequestsInFlight serving && serving.requestsInFlight() != null) {
            return State.ACTIVE;
        }
        if (requests > 0) {
            return State.IDLE;
        }
        return bytesIn > 0 ? State.INCOMPLETE : State.SILENT;
    }

    private static String protocol(@Nullable Connection connection) {
        if (connection == null) {
            return "none yet";
        }
        String type = connection.getClass().getSimpleName();
        return switch (type) {
            case "HttpConnection" -> "HTTP/1.1";
            case "HTTP2ServerConnection" -> "HTTP/2";
            default -> type;
        };
    }

    static String text(Server server) {
        StringBuilder text = new StringBuilder();
        List<Entry> entries = of(server);
        for (Connector connector : server.getConnectors()) {
            String name = ServerReport.name(connector);
            text.append(connector)
                    .append(": ")
                    .append(connector.getConnectedEndPoints().size())
                    .append(" connections\n");
            for (Entry entry : entries) {
                if (entry.connector.equals(name)) {
                    append(text, entry);
                }
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Entry entry) {
        text.append("  ")
                .append(name(entry.remote))
                .append(" -> ")
                .append(name(entry.local))
                .append(", ms since accepted: ")
                .append(entry.ageMillis)
                .append(", ")
                .append(entry.state)
                .append(", bytes in: ")
                .append(entry.bytesIn)
                .append(", bytes out: ")
                .append(entry.bytesOut)
                .append(", requests: ")
                .append(entry.requests)
                .append(", ")
                .append(entry.text)
                .append('\n');
    }
}
