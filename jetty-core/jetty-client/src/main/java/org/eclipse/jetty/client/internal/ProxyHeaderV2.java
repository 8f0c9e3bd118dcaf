package org.eclipse.jetty.client.internal;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.client.ProxyProtocolClientConnectionFactory.V2.Tag;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/** The header of the PROXY protocol, version 2: signature, command, family, length, addresses, and what is said beside them. */
public final class ProxyHeaderV2 {
    private static final byte[] SIGNATURE = {0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a};
    private static final int VERSION = 0x20;
    private static final int HEADER = 16;
    private static final int MOST = 0xffff;
    private static final int UNIX_PATH = 108;
    private static final int MAPPED = 12;

    private ProxyHeaderV2() {}

    /** @throws IllegalArgumentException if what it should have is too long, or of another family */
    public static ByteBuffer of(Tag tag, EndPoint endPoint) {
        byte[] addresses = new byte[0];
        Tag.Family family = tag.getFamily();
        if (family == Tag.Family.UNIX) {
            addresses = unix(tag);
        } else if (family != Tag.Family.UNSPEC) {
            ProxiedAddress source =
                    ProxiedAddress.of(tag.getSourceAddress(), tag.getSourcePort(), endPoint.getLocalSocketAddress());
            ProxiedAddress destination = ProxiedAddress.of(
                    tag.getDestinationAddress(), tag.getDestinationPort(), endPoint.getRemoteSocketAddress());
            if (source == null || destination == null) {
                family = Tag.Family.UNSPEC;
            } else {
                boolean six = family == Tag.Family.INET6 || source.isIPv6() || destination.isIPv6();
                if (six && family == Tag.Family.INET4) {
                    throw new IllegalArgumentException("IPv6 address (expected: of INET4)");
                }
                family = six ? Tag.Family.INET6 : Tag.Family.INET4;
                addresses = inet(source, destination, six);
            }
        }
        int length = addresses.length;
        for (Tag.TLV tlv : tag.getTLVs()) {
            length += 3 + tlv.getValue().length;
        }
        if (length > MOST) {
            throw new IllegalArgumentException("PROXY header of " + length + " bytes (expected: 65535 at most)");
        }
        ByteBuffer header = ByteBuffer.allocate(HEADER + length);
        header.put(SIGNATURE)
                .put((byte) (VERSION | tag.getCommand().ordinal()))
                .put((byte) (family.ordinal() << 4 | tag.getProtocol().ordinal()))
                .putShort((short) length)
                .put(addresses);
        for (Tag.TLV tlv : tag.getTLVs()) {
            header.put((byte) tlv.getType())
                    .putShort((short) tlv.getValue().length)
                    .put(tlv.getValue());
        }
        return header.flip();
    }

    private static byte[] inet(ProxiedAddress source, ProxiedAddress destination, boolean six) {
        byte[] from = bytes(source.address(), six);
        byte[] to = bytes(destination.address(), six);
        return ByteBuffer.allocate(from.length + to.length + 4)
                .put(from)
                .put(to)
                .putShort((short) source.port())
                .putShort((short) destination.port())
                .array();
    }

    /** IPv4 among IPv6 is mapped (RFC 4291, section 2.5.5.2). */
    private static byte[] bytes(InetAddress address, boolean six) {
        byte[] bytes = address.getAddress();
        if (!six || address instanceof Inet6Address) {
            return bytes;
        }
        byte[] mapped = new byte[MAPPED + bytes.length];
        mapped[MAPPED - 2] = (byte) 0xff;
        mapped[MAPPED - 1] = (byte) 0xff;
        System.arraycopy(bytes, 0, mapped, MAPPED, bytes.length);
        return mapped;
    }

    private static byte[] unix(Tag tag) {
        return ByteBuffer.allocate(2 * UNIX_PATH)
                .put(path(tag.getSourceAddress()))
                .put(path(tag.getDestinationAddress()))
                .array();
    }

    private static byte[] path(@Nullable String path) {
        byte[] bytes = path == null ? new byte[0] : path.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > UNIX_PATH) {
            throw new IllegalArgumentException(path + " (expected: " + UNIX_PATH + " bytes at most)");
        }
        return java.util.Arrays.copyOf(bytes, UNIX_PATH);
    }
}
