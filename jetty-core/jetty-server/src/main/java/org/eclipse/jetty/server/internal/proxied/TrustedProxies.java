package org.eclipse.jetty.server.internal.proxied;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Index;
import org.eclipse.jetty.util.InetAddressSet;

/**
 * The proxies that are believed, and what they say of a request.
 *
 * <pre>
 * X-Forwarded-For: invented, client, proxy1      from proxy2; proxy1 and proxy2 are trusted
 *                            ^ is read          proxy1 has appended it, and it is no proxy
 * </pre>
 *
 * Immutable.
 */
public final class TrustedProxies {
    private static final String UNIX = "unix";

    private final String text;
    private final InetAddressSet addresses = new InetAddressSet();
    private final boolean unix;

    private TrustedProxies(String text) {
        this.text = text;
        boolean found = false;
        for (String item : text.split(",")) {
            String address = item.trim();
            if (address.equalsIgnoreCase(UNIX)) {
                found = true;
            } else if (!address.isEmpty()) {
                add(address);
            }
        }
        unix = found;
    }

    private void add(String address) {
        try {
            addresses.add(address);
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(
                    "forwardedTrusted: " + address + " (expected: an address, range or network as 10.0.0.0/8, or unix)",
                    x);
        }
    }

    /** @throws IllegalArgumentException if an address is malformed */
    public static TrustedProxies of(String addresses) {
        return new TrustedProxies(addresses);
    }

    /** Returns the addresses as they were given. */
    public String getAddresses() {
        return text;
    }

    /** Whether a request comes from one of the proxies. */
    public boolean isFrom(Request request) {
        SocketAddress peer = request.getConnectionMetaData().getRemoteSocketAddress();
        if (peer instanceof InetSocketAddress inet) {
            InetAddress address = inet.isUnresolved() ? ClientAddress.parse(inet.getHostString()) : inet.getAddress();
            return address != null && addresses.test(address);
        }
        return unix && peer != null;
    }

    /** Whether an item of a list names one of the proxies; hidden and unknown ones are none. */
    private boolean isProxy(String node) {
        InetAddress address = node == null ? null : ClientAddress.parse(node);
        return address != null && addresses.test(address);
    }

    /** Returns a field for each kind that a request has, with the one item that counts. */
    public List<HttpField> select(HttpFields fields, Index<Forwarding.Kind> kinds) {
        Map<Forwarding.Kind, Lines> lines = new EnumMap<>(Forwarding.Kind.class);
        for (HttpField field : fields) {
            Forwarding.Kind kind = kinds.get(field.getName());
            if (kind != null && field.getValue() != null) {
                lines.computeIfAbsent(kind, k -> new Lines(field.getName(), new ArrayList<>()))
                        .addAll(kind, field.getValue());
            }
        }
        Lines clients = lines.get(Forwarding.Kind.FOR);
        int hops = clients == null ? 0 : clients.items.size();
        int hop = clients == null ? 0 : clientIn(clients.items);
        List<HttpField> selected = new ArrayList<>();
        lines.forEach((kind, list) -> {
            if (!list.items.isEmpty()) {
                selected.add(new HttpField(list.name, list.itemOf(kind, this, hop, hops)));
            }
        });
        return selected;
    }

    /** Returns the index of the first item from the right that is no proxy; 0 if all are. */
    private int clientIn(List<String> nodes) {
        int index = nodes.size() - 1;
        while (index > 0 && isProxy(nodes.get(index))) {
            index--;
        }
        return Math.max(index, 0);
    }

    private String elementIn(List<String> elements) {
        List<String> nodes = new ArrayList<>();
        for (String element : elements) {
            ForwardedParser parser = new ForwardedParser(element);
            parser.parse();
            nodes.add(parser.forClient);
        }
        return elements.get(clientIn(nodes));
    }

    /** The items of all fields of one name, from left to right (RFC 9110, section 5.3). */
    private record Lines(String name, List<String> items) {
        private void addAll(Forwarding.Kind kind, String value) {
            if (kind == Forwarding.Kind.CIPHER_SUITE || kind == Forwarding.Kind.SESSION_ID) {
                items.add(value);
                return;
            }
            int begin = 0;
            boolean quoted = false;
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (c == '"') {
                    quoted = !quoted;
                } else if (c == '\\' && quoted) {
                    i++;
                } else if (c == ',' && !quoted) {
                    addItem(value.substring(begin, i));
                    begin = i + 1;
                }
            }
            if (quoted) {
                throw new BadMessageException("Bad header value for " + name);
            }
            addItem(value.substring(begin));
        }

        private void addItem(String item) {
            if (!item.isBlank()) {
                items.add(item.trim());
            }
        }

        /**
         * Returns the item that counts.
         *
         * @param hop the index of the client in X-Forwarded-For, whose length is {@code hops}: a list as long has its item there; of
         *     another one the last counts, which the nearest proxy has set
         */
        private String itemOf(Forwarding.Kind kind, TrustedProxies proxies, int hop, int hops) {
            if (kind == Forwarding.Kind.FORWARDED) {
                return proxies.elementIn(items);
            }
            return items.get(items.size() == hops ? hop : items.size() - 1);
        }
    }
}
