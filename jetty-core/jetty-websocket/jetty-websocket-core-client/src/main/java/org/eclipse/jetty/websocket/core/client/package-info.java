/** Clients: the opening handshake over HTTP/1.1, in clear text and within TLS (RFC 6455, section 4.1). */
@NullMarked
package org.eclipse.jetty.websocket.core.client;

import org.jspecify.annotations.NullMarked;
