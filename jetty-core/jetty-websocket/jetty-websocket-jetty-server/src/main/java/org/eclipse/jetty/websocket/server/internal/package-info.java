/** The handshake of a server, as the API shows it. */
@NullMarked
package org.eclipse.jetty.websocket.server.internal;

import org.jspecify.annotations.NullMarked;
