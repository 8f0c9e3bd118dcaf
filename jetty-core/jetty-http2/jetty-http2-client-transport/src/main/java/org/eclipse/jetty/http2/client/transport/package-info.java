/** The HTTP client over HTTP/2 (RFC 9113). */
@NullMarked
package org.eclipse.jetty.http2.client.transport;

import org.jspecify.annotations.NullMarked;
