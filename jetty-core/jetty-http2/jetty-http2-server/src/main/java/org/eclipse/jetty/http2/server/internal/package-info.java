/** The connections of a server and their streams, which the factories of HTTP/2 create. */
@NullMarked
package org.eclipse.jetty.http2.server.internal;

import org.jspecify.annotations.NullMarked;
