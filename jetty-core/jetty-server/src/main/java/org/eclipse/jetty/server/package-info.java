/**
 * The way of a request.
 *
 * <pre>
 * ServerConnector -&gt; SocketChannelEndPoint -&gt; HttpConnection (parser, generator)       one per connection
 *     -&gt; HttpStream: content in, response out                                           one per request, recycled by HTTP/1.1
 *     -&gt; HttpChannel: request, response, callback, attributes                           one per request connection
 *     -&gt; Server.handle -&gt; Handler ... -&gt; ContextHandler (class loader, environment) -&gt; Handler
 * </pre>
 *
 * <p>{@link org.eclipse.jetty.server.Handler#handle} either returns false, having done nothing, or returns true and completes the
 * callback, now or later, exactly once. A request has ended when its handler returned, its callback was completed, and the
 * last byte of its response was written; only then may the connection serve the next one. The Request and Response objects
 * of an HTTP/1.1 connection are the same instances for all of its requests: who keeps one beyond its end sees the next.
 */
package org.eclipse.jetty.server;
