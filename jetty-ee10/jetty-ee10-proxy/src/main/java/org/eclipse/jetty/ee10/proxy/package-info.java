/**
 * Servlets that pass requests on to other servers, as {@link org.eclipse.jetty.proxy.ProxyHandler} does without servlets.
 *
 * <pre>
 * ProxyServlet            blocking streams of the client: its content passes through overridable methods
 *   AsyncProxyServlet     the same without a thread that waits for the client
 *   BalancerServlet       chooses among several servers
 * AsyncMiddleManServlet   changes content on its way
 * </pre>
 *
 * <p>The classes named {@code Transparent} map the paths of a prefix to one server; the others are forward proxies.
 */
@NullMarked
package org.eclipse.jetty.ee10.proxy;

import org.jspecify.annotations.NullMarked;
