/** The sessions of HTTP/2 and their streams, for applications that speak the protocol rather than HTTP (RFC 9113). */
@NullMarked
package org.eclipse.jetty.http2.api;

import org.jspecify.annotations.NullMarked;
