/** ALPN (RFC 7301) for connectors. */
@NullMarked
package org.eclipse.jetty.alpn.server;

import org.jspecify.annotations.NullMarked;
