package org.eclipse.jetty.server;

import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/** Creates the connections of a protocol. Thread-safe. */
public interface ConnectionFactory {
    /** The first of {@link #getProtocols()}. */
    String getProtocol();

    /** The names of the protocols that its connections speak. */
    List<String> getProtocols();

    /** Creates the connection of an endpoint; the caller opens it. */
    Connection newConnection(Connector connector, EndPoint endPoint);

    /** A factory to whose protocol an HTTP/1.1 connection can be upgraded (RFC 9110, section 7.8). */
    interface Upgrading extends ConnectionFactory {
        /**
         * Creates the connection that takes over.
         *
         * @param upgradeRequest the request with the Upgrade field
         * @param responseFields the fields of the 101 response, to which it may add
         * @return the connection; null to refuse
         */
        @Nullable
        Connection upgradeConnection(
                Connector connector,
                EndPoint endPoint,
                MetaData.Request upgradeRequest,
                HttpFields.Mutable responseFields);
    }

    /** A factory that can tell by the first bytes whether they are of its protocol. */
    interface Detecting extends ConnectionFactory {
        Detection detect(java.nio.ByteBuffer buffer);

        /** What the first bytes tell. */
        enum Detection {
            RECOGNIZED,
            NOT_RECOGNIZED,
            NEED_MORE_BYTES
        }
    }

    /** A factory that sets up other factories of its connector. */
    interface Configuring extends ConnectionFactory {
        /** Called when the connector starts, before its factories do. */
        void configure(Connector connector);
    }
}
