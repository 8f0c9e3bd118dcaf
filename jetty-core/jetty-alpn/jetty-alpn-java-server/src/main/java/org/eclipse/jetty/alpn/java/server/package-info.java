/** ALPN by the TLS engine of the JDK. */
@NullMarked
package org.eclipse.jetty.alpn.java.server;

import org.jspecify.annotations.NullMarked;
