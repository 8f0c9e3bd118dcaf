package org.eclipse.jetty.websocket.client.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.websocket.client.JettyUpgradeListener;
import org.eclipse.jetty.websocket.core.client.UpgradeListener;

/** Tells a listener of the API of a handshake of the core. */
public record ListenerOfFields(JettyUpgradeListener listener) implements UpgradeListener {
    @Override
    public void onHandshakeRequest(HttpFields.Mutable headers) {
        Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (HttpField field : headers) {
            fields.computeIfAbsent(field.getName(), name -> new ArrayList<>()).add(field.getValue());
        }
        listener.onHandshakeRequest(fields);
        for (String name : List.copyOf(headers.getFieldNamesCollection())) {
            if (!fields.containsKey(name)) {
                headers.remove(name);
            }
        }
        fields.forEach(headers::put);
    }

    @Override
    public void onHandshakeResponse(int status, HttpFields headers) {
        listener.onHandshakeResponse(new Response(status, headers.asImmutable()));
    }
}
