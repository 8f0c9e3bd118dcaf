package org.eclipse.jetty.websocket.server.internal;

import java.util.List;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.websocket.api.ExtensionConfig;
import org.eclipse.jetty.websocket.common.JettyExtensionConfig;
import org.eclipse.jetty.websocket.server.ServerUpgradeRequest;

/** The API's view of a request of the core. Confined to the handling of its request. */
public final class ServerUpgradeRequestView extends Request.Wrapper implements ServerUpgradeRequest {
    private final org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest request;

    public ServerUpgradeRequestView(org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest request) {
        super(request);
        this.request = request;
    }

    @Override
    public List<ExtensionConfig> getExtensions() {
        return request.getExtensions().stream()
                .<ExtensionConfig>map(JettyExtensionConfig::new)
                .toList();
    }

    @Override
    public List<String> getSubProtocols() {
        return request.getSubProtocols();
    }

    @Override
    public boolean hasSubProtocol(String subprotocol) {
        return request.hasSubProtocol(subprotocol);
    }
}
