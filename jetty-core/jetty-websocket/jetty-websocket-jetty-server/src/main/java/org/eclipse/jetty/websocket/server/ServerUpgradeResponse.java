package org.eclipse.jetty.websocket.server;

import java.util.List;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.websocket.api.ExtensionConfig;

/** The response of an opening handshake. */
public interface ServerUpgradeResponse extends Response {
    /** The subprotocol to be used; null for none. */
    String getAcceptedSubProtocol();

    /** @param protocol one of those that the client offers */
    void setAcceptedSubProtocol(String protocol);

    /** The extensions to be used; at first those offered that are known here. */
    List<ExtensionConfig> getExtensions();

    void setExtensions(List<ExtensionConfig> configs);
}
