/** The opening handshake, over HTTP/1.1 and HTTP/2, and the request and response that it shows to applications. */
@NullMarked
package org.eclipse.jetty.websocket.core.server.internal;

import org.jspecify.annotations.NullMarked;
