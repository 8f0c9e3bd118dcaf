/**
 * The client's side of HTTP/2 (RFC 9113).
 *
 * <pre>
 * HTTP2Client --connect--&gt; Session --newStream--&gt; Stream --&gt; Stream.Listener
 * </pre>
 *
 * <p>An application that speaks HTTP uses the {@code HttpClient} with the transport for HTTP/2 instead.
 */
@NullMarked
package org.eclipse.jetty.http2.client;

import org.jspecify.annotations.NullMarked;
