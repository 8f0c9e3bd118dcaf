/** How the Jetty WebSocket API gets into servlet contexts. */
@NullMarked
package org.eclipse.jetty.ee10.websocket.server.config;

import org.jspecify.annotations.NullMarked;
