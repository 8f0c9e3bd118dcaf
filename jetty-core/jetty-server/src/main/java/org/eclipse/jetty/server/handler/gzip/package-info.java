/** Compression of responses and decompression of requests by gzip (RFC 1952). */
@NullMarked
package org.eclipse.jetty.server.handler.gzip;

import org.jspecify.annotations.NullMarked;
