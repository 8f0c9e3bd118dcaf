/**
 * Filters and servlets that web applications may use, by their descriptors or by code:
 *
 * <pre>
 * CrossOriginFilter    which scripts of other origins may read responses (CORS)
 * DoSFilter            limits the rate of the requests of each client
 * QoSFilter            limits the requests that are served concurrently, by priority
 * HeaderFilter         sets fields of responses
 * EventSourceServlet   sends events to browsers (Server-Sent Events)
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.ee10.servlets;

import org.jspecify.annotations.NullMarked;
