/** Upgrades of requests to WebSocket within servlet contexts. */
@NullMarked
package org.eclipse.jetty.ee10.websocket.servlet;

import org.jspecify.annotations.NullMarked;
