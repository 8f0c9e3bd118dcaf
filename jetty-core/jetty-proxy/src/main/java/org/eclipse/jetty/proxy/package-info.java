/**
 * Proxies: {@link org.eclipse.jetty.proxy.ProxyHandler.Reverse} and {@link org.eclipse.jetty.proxy.ProxyHandler.Forward}.
 *
 * <pre>
 * client --request--&gt; ProxyHandler --HttpClient--&gt; server
 *   content: read as the server takes it            content: read as the client takes it
 * </pre>
 *
 * <p>A request to the server is written from the parsed parts of the client's request, never from its bytes, so that both
 * sides agree where a message ends. Tunnels for CONNECT requests are made by
 * {@link org.eclipse.jetty.server.handler.ConnectHandler}.
 */
package org.eclipse.jetty.proxy;
