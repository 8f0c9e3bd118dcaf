package org.eclipse.jetty.websocket.core.server;

import java.util.List;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.websocket.core.ExtensionConfig;
import org.eclipse.jetty.websocket.core.WebSocketComponents;

/** The request of an opening handshake. Valid until the handshake is done; what is wanted of it later is to be copied. */
public interface ServerUpgradeRequest extends Request {
    WebSocketComponents getWebSocketComponents();

    /** The extensions that the client offers, in its order. */
    List<ExtensionConfig> getExtensions();

    /** The value of Sec-WebSocket-Version. */
    String getProtocolVersion();

    /** The subprotocols that the client offers, in its order. */
    List<String> getSubProtocols();

    boolean hasSubProtocol(String subprotocol);
}
