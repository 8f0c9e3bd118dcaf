/** ALPN by the TLS engine of Bouncy Castle. */
@NullMarked
package org.eclipse.jetty.alpn.bouncycastle.server;

import org.jspecify.annotations.NullMarked;
