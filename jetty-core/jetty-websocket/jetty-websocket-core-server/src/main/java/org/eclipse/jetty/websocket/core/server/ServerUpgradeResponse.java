package org.eclipse.jetty.websocket.core.server;

import java.util.List;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.websocket.core.ExtensionConfig;
import org.jspecify.annotations.Nullable;

/** The response of an opening handshake. */
public interface ServerUpgradeResponse extends Response {
    /** The subprotocol to be used. */
    @Nullable
    String getAcceptedSubProtocol();

    /** @param protocol one of those that the client offers; null for none */
    void setAcceptedSubProtocol(@Nullable String protocol);

    /** The extensions to be used; at first those offered that are known here. */
    List<ExtensionConfig> getExtensions();

    void addExtensions(List<ExtensionConfig> configs);

    void removeExtensions(List<ExtensionConfig> configs);

    void setExtensions(List<ExtensionConfig> configs);
}
