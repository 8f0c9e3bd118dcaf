package org.eclipse.jetty.server.internal.http1;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.QuotedCSV;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.Callback;

/**
 * Changes of protocol that the connector knows by itself: to HTTP/2 by its preface, and to what one of its factories takes
 * over by the field Upgrade (RFC 9110, section 7.8). Confined to its connection.
 */
final class Http1Upgrade {
    private static final MetaData.Request PREFACE = new MetaData.Request(
            0, HttpMethod.PRI.asString(), HttpURI.from("http://preface"), HttpVersion.HTTP_2, HttpFields.EMPTY, 0);

    private Http1Upgrade() {}

    /** Hands over after the preface of HTTP/2; returns false, with the refusal noted, if it is not spoken here. */
    static boolean toPriorKnowledge(Http1Turns turns) {
        HttpFields.Mutable unused = HttpFields.build();
        Connection next = turns.connection.upgrade("h2c", PREFACE, unused);
        if (next != null) {
            turns.upgradeTo(next);
            return true;
        }
        turns.getCodec()
                .input
                .reader
                .setFailure(new BadMessageException(HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505, "Unknown Version"));
        return false;
    }

    /**
     * Whether the bytes with which a connection began are those of a broken preface: where HTTP/2 is spoken too, what has
     * neither a method that is known nor a version of HTTP is not answered by HTTP/1.1 (RFC 9113, section 3.4).
     */
    static boolean isBrokenPreface(Http1Turns turns, ByteBuffer buffer) {
        if (!turns.connection.isUpgradable("h2c")) {
            return false;
        }
        String[] words = firstLine(buffer).split(" ", -1);
        return words.length == 3 && !words[2].startsWith("HTTP/") && HttpMethod.fromString(words[0]) == null;
    }

    private static String firstLine(ByteBuffer buffer) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < buffer.position() && buffer.get(i) != '\r' && buffer.get(i) != '\n'; i++) {
            line.append((char) (buffer.get(i) & 0xff));
        }
        return line.toString();
    }

    /** Hands over if a factory takes the request; returns false to have it answered as a request of HTTP/1.1. */
    static boolean byRequest(Http1Turns turns, MetaData.Request request) {
        Http1Codec codec = turns.getCodec();
        Http1RequestReader reader = codec.input.reader;
        if (reader.getFailure() != null || codec.input.parser.hasContent() || codec.output.hasGathered()) {
            return false;
        }
        for (String protocol : new QuotedCSV(false, reader.getUpgrade())) {
            HttpFields.Mutable fields = HttpFields.build();
            Connection next;
            try {
                next = turns.connection.upgrade(protocol, request, fields);
            } catch (RuntimeException x) {
                reader.setFailure(x instanceof HttpException http ? http : new BadMessageException("Bad Upgrade", x));
                return false;
            }
            if (next != null) {
                switchProtocols(turns, next, fields);
                return true;
            }
        }
        return false;
    }

    private static void switchProtocols(Http1Turns turns, Connection next, HttpFields fields) {
        StringBuilder head = new StringBuilder("HTTP/1.1 101 Switching Protocols\r\n");
        for (HttpField field : fields) {
            head.append(field.getName()).append(": ").append(field.getValue()).append("\r\n");
        }
        ByteBuffer response = ByteBuffer.wrap(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        turns.connection.getEndPoint().write(new SwitchCallback(turns, next), response);
    }

    /** The 101 response was written. */
    private record SwitchCallback(Http1Turns turns, Connection next) implements Callback {
        @Override
        public void succeeded() {
            turns.upgradeTo(next);
        }

        @Override
        public void failed(Throwable x) {
            turns.connection.getEndPoint().close(x);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
