/**
 * The server's side of the opening handshake (RFC 6455, section 4.2, RFC 8441).
 *
 * <pre>
 * WebSocketUpgradeHandler -&gt; WebSocketMappings: path -&gt; WebSocketNegotiator -&gt; Handshaker
 *   -&gt; checks the request: 400, 426                         an HTTP answer, no upgrade
 *   -&gt; WebSocketNegotiator.negotiate(request, response)     subprotocol, extensions, Origin: a FrameHandler, or an answer
 *   -&gt; 101 (HTTP/1.1) or 200 (HTTP/2); the WebSocketConnection takes the endpoint over
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.websocket.core.server;

import org.jspecify.annotations.NullMarked;
