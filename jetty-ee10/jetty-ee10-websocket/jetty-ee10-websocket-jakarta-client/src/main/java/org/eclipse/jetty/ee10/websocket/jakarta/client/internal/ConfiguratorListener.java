package org.eclipse.jetty.ee10.websocket.jakarta.client.internal;

import jakarta.websocket.ClientEndpointConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.ee10.websocket.jakarta.common.Scope;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.websocket.core.client.UpgradeListener;

/** Has a configurator change the fields of the request, and see those of the response (WebSocket section 3.3). */
public record ConfiguratorListener(ClientEndpointConfig.Configurator configurator, Scope scope)
        implements UpgradeListener {
    @Override
    public void onHandshakeRequest(HttpFields.Mutable headers) {
        Map<String, List<String>> changed = toMap(headers);
        scope.runInScope(() -> configurator.beforeRequest(changed));
        for (String name : List.copyOf(headers.getFieldNamesCollection())) {
            if (!changed.containsKey(name)) {
                headers.remove(name);
            }
        }
        changed.forEach(headers::put);
    }

    @Override
    public void onHandshakeResponse(int status, HttpFields headers) {
        Map<String, List<String>> fields = toMap(headers);
        scope.runInScope(() -> configurator.afterResponse(() -> fields));
    }

    /** Names are found in any case. */
    private static Map<String, List<String>> toMap(HttpFields headers) {
        Map<String, List<String>> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (HttpField field : headers) {
            map.computeIfAbsent(field.getName(), name -> new ArrayList<>()).add(field.getValue());
        }
        return map;
    }
}
