package org.eclipse.jetty.websocket.server.internal;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.websocket.api.ExtensionConfig;
import org.eclipse.jetty.websocket.api.UpgradeResponse;
import org.eclipse.jetty.websocket.common.JettyExtensionConfig;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse;
import org.jspecify.annotations.Nullable;

/** What is kept of a response as long as its session lives. Fields set by the handshake itself are seen once it is done. */
public final class UpgradeResponseCopy implements UpgradeResponse {
    private final int status;
    private final @Nullable String subProtocol;
    private final List<org.eclipse.jetty.websocket.core.ExtensionConfig> extensions;
    private final HttpFields fields;

    public UpgradeResponseCopy(ServerUpgradeResponse response, int status) {
        this.status = status;
        subProtocol = response.getAcceptedSubProtocol();
        extensions = response.getExtensions().isEmpty() ? List.of() : List.copyOf(response.getExtensions());
        fields = HttpFields.build(response.getHeaders()).asImmutable();
    }

    @Override
    public @Nullable String getAcceptedSubProtocol() {
        return subProtocol;
    }

    @Override
    public List<ExtensionConfig> getExtensions() {
        return extensions.stream()
                .<ExtensionConfig>map(JettyExtensionConfig::new)
                .toList();
    }

    @Override
    public @Nullable String getHeader(String name) {
        return fields.get(name);
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

    @Override
    public int getStatusCode() {
        return status;
    }
}
