package org.eclipse.jetty.ee10.websocket.jakarta.server.internal;

import jakarta.websocket.HandshakeResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;

/** The response that opens a session, whose fields configurators may change. Confined to the handshake. */
final class ServletHandshakeResponse implements HandshakeResponse {
    private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    ServletHandshakeResponse(HttpFields fields) {
        for (HttpField field : fields) {
            headers.computeIfAbsent(field.getName(), name -> new ArrayList<>()).add(field.getValue());
        }
    }

    /** Names are found in any case. */
    @Override
    public Map<String, List<String>> getHeaders() {
        return headers;
    }

    /** Puts what was changed into the response. */
    void applyTo(HttpFields.Mutable fields) {
        for (String name : List.copyOf(fields.getFieldNamesCollection())) {
            if (!headers.containsKey(name)) {
                fields.remove(name);
            }
        }
        headers.forEach((name, values) -> {
            if (!values.equals(fields.getValuesList(name))) {
                fields.put(name, values);
            }
        });
    }
}
