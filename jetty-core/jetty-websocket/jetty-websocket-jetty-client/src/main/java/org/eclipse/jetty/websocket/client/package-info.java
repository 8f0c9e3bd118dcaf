/** Clients: endpoints of the Jetty API connected by the opening handshake (RFC 6455, section 4.1). */
package org.eclipse.jetty.websocket.client;
