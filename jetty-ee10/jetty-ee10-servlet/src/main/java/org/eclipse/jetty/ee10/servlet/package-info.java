/**
 * Servlet contexts on the core server. The way of a request:
 *
 * <pre>
 * ServletContextHandler   finds the servlet, makes the request's ServletChannel
 *   SessionHandler        finds the session that the request names
 *   SecurityHandler       asks who it is, when a constraint wants to know
 *     ServletHandler      gives the request to its channel
 *       ServletChannel    calls filters and servlet, error pages, listeners, as ServletChannelState says
 *         HttpInput       the body in
 *         HttpOutput      the body out, ended with one write
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.ee10.servlet;

import org.jspecify.annotations.NullMarked;
