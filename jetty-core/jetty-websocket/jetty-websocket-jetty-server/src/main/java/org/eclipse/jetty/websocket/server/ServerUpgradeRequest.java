package org.eclipse.jetty.websocket.server;

import java.util.List;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.websocket.api.ExtensionConfig;

/** The request of an opening handshake. Valid until the handshake is done; what is wanted of it later is to be copied. */
public interface ServerUpgradeRequest extends Request {
    /** The extensions that the client offers. */
    List<ExtensionConfig> getExtensions();

    /** The subprotocols that the client offers. */
    List<String> getSubProtocols();

    boolean hasSubProtocol(String subprotocol);
}
