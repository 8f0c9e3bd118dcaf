/** Endpoints, sessions and callbacks of WebSocket applications. */
package org.eclipse.jetty.websocket.api;
