/**
 * Upgrades requests to endpoints of the Jetty API.
 *
 * <pre>
 * ContextHandler -&gt; WebSocketUpgradeHandler -&gt; ServerWebSocketContainer: path -&gt; WebSocketCreator -&gt; endpoint
 * </pre>
 */
package org.eclipse.jetty.websocket.server;
