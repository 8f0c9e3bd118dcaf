/** Encoding of responses and decoding of requests (RFC 9110, sections 8.4 and 12.5.3). */
@NullMarked
package org.eclipse.jetty.compression.server;

import org.jspecify.annotations.NullMarked;
