/** Servlets that upgrade requests to WebSocket, with the Jetty WebSocket API. */
package org.eclipse.jetty.ee10.websocket.server;
