/** How the Jetty WebSocket API gets into servlet contexts. */
package org.eclipse.jetty.ee10.websocket.server.config;
