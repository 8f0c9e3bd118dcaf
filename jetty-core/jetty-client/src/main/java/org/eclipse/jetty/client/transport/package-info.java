/**
 * How requests are carried: the transport of HTTP/1.1, and what all transports have in common.
 *
 * <pre>
 * HttpRequest, of an HttpConversation --&gt; HttpDestination: a queue of HttpExchange --&gt; a connection
 *                                          ResponseListeners &lt;-- HttpResponse &lt;------+
 * </pre>
 *
 * <p>Applications need none of it but the transports; a {@link org.eclipse.jetty.client.ProtocolHandler} that sends requests of its own
 * needs the conversation.
 */
@NullMarked
package org.eclipse.jetty.client.transport;

import org.jspecify.annotations.NullMarked;
