/** ALPN of clients by the TLS engine of the JDK. */
@NullMarked
package org.eclipse.jetty.alpn.java.client;

import org.jspecify.annotations.NullMarked;
