/** TLS (RFC 8446, RFC 5246) between an endpoint of the network and a connection that sees plain bytes. */
@NullMarked
package org.eclipse.jetty.io.ssl;

import org.jspecify.annotations.NullMarked;
