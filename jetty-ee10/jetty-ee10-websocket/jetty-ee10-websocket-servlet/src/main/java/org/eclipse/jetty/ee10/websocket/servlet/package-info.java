/** Upgrades of requests to WebSocket within servlet contexts. */
package org.eclipse.jetty.ee10.websocket.servlet;
