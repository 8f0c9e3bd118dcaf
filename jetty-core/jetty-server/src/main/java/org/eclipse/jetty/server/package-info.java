/**
 * The way of a request.
 *
 * <pre>
 * ServerConnector -&gt; SocketChannelEndPoint -&gt; HttpConnection (parser, generator)       one per connection
 *     -&gt; HttpStream: content in, response out                                           one per request
 *     -&gt; HttpChannel: request, response, callback, attributes                           one per request
 *     -&gt; Server.handle -&gt; Handler ... -&gt; ContextHandler (class loader, environment) -&gt; Handler
 * </pre>
 *
 * <p>{@link org.eclipse.jetty.server.Handler#handle} either returns false, having done nothing, or returns true and completes the
 * callback, now or later, exactly once. A request has ended when its handler returned, its callback was completed, and the
 * last byte of its response was written; only then may an HTTP/1.1 connection serve the next one. An object that an application
 * gets hold of belongs to one request for ever: after the end it answers with the data of that request, or refuses.
 */
@NullMarked
package org.eclipse.jetty.server;

import org.jspecify.annotations.NullMarked;
