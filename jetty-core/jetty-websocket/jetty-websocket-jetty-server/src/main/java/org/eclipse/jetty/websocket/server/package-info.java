/**
 * Upgrades requests to endpoints of the Jetty API.
 *
 * <pre>
 * ContextHandler -&gt; WebSocketUpgradeHandler -&gt; ServerWebSocketContainer: path -&gt; WebSocketCreator -&gt; endpoint
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.websocket.server;

import org.jspecify.annotations.NullMarked;
