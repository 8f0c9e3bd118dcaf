package org.eclipse.jetty.websocket.client.internal;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.websocket.api.ExtensionConfig;
import org.eclipse.jetty.websocket.api.UpgradeResponse;
import org.eclipse.jetty.websocket.common.JettyExtensionConfig;
import org.jspecify.annotations.Nullable;

/** The head of the response of a server. */
public record Response(int getStatusCode, HttpFields fields) implements UpgradeResponse {
    @Override
    public @Nullable String getAcceptedSubProtocol() {
        return fields.get(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL);
    }

    @Override
    public List<ExtensionConfig> getExtensions() {
        return org.eclipse.jetty.websocket.core.ExtensionConfig.parseList(
                        fields.getValuesList(HttpHeader.SEC_WEBSOCKET_EXTENSIONS)
                                .toArray(String[]::new))
                .stream()
                .<ExtensionConfig>map(JettyExtensionConfig::new)
                .toList();
    }

    @Override
    public @Nullable String getHeader(String name) {
        List<String> values = fields.getValuesList(name);
        return values.isEmpty() ? null : String.join(",", values);
    }

    @Override
    public Set<String> getHeaderNames() {
        return fields.getFieldNamesCollection();
    }

    @Override
    public Map<String, List<String>> getHeaders() {
        return HttpFields.asMap(fields);
    }

    @Override
    public List<String> getHeaders(String name) {
        return fields.getValuesList(name);
    }
}
