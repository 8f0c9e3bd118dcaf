/** Incoming messages: their kinds, and who takes them as what (WebSocket sections 2.5 and 4.7). */
@NullMarked
package org.eclipse.jetty.ee10.websocket.jakarta.common.messages;

import org.jspecify.annotations.NullMarked;
