/**
 * HTTP/2 for connectors (RFC 9113): factories of connections, within TLS by ALPN and in clear text by prior knowledge or an
 * upgrade of HTTP/1.1.
 *
 * <pre>
 * EndPoint -&gt; HTTP2ServerConnection   fills, parses, and produces tasks: requests, content that came, failures
 *               AdaptiveExecutionStrategy   chooses their threads; chained under that of the selector
 *               FrameHandler          what frames do to streams and settings, and what they cost
 *               TaskQueue, IdleStreams, OpenStreams   tasks that wait, timeouts, streams that are open
 *               PushPromises          streams that this side promises
 *             Http2Stream             one request and response: handles it, and ends it
 *               InboundStream         its content, until the application reads it
 *               OutboundStream        what the response may contain, and the time to take it
 *             Http2Output             all that is written, in the order of the wire: windows, turns
 *               ResponseEncoder, FrameBuffers, BatchWrite   fields, memory, the write to the network
 *          &lt;- one write for the responses to all that one read brought
 * </pre>
 *
 * <p><b>Threads.</b> The connection is a producer whose own invocation neither blocks nor has to be waited for: where the
 * selector's strategy has a thread set aside, requests are handled by the thread that parsed them, while production can be
 * taken over; where it has none, they are queued. So frames of flow control are parsed, and acted upon, even when every
 * thread of the pool is blocked.
 *
 * <p><b>Writing.</b> Frames are copied into pooled buffers under the one lock of the connection, so that a small response
 * is done when it is copied; the thread that parses flushes when it has used up what it read, every other one at once. What
 * flow control or a slow network does not let out stays where it is, in the buffers of the application, whose callback waits.
 */
@NullMarked
package org.eclipse.jetty.http2.server;

import org.jspecify.annotations.NullMarked;
