/**
 * How bytes reach a connection and leave it.
 *
 * <pre>
 * ManagedSelector.select -&gt; ready keys -&gt; SelectableChannelEndPoint.onSelected -&gt; task -&gt; Connection.onFillable
 *                                                                                  Connection: EndPoint.fill, EndPoint.write
 * </pre>
 *
 * <p>Read interest stays registered with the selector while a connection is served; readiness that shows up meanwhile is
 * masked lazily, so that a request costs no interest change. Buffers come from a {@link ByteBufferPool}; who acquires or
 * retains one releases it on every path.
 */
@NullMarked
package org.eclipse.jetty.io;

import org.jspecify.annotations.NullMarked;
