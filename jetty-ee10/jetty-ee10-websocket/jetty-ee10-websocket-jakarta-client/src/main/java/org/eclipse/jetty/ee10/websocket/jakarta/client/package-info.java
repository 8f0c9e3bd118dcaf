/** Clients of the standard WebSocket API (WebSocket section 3.3). */
@NullMarked
package org.eclipse.jetty.ee10.websocket.jakarta.client;

import org.jspecify.annotations.NullMarked;
