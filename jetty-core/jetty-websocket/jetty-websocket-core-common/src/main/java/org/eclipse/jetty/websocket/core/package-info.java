/**
 * WebSocket connections (RFC 6455) with extensions (RFC 7692), below any API.
 *
 * <pre>
 * EndPoint --bytes--&gt; WebSocketConnection --&gt; FrameParser --Frame--&gt; ExtensionStack --&gt; WebSocketCoreSession --&gt; FrameHandler
 *          &lt;--bytes-- FrameFlusher &lt;-- FrameGenerator &lt;--Frame-- ExtensionStack &lt;-- fragmentation &lt;-- CoreSession.sendFrame
 * </pre>
 *
 * <p><b>Reading.</b> A frame is read when {@link org.eclipse.jetty.websocket.core.CoreSession#demand()} asks for it. One
 * thread at a time has the turn of a connection: it fills, parses, and calls the handler, so that the handler's methods are
 * never called at the same time. A frame that fits into the input buffer comes whole, without a copy; a larger one comes as
 * fragments, or is gathered up to the largest frame allowed. Without bytes the connection holds no buffer.
 *
 * <p><b>Writing.</b> Frames are queued from any thread; one write takes as many as fit into the output buffer. The queue is
 * bounded in frames and bytes, frames and messages may have time limits.
 *
 * <p><b>Closing</b> (section 7) is a state machine, of which each transition happens once:
 *
 * <pre>
 * CONNECTING --handler's onOpen succeeded--&gt; OPEN
 * OPEN   --Close sent--&gt;      OSHUT   what comes is dropped unless demanded; limited by the idle timeout
 * OPEN   --Close received--&gt;  ISHUT   the handler is told; then the Close is answered
 * OSHUT  --Close received--&gt;  CLOSED
 * ISHUT  --Close sent--&gt;      CLOSED
 * any    --failure--&gt;         CLOSED  a Close with the code of the failure is sent if none was: the handler's onError
 * any    --end of input--&gt;    CLOSED
 * CLOSED                      the handler's onClosed; then output is shut down, input drained for a while, and closed
 * </pre>
 *
 * <p>The code of the session is that of the Close that was received, also if another one was sent before (section 7.1.5).
 * Without one it is the code of the failure, or 1006.
 *
 * <p>Failures have these codes: 1002 violations of the protocol, 1007 text that is not UTF-8, 1008 a receiver that does not
 * take what is sent, 1009 frames and messages that are too large, 1001 idle timeouts, 1011 what the handler throws, 1006 the
 * loss of the connection.
 */
@NullMarked
package org.eclipse.jetty.websocket.core;

import org.jspecify.annotations.NullMarked;
