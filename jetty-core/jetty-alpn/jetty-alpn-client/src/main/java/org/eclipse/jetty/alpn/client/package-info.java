/** ALPN (RFC 7301) for clients. */
@NullMarked
package org.eclipse.jetty.alpn.client;

import org.jspecify.annotations.NullMarked;
