/** The standard WebSocket API on the core: containers, sessions and remote endpoints, for servers and clients. */
@NullMarked
package org.eclipse.jetty.ee10.websocket.jakarta.common;

import org.jspecify.annotations.NullMarked;
