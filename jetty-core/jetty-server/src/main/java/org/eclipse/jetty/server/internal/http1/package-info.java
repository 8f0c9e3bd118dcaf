/**
 * HTTP/1.1 (RFC 9112): a connection with its input and output, and the stream of the request that is under
 * way.
 */
@NullMarked
package org.eclipse.jetty.server.internal.http1;

import org.jspecify.annotations.NullMarked;
