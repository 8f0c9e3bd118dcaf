package org.eclipse.jetty.websocket.api;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The response of an opening handshake. */
public interface UpgradeResponse {
    /** The subprotocol. */
    @Nullable
    String getAcceptedSubProtocol();

    List<ExtensionConfig> getExtensions();

    /** The value of a field. */
    @Nullable
    String getHeader(String name);

    Set<String> getHeaderNames();

    Map<String, List<String>> getHeaders();

    List<String> getHeaders(String name);

    int getStatusCode();
}
