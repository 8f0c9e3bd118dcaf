/**
 * Proxies: {@link org.eclipse.jetty.proxy.ProxyHandler.Reverse}, {@link org.eclipse.jetty.proxy.ProxyHandler.Forward} and
 * {@link org.eclipse.jetty.proxy.BalancerHandler}.
 *
 * <pre>
 * client --request--&gt; ProxyHandler --HttpClient--&gt; server
 *   content: read as the server takes it            content: read as the client takes it
 * </pre>
 *
 * <p>A request to the server is written from the parsed parts of the client's request, never from its bytes, so that both
 * sides agree where a message ends. Tunnels for CONNECT requests are made by
 * {@link org.eclipse.jetty.server.handler.ConnectHandler}.
 *
 * <h2>The balancer</h2>
 *
 * <pre>
 * BackendsFile --settings--&gt; Backends: the Backend objects, each UP, DRAINING, EJECTED or DOWN
 *
 * BalancedRequest
 *   1. StickySessions   the back end that the client sticks to, if it is UP or DRAINING and has room
 *   2. BackendChoice    LeastRequests or ConsistentHash, of those that are UP and have room
 *   3. Attempt          the back end counts the request until the attempt has ended
 *        success --&gt; EjectionPolicy counts from zero again
 *        failure --&gt; EjectionPolicy may eject the back end; RetryPolicy allows an Attempt at another one (2.), or not: 502, 504
 *   no back end --&gt; 503 with Retry-After
 *
 * HealthMonitor, one for each back end: HealthProbe asks, HealthCheck says how often and what is expected --&gt; UP or DOWN
 * </pre>
 *
 * <p>{@link org.eclipse.jetty.proxy.BackendState} has the states. A back end that was DOWN or EJECTED, or that is new in a running
 * balancer, has a slow start: its weight grows from a tenth to the whole. The state of a back end outlives changes of its settings, unless
 * its URI changes.
 */
@NullMarked
package org.eclipse.jetty.proxy;

import org.jspecify.annotations.NullMarked;
