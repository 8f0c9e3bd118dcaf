package org.eclipse.jetty.websocket.client;

import java.util.List;
import java.util.Map;
import org.eclipse.jetty.websocket.api.UpgradeResponse;

/**
 * Is notified of an opening handshake (RFC 6455, section 4.1), by the thread that makes it; what it throws fails the connecting.
 *
 * <pre>
 * client.connect(endpoint, uri, new JettyUpgradeListener() {
 *     public void onHandshakeRequest(Map&lt;String, List&lt;String&gt;&gt; fields) {
 *         fields.put("Authorization", List.of("Bearer " + token()));
 *     }
 * });
 * </pre>
 */
public interface JettyUpgradeListener {
    /**
     * The request is about to be sent.
     *
     * @param fields all of them, those of the handshake too, by name in any case; may be changed
     */
    default void onHandshakeRequest(Map<String, List<String>> fields) {}

    /** The head of a response has come, whatever its status. */
    default void onHandshakeResponse(UpgradeResponse response) {}
}
