package org.eclipse.jetty.websocket.core.server.internal;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.websocket.core.ExtensionConfig;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse;
import org.jspecify.annotations.Nullable;

/** A response with the choice of a subprotocol and extensions. Confined to the handling of its request. */
final class UpgradeResponse extends Response.Wrapper implements ServerUpgradeResponse {
    private List<ExtensionConfig> extensions;

    UpgradeResponse(UpgradeRequest request, Response response) {
        super(request, response);
        extensions = new ArrayList<>(request.getExtensions().stream()
                .filter(config ->
                        request.getWebSocketComponents().getExtensionRegistry().isAvailable(config.getName()))
                .toList());
    }

    @Override
    public @Nullable String getAcceptedSubProtocol() {
        return getHeaders().get(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL);
    }

    @Override
    public void setAcceptedSubProtocol(@Nullable String protocol) {
        if (protocol == null) {
            getHeaders().remove(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL);
        } else {
            getHeaders().put(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL, protocol);
        }
    }

    @Override
    public List<ExtensionConfig> getExtensions() {
        return extensions;
    }

    @Override
    public void addExtensions(List<ExtensionConfig> configs) {
        extensions = new ArrayList<>(extensions);
        extensions.addAll(configs);
    }

    @Override
    public void removeExtensions(List<ExtensionConfig> configs) {
        extensions = new ArrayList<>(extensions);
        extensions.removeAll(configs);
    }

    @Override
    public void setExtensions(List<ExtensionConfig> configs) {
        extensions = new ArrayList<>(configs);
    }
}
