package org.eclipse.jetty.client.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.client.ProxyProtocolClientConnectionFactory.V1;
import org.eclipse.jetty.io.EndPoint;

/** The header of the PROXY protocol, version 1: {@code PROXY TCP4 192.0.2.7 198.51.100.1 5000 80 CRLF}. */
public final class ProxyHeaderV1 {
    private static final String UNKNOWN = "PROXY UNKNOWN\r\n";

    private ProxyHeaderV1() {}

    /** @throws IllegalArgumentException if addresses are of different families */
    public static ByteBuffer of(V1.Tag tag, EndPoint endPoint) {
        return ByteBuffer.wrap(line(tag, endPoint).getBytes(StandardCharsets.US_ASCII));
    }

    private static String line(V1.Tag tag, EndPoint endPoint) {
        if ("UNKNOWN".equals(tag.getFamily())) {
            return UNKNOWN;
        }
        ProxiedAddress source =
                ProxiedAddress.of(tag.getSourceAddress(), tag.getSourcePort(), endPoint.getLocalSocketAddress());
        ProxiedAddress destination = ProxiedAddress.of(
                tag.getDestinationAddress(), tag.getDestinationPort(), endPoint.getRemoteSocketAddress());
        if (source == null || destination == null) {
            return UNKNOWN;
        }
        String family = source.isIPv6() ? "TCP6" : "TCP4";
        if (tag.getFamily() != null && !tag.getFamily().equals(family)) {
            throw new IllegalArgumentException(
                    source.address().getHostAddress() + " (expected: of " + tag.getFamily() + ")");
        }
        if (source.isIPv6() != destination.isIPv6()) {
            // the client has the one, the connection the other: there is no such line
            return UNKNOWN;
        }
        return "PROXY " + family + " " + source.address().getHostAddress() + " "
                + destination.address().getHostAddress() + " " + source.port() + " " + destination.port() + "\r\n";
    }
}
