/** Clients: endpoints of the Jetty API connected by the opening handshake (RFC 6455, section 4.1). */
@NullMarked
package org.eclipse.jetty.websocket.client;

import org.jspecify.annotations.NullMarked;
