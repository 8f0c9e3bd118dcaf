/** ALPN by the TLS engine of Conscrypt. */
@NullMarked
package org.eclipse.jetty.alpn.conscrypt.server;

import org.jspecify.annotations.NullMarked;
