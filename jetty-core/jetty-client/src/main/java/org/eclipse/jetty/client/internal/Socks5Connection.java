package org.eclipse.jetty.client.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.eclipse.jetty.client.ProxyConfiguration;
import org.eclipse.jetty.client.Socks5;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Callback;

/**
 * Asks a SOCKS proxy of version 5 for a tunnel (RFC 1928).
 *
 * <pre>
 * METHOD --one that was offered--&gt; authentication --accepted--&gt; CONNECT --granted--&gt; tunnel
 * </pre>
 *
 * <p>Confined to its connection.
 */
public final class Socks5Connection extends ProxyConnection {
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final String[] REPLIES = {
        "succeeded",
        "general failure",
        "not allowed by ruleset",
        "network unreachable",
        "host unreachable",
        "connection refused",
        "TTL expired",
        "command not supported",
        "address type not supported"
    };

    private final ByteBuffer reply = ByteBuffer.allocate(5 + 255 + 2);
    private final List<Socks5.Authentication.Factory> methods;
    private boolean authenticated;

    /** @param methods what is offered to the proxy */
    public Socks5Connection(
            EndPoint endPoint,
            ProxyConfiguration.Proxy proxy,
            List<Socks5.Authentication.Factory> methods,
            ClientConnectionFactory factory,
            Map<String, Object> context) {
        super(endPoint, proxy, factory, context, 1024);
        this.methods = methods;
        reply.limit(2);
    }

    @Override
    void begin() throws IOException {
        if (methods.isEmpty()) {
            throw new IOException("No SOCKS5 authentication method to offer (expected: one or more)");
        }
        ByteBuffer request = ByteBuffer.allocate(2 + methods.size());
        request.put(Socks5.VERSION).put((byte) methods.size());
        methods.forEach(method -> request.put(method.getMethod()));
        send(request.flip());
    }

    @Override
    boolean received(ByteBuffer bytes) throws IOException {
        while (reply.hasRemaining() && bytes.hasRemaining()) {
            reply.put(bytes.get());
        }
        if (reply.hasRemaining()) {
            return true;
        }
        return authenticated ? onConnect() : onMethod(bytes);
    }

    private void checkVersion() throws IOException {
        if (reply.get(0) != Socks5.VERSION) {
            throw new IOException("SOCKS5 version " + (reply.get(0) & 0xff) + " (expected: 5)");
        }
    }

    private boolean onMethod(ByteBuffer bytes) throws IOException {
        checkVersion();
        byte method = reply.get(1);
        for (Socks5.Authentication.Factory factory : methods) {
            if (factory.getMethod() == method) {
                if (bytes.hasRemaining()) {
                    throw new IOException("SOCKS5: octets after the choice of the method (expected: none)");
                }
                factory.newAuthentication()
                        .authenticate(getEndPoint(), Callback.from(this::onAuthenticated, this::fail));
                return false;
            }
        }
        throw new IOException("SOCKS5 authentication method " + (method & 0xff) + " (expected: one of "
                + methods.stream().map(offered -> offered.getMethod() & 0xff).toList() + ")");
    }

    private void onAuthenticated() {
        try {
            authenticated = true;
            connect();
        } catch (Throwable x) {
            fail(x);
        }
    }

    private void connect() throws IOException {
        // version, reply, reserved, type of the address, and its first octet
        reply.clear().limit(5);
        String host = getTarget().getHost();
        byte[] name;
        byte type;
        if (IPV4.matcher(host).matches()) {
            type = Socks5.ADDRESS_TYPE_IPV4;
            name = InetAddress.getByName(host).getAddress();
        } else if (host.startsWith("[")) {
            type = Socks5.ADDRESS_TYPE_IPV6;
            name = InetAddress.getByName(host).getAddress();
        } else {
            type = Socks5.ADDRESS_TYPE_DOMAIN;
            name = host.getBytes(StandardCharsets.UTF_8);
            if (name.length > 255) {
                throw new IOException("Host of " + name.length + " octets (expected: at most 255): " + host);
            }
        }
        ByteBuffer request = ByteBuffer.allocate(7 + name.length);
        request.put(Socks5.VERSION)
                .put(Socks5.COMMAND_CONNECT)
                .put(Socks5.RESERVED)
                .put(type);
        if (type == Socks5.ADDRESS_TYPE_DOMAIN) {
            request.put((byte) name.length);
        }
        request.put(name).putShort((short) getTarget().getPort());
        send(request.flip());
    }

    private boolean onConnect() throws IOException {
        checkVersion();
        int code = reply.get(1) & 0xff;
        if (code != 0) {
            String reason = code < REPLIES.length ? REPLIES[code] : "code " + code;
            throw new IOException("SOCKS5 tunnel to " + getTarget() + " refused: " + reason);
        }
        int rest =
                switch (reply.get(3)) {
                    case Socks5.ADDRESS_TYPE_IPV4 -> 4;
                    case Socks5.ADDRESS_TYPE_IPV6 -> 16;
                    case Socks5.ADDRESS_TYPE_DOMAIN -> 1 + (reply.get(4) & 0xff);
                    default -> throw new IOException("SOCKS5 address type " + reply.get(3) + " (expected: 1, 3 or 4)");
                };
        int length = 4 + rest + 2;
        if (reply.position() < length) {
            reply.limit(length);
            return true;
        }
        tunnel();
        return false;
    }
}
