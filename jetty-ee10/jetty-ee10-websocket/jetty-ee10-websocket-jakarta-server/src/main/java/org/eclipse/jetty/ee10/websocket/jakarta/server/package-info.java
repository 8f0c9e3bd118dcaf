/** Server endpoints of the standard WebSocket API (WebSocket chapters 3 and 6). */
@NullMarked
package org.eclipse.jetty.ee10.websocket.jakarta.server;

import org.jspecify.annotations.NullMarked;
