package org.eclipse.jetty.websocket.server.internal;

import java.util.List;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.websocket.api.ExtensionConfig;
import org.eclipse.jetty.websocket.common.JettyExtensionConfig;
import org.eclipse.jetty.websocket.server.ServerUpgradeResponse;
import org.jspecify.annotations.Nullable;

/** The API's view of a response of the core. Confined to the handling of its request. */
public final class ServerUpgradeResponseView extends Response.Wrapper implements ServerUpgradeResponse {
    private final org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse response;

    public ServerUpgradeResponseView(
            ServerUpgradeRequestView request, org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse response) {
        super(request, response);
        this.response = response;
    }

    @Override
    public @Nullable String getAcceptedSubProtocol() {
        return response.getAcceptedSubProtocol();
    }

    @Override
    public void setAcceptedSubProtocol(@Nullable String protocol) {
        response.setAcceptedSubProtocol(protocol);
    }

    @Override
    public List<ExtensionConfig> getExtensions() {
        return response.getExtensions().stream()
                .<ExtensionConfig>map(JettyExtensionConfig::new)
                .toList();
    }

    @Override
    public void setExtensions(List<ExtensionConfig> configs) {
        response.setExtensions(configs.stream()
                .map(config ->
                        new org.eclipse.jetty.websocket.core.ExtensionConfig(config.getName(), config.getParameters()))
                .toList());
    }
}
