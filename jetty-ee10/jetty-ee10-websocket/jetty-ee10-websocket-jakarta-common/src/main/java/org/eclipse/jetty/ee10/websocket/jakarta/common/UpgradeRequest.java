package org.eclipse.jetty.ee10.websocket.jakarta.common;

import java.net.URI;
import java.security.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a session says about the request that began it. Immutable.
 *
 * @param uri the whole URI of the request
 * @param principal who the user is; null for nobody
 * @param pathParameters the variables of the endpoint's path, by name
 * @param httpSessionId the id that the user's HTTP session had; null for none
 */
public record UpgradeRequest(
        URI uri,
        @Nullable Principal principal,
        Map<String, String> pathParameters,
        @Nullable String httpSessionId) {
    /** Makes that of a client. */
    public UpgradeRequest(URI uri) {
        this(uri, null, Map.of(), null);
    }
}
