/** How the client of the Jetty WebSocket API gets into web applications. */
package org.eclipse.jetty.ee10.websocket.client.config;
