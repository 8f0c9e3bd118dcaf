/** Endpoints, sessions and callbacks of WebSocket applications. */
@NullMarked
package org.eclipse.jetty.websocket.api;

import org.jspecify.annotations.NullMarked;
