/** Servlets that upgrade requests to WebSocket, with the Jetty WebSocket API. */
@NullMarked
package org.eclipse.jetty.ee10.websocket.server;

import org.jspecify.annotations.NullMarked;
