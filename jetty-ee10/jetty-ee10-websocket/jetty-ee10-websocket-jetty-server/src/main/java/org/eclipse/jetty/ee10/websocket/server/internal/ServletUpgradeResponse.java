package org.eclipse.jetty.ee10.websocket.server.internal;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.ee10.websocket.server.JettyServerUpgradeResponse;
import org.eclipse.jetty.websocket.api.ExtensionConfig;
import org.eclipse.jetty.websocket.common.JettyExtensionConfig;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse;
import org.jspecify.annotations.Nullable;

/** The response of an upgrade. Confined to the upgrade. */
final class ServletUpgradeResponse implements JettyServerUpgradeResponse {
    private final ServerUpgradeResponse core;
    private final HttpServletResponse response;
    private boolean refused;

    ServletUpgradeResponse(ServerUpgradeResponse core, HttpServletResponse response) {
        this.core = core;
        this.response = response;
    }

    /** Whether an error was sent. */
    boolean isRefused() {
        return refused;
    }

    @Override
    public void addHeader(String name, String value) {
        core.getHeaders().add(name, value);
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        core.getHeaders().put(name, value);
    }

    @Override
    public void setHeader(String name, List<String> values) {
        core.getHeaders().put(name, values);
    }

    @Override
    public void sendForbidden(@Nullable String message) throws IOException {
        sendError(HttpServletResponse.SC_FORBIDDEN, message);
    }

    @Override
    public void sendError(int statusCode, @Nullable String message) throws IOException {
        refused = true;
        response.sendError(statusCode, message);
    }

    @Override
    public void setAcceptedSubProtocol(@Nullable String protocol) {
        core.setAcceptedSubProtocol(protocol);
    }

    @Override
    public void setExtensions(List<ExtensionConfig> configs) {
        core.setExtensions(configs.stream()
                .map(config -> ((JettyExtensionConfig) config).getCoreConfig())
                .toList());
    }

    @Override
    public void setStatusCode(int statusCode) {
        core.setStatus(statusCode);
    }

    @Override
    public boolean isCommitted() {
        return core.isCommitted();
    }

    @Override
    public @Nullable String getAcceptedSubProtocol() {
        return core.getAcceptedSubProtocol();
    }

    @Override
    public List<ExtensionConfig> getExtensions() {
        return core.getExtensions().stream()
                .<ExtensionConfig>map(JettyExtensionConfig::new)
                .toList();
    }

    @Override
    public @Nullable String getHeader(String name) {
        return core.getHeaders().get(name);
    }

    @Override
    public Set<String> getHeaderNames() {
        return core.getHeaders().getFieldNamesCollection();
    }

    @Override
    public Map<String, List<String>> getHeaders() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (String name : getHeaderNames()) {
            all.put(name, getHeaders(name));
        }
        return all;
    }

    @Override
    public List<String> getHeaders(String name) {
        return core.getHeaders().getValuesList(name);
    }

    @Override
    public int getStatusCode() {
        return core.getStatus();
    }
}
