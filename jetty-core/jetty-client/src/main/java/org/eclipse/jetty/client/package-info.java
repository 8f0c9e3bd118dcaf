/**
 * The HTTP client.
 *
 * <pre>
 * Request --&gt; HttpClient --&gt; Destination (queue, ConnectionPool) --&gt; Connection --&gt; network
 *                                                             |
 * listeners, Result &lt;-- ProtocolHandlers &lt;-- HttpExchange &lt;----------+
 * </pre>
 *
 * <p>An application sends a request, which begins a conversation. Each request of the conversation is an exchange with one response:
 * the first one, and those that follow by redirection and authentication. An exchange waits in the queue of its destination
 * until the pool has a connection, is sent, and its response is read as its listeners demand. One word of the exchange decides
 * how it ends: with the end of the response, or with the first failure, abort or time limit; whatever comes later has no effect.
 *
 * <p>Every object that listeners are given belongs to one request and is not used again. Buffers are pooled, and counted by the
 * chunks that refer to them.
 */
@NullMarked
package org.eclipse.jetty.client;

import org.jspecify.annotations.NullMarked;
