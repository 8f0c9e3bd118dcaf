package org.eclipse.jetty.client.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import org.eclipse.jetty.client.ProxyConfiguration;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.EndPoint;

/**
 * Asks a SOCKS proxy of version 5 for a tunnel (RFC 1928).
 *
 * <pre>
 * METHOD --0--&gt; CONNECT --granted--&gt; tunnel
 * METHOD --2--&gt; AUTHENTICATION (RFC 1929) --accepted--&gt; CONNECT
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

    private enum State {
        METHOD,
        AUTHENTICATION,
        CONNECT
    }

    private final ByteBuffer reply = ByteBuffer.allocate(5 + 255 + 2);
    private final byte[] user;
    private final byte[] password;
    private State state = State.METHOD;

    /** @param user null to offer no credentials */
    public Socks5Connection(
            EndPoint endPoint,
            ProxyConfiguration.Proxy proxy,
            byte[] user,
            byte[] password,
            ClientConnectionFactory factory,
            Map<String, Object> context) {
        super(endPoint, proxy, factory, context, 1024);
        this.user = user;
        this.password = password;
        reply.limit(2);
    }

    @Override
    void begin() {
        send(ByteBuffer.wrap(user == null ? new byte[] {5, 1, 0} : new byte[] {5, 2, 0, 2}));
    }

    @Override
    boolean received(ByteBuffer bytes) throws IOException {
        while (reply.hasRemaining() && bytes.hasRemaining()) {
            reply.put(bytes.get());
        }
        if (reply.hasRemaining()) {
            return true;
        }
        return switch (state) {
            case METHOD -> onMethod();
            case AUTHENTICATION -> onAuthentication();
            case CONNECT -> onConnect();
        };
    }

    private void expect(State next, int length) {
        state = next;
        reply.clear().limit(length);
    }

    private void checkVersion(int expected) throws IOException {
        if (reply.get(0) != expected) {
            throw new IOException("SOCKS5 version " + (reply.get(0) & 0xff) + " (expected: " + expected + ")");
        }
    }

    private boolean onMethod() throws IOException {
        checkVersion(5);
        int method = reply.get(1) & 0xff;
        if (method == 0) {
            connect();
        } else if (method == 2 && user != null) {
            expect(State.AUTHENTICATION, 2);
            ByteBuffer request = ByteBuffer.allocate(3 + user.length + password.length);
            request.put((byte) 1).put((byte) user.length).put(user);
            request.put((byte) password.length).put(password);
            send(request.flip());
        } else {
            throw new IOException("SOCKS5 authentication method " + method
                    + (user == null ? " (expected: 0, as there are no credentials)" : " (expected: 0 or 2)"));
        }
        return false;
    }

    private boolean onAuthentication() throws IOException {
        checkVersion(1);
        if (reply.get(1) != 0) {
            throw new IOException("SOCKS5 credentials refused: status " + (reply.get(1) & 0xff));
        }
        connect();
        return false;
    }

    private void connect() throws IOException {
        // version, reply, reserved, type of the address, and its first octet
        expect(State.CONNECT, 5);
        String host = getTarget().getHost();
        byte[] name;
        int type;
        if (IPV4.matcher(host).matches()) {
            type = 1;
            name = InetAddress.getByName(host).getAddress();
        } else if (host.startsWith("[")) {
            type = 4;
            name = InetAddress.getByName(host).getAddress();
        } else {
            type = 3;
            name = host.getBytes(StandardCharsets.UTF_8);
            if (name.length > 255) {
                throw new IOException("Host of " + name.length + " octets (expected: at most 255): " + host);
            }
        }
        ByteBuffer request = ByteBuffer.allocate(7 + name.length);
        request.put((byte) 5).put((byte) 1).put((byte) 0).put((byte) type);
        if (type == 3) {
            request.put((byte) name.length);
        }
        request.put(name).putShort((short) getTarget().getPort());
        send(request.flip());
    }

    private boolean onConnect() throws IOException {
        checkVersion(5);
        int code = reply.get(1) & 0xff;
        if (code != 0) {
            String reason = code < REPLIES.length ? REPLIES[code] : "code " + code;
            throw new IOException("SOCKS5 tunnel to " + getTarget() + " refused: " + reason);
        }
        int rest =
                switch (reply.get(3)) {
                    case 1 -> 4;
                    case 4 -> 16;
                    case 3 -> 1 + (reply.get(4) & 0xff);
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
