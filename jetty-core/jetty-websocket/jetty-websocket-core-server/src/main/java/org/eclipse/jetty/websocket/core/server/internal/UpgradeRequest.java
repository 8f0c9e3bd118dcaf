package org.eclipse.jetty.websocket.core.server.internal;

import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.QuotedCSV;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.websocket.core.ExtensionConfig;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.WebSocketConstants;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest;

/** A request with what its opening handshake says. Confined to the handling of its request. */
final class UpgradeRequest extends Request.Wrapper implements ServerUpgradeRequest {
    private final WebSocketComponents components;
    private final List<ExtensionConfig> extensions;
    private final List<String> subProtocols;

    /** @throws org.eclipse.jetty.websocket.core.exception.WebSocketException if a field cannot be read */
    UpgradeRequest(Request request, WebSocketComponents components) {
        super(request);
        this.components = components;
        extensions = ExtensionConfig.parseList(request.getHeaders()
                .getValuesList(HttpHeader.SEC_WEBSOCKET_EXTENSIONS)
                .toArray(String[]::new));
        List<String> offered = request.getHeaders().getValuesList(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL);
        subProtocols = offered.isEmpty()
                ? List.of()
                : List.copyOf(new QuotedCSV(true, offered.toArray(String[]::new)).getValues());
    }

    @Override
    public WebSocketComponents getWebSocketComponents() {
        return components;
    }

    @Override
    public List<ExtensionConfig> getExtensions() {
        return extensions;
    }

    @Override
    public String getProtocolVersion() {
        // the one that the handshake accepts
        return WebSocketConstants.SPEC_VERSION_STRING;
    }

    @Override
    public List<String> getSubProtocols() {
        return subProtocols;
    }

    @Override
    public boolean hasSubProtocol(String subprotocol) {
        return subProtocols.contains(subprotocol);
    }
}
