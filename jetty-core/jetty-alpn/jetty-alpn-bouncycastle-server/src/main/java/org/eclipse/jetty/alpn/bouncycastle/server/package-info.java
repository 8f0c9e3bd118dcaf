/** ALPN by the TLS engine of Bouncy Castle. */
package org.eclipse.jetty.alpn.bouncycastle.server;
