/**
 * What the connections of servers and clients have in common: the table of streams, windows, turns, buffers, time limits.
 *
 * <pre>
 * content, fields --&gt; {@link org.eclipse.jetty.http2.internal.FrameOutput} --&gt; FrameBuffers --&gt; BatchWrite --&gt; network
 *                     |  StreamTable of {@link org.eclipse.jetty.http2.internal.FlowStream}
 * network --&gt; FrameParser --&gt; {@link org.eclipse.jetty.http2.internal.ReceivedContent} --&gt; application
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.http2.internal;

import org.jspecify.annotations.NullMarked;
