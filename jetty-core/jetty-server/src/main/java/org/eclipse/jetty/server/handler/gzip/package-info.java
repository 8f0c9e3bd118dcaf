/** Compression of responses and decompression of requests by gzip (RFC 1952). */
package org.eclipse.jetty.server.handler.gzip;
