/** ALPN by the TLS engine of Conscrypt. */
package org.eclipse.jetty.alpn.conscrypt.server;
