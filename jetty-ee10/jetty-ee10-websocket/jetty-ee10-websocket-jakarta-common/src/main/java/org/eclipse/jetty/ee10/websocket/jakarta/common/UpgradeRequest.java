package org.eclipse.jetty.ee10.websocket.jakarta.common;

import java.net.URI;
import java.security.Principal;
import java.util.Map;

/**
 * What a session says about the request that began it. Immutable.
 *
 * @param uri the whole URI of the request; never null
 * @param principal who the user is, or null
 * @param pathParameters the variables of the endpoint's path, by name
 * @param httpSessionId the id that the user's HTTP session had, or null
 */
public record UpgradeRequest(URI uri, Principal principal, Map<String, String> pathParameters, String httpSessionId) {
    /** Makes that of a client. */
    public UpgradeRequest(URI uri) {
        this(uri, null, Map.of(), null);
    }
}
