package org.eclipse.jetty.server.handler;

import java.net.IDN;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The virtual hosts of a context.
 *
 * <p>Each is a host, {@code *.} and a domain for the hosts one level below it, either followed by {@code @} and the name of a
 * connector, or the latter alone. International names may be given as such or as A-labels (RFC 5890). Immutable.
 */
public final class VirtualHosts {
    private final List<String> names;
    private final List<Host> hosts;

    public VirtualHosts(List<String> names) {
        List<String> normalized = new ArrayList<>();
        List<Host> parsed = new ArrayList<>();
        for (String name : names) {
            if (name != null && !name.isBlank()) {
                Host host = Host.parse(name.trim());
                parsed.add(host);
                normalized.add(name.trim());
            }
        }
        this.names = List.copyOf(normalized);
        this.hosts = List.copyOf(parsed);
    }

    public List<String> getNames() {
        return names;
    }

    /** Whether there are none, so that each request is for one of them. */
    public boolean isEmpty() {
        return hosts.isEmpty();
    }

    /**
     * Whether a request is for one of the hosts; true if there are none.
     *
     * @param host the host that the client asked for; null if it is not known
     * @param connector the name of the connector; null if it has none
     */
    public boolean matches(@Nullable String host, @Nullable String connector) {
        if (hosts.isEmpty()) {
            return true;
        }
        String server = host == null ? null : normalize(host);
        for (int i = 0; i < hosts.size(); i++) {
            if (hosts.get(i).matches(server, connector)) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is a host in both, however it is written, or there are none in both. */
    public boolean sharesHost(VirtualHosts other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() && other.isEmpty();
        }
        for (Host host : hosts) {
            for (Host another : other.hosts) {
                if (host.isSame(another)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** 0 for hosts that match others, more for those that are more special; the most special one counts. */
    int rank() {
        int rank = 0;
        for (Host host : hosts) {
            rank = Math.max(rank, host.name == null ? 1 : host.wildcard ? 2 : 3);
        }
        return rank;
    }

    private static String normalize(String host) {
        String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) > 127) {
                return IDN.toASCII(name, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ENGLISH);
            }
        }
        return name.toLowerCase(Locale.ENGLISH);
    }

    private record Host(
            @Nullable String name,
            boolean wildcard,
            @Nullable String connector) {
        static Host parse(String text) {
            int at = text.indexOf('@');
            String connector = at < 0 ? null : text.substring(at + 1);
            String host = at < 0 ? text : text.substring(0, at);
            boolean wildcard = host.startsWith("*.");
            String name = host.isEmpty() ? null : normalize(wildcard ? host.substring(1) : host);
            return new Host(name, wildcard, connector);
        }

        boolean isSame(Host other) {
            return Objects.equals(name, other.name)
                    && wildcard == other.wildcard
                    && (connector == null ? other.connector == null : connector.equalsIgnoreCase(other.connector));
        }

        boolean matches(@Nullable String server, @Nullable String connectorName) {
            if (connector != null && !connector.equalsIgnoreCase(connectorName)) {
                return false;
            }
            if (name == null) {
                return connector != null;
            }
            if (server == null) {
                return false;
            }
            if (!wildcard) {
                return name.equals(server);
            }
            int dot = server.indexOf('.');
            return dot > 0 && server.length() - dot == name.length() && server.startsWith(name, dot);
        }
    }
}
