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

/** Asks a SOCKS proxy of version 4 or 4A for a tunnel. Confined to its connection. */
public final class Socks4Connection extends ProxyConnection {
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final int REPLY_LENGTH = 8;
    private static final int GRANTED = 0x5a;

    private final ByteBuffer reply = ByteBuffer.allocate(REPLY_LENGTH);

    public Socks4Connection(
            EndPoint endPoint,
            ProxyConfiguration.Proxy proxy,
            ClientConnectionFactory factory,
            Map<String, Object> context) {
        super(endPoint, proxy, factory, context, 1024);
    }

    @Override
    void begin() throws IOException {
        String host = getTarget().getHost();
        boolean address = IPV4.matcher(host).matches();
        byte[] name = host.getBytes(StandardCharsets.UTF_8);
        ByteBuffer request = ByteBuffer.allocate(10 + name.length);
        request.put((byte) 4).put((byte) 1).putShort((short) getTarget().getPort());
        if (address) {
            // a literal, which is not looked up; and no user
            request.put(InetAddress.getByName(host).getAddress()).put((byte) 0);
        } else {
            // 4A: an address that cannot be, no user, and the name after it
            request.put(new byte[] {0, 0, 0, 1}).put((byte) 0).put(name).put((byte) 0);
        }
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
        int code = reply.get(1) & 0xff;
        if (reply.get(0) != 0 || code != GRANTED) {
            throw new IOException("SOCKS4 tunnel to " + getTarget() + " refused: code " + code + " (expected: 90)");
        }
        tunnel();
        return false;
    }
}
