package org.eclipse.jetty.http2.server;

import java.util.Base64;
import java.util.List;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.http2.server.internal.HTTP2ServerConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.util.annotation.Name;
import org.jspecify.annotations.Nullable;

/**
 * Creates HTTP/2 connections in clear text: for clients that begin with its preface (RFC 9113, section 3.3), and for those
 * that ask by an upgrade of HTTP/1.1 (RFC 7540, section 3.2), where the request has no content. Thread-safe once started.
 */
public class HTTP2CServerConnectionFactory extends HTTP2ServerConnectionFactory implements ConnectionFactory.Upgrading {
    /** What HTTP/1.1 reads of the preface, which looks like the head of a request. */
    private static final int PREFACE_HEAD = "PRI * HTTP/2.0\r\n\r\n".length();

    public HTTP2CServerConnectionFactory() {
        this(new HttpConfiguration());
    }

    public HTTP2CServerConnectionFactory(@Name("config") HttpConfiguration config) {
        this(config, "h2c");
    }

    public HTTP2CServerConnectionFactory(@Name("config") HttpConfiguration config, String... protocols) {
        super(config, protocols);
    }

    /** Not within TLS. */
    @Override
    public boolean isAcceptable(String protocol, String tlsProtocol, @Nullable String tlsCipher) {
        return false;
    }

    /**
     * Creates the connection for a preface, or for a request with the field Upgrade.
     *
     * @return null if the request is not one that can be upgraded
     * @throws BadMessageException if its HTTP2-Settings are malformed
     */
    @Override
    public @Nullable Connection upgradeConnection(
            Connector connector,
            EndPoint endPoint,
            MetaData.Request upgradeRequest,
            HttpFields.Mutable responseFields) {
        if (upgradeRequest.getHttpVersion() == HttpVersion.HTTP_2) {
            return newConnection(connector, endPoint, FrameType.PREFACE.length() - PREFACE_HEAD);
        }
        HttpFields fields = upgradeRequest.getHttpFields();
        List<HttpField> settings = fields.getFields(HttpHeader.HTTP2_SETTINGS);
        // RFC 7540, section 3.2.1: one field, which Connection names, or the request is one of HTTP/1.1
        if (endPoint.isSecure()
                || settings.size() != 1
                || !fields.contains(HttpHeader.CONNECTION, HttpHeader.HTTP2_SETTINGS.asString())
                || upgradeRequest.getContentLength() > 0) {
            return null;
        }
        HTTP2ServerConnection connection = newConnection(connector, endPoint, FrameType.PREFACE.length());
        try {
            apply(Base64.getUrlDecoder().decode(settings.get(0).getValue()), connection);
        } catch (IllegalArgumentException | HTTP2Exception x) {
            throw new BadMessageException("Invalid HTTP2-Settings", x);
        }
        connection.upgradeFrom(upgradeRequest);
        responseFields.put(HttpHeader.UPGRADE, "h2c");
        responseFields.put(HttpHeader.CONNECTION, "Upgrade");
        return connection;
    }

    private static void apply(byte[] payload, HTTP2ServerConnection connection) throws HTTP2Exception {
        if (payload.length % 6 != 0) {
            throw new IllegalArgumentException(payload.length + " octets (expected: a multiple of 6)");
        }
        for (int at = 0; at < payload.length; at += 6) {
            int key = (payload[at] & 0xff) << 8 | payload[at + 1] & 0xff;
            int value = (payload[at + 2] & 0xff) << 24
                    | (payload[at + 3] & 0xff) << 16
                    | (payload[at + 4] & 0xff) << 8
                    | payload[at + 5] & 0xff;
            connection.applySetting(key, value);
        }
    }
}
