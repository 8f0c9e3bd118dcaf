/** How the client of the Jetty WebSocket API gets into web applications. */
@NullMarked
package org.eclipse.jetty.ee10.websocket.client.config;

import org.jspecify.annotations.NullMarked;
