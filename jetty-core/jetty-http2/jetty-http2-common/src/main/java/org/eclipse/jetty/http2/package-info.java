/**
 * Frames of HTTP/2 (RFC 9113) and what is decided about them without knowing streams.
 *
 * <pre>
 * bytes -&gt; {@link org.eclipse.jetty.http2.FrameParser} -&gt; FrameParser.Listener
 *          refuses what a frame alone can show to be wrong, with the scope and code of {@link org.eclipse.jetty.http2.HTTP2Exception}
 * {@link org.eclipse.jetty.http2.FrameWriter} -&gt; bytes
 *
 * {@link org.eclipse.jetty.http2.FlowControlStrategy}  when to tell the other side that its bytes were consumed
 * {@link org.eclipse.jetty.http2.RateControl}          how many events that cost work are too many
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.http2;

import org.jspecify.annotations.NullMarked;
