/**
 * Endpoints of the Jetty API above the core.
 *
 * <pre>
 * endpoint class --EndpointMethods, once per class--&gt; methods and sinks
 * WebSocketCoreSession --frames--&gt; JettyWebSocketFrameHandler --&gt; MessageSink --&gt; endpoint
 *                      &lt;--frames-- WebSocketSession &lt;-- endpoint
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.websocket.common;

import org.jspecify.annotations.NullMarked;
