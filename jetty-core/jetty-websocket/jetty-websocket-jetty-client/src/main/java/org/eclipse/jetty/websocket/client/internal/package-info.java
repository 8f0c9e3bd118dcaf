/** The handshake of a client, as the API shows it. */
@NullMarked
package org.eclipse.jetty.websocket.client.internal;

import org.jspecify.annotations.NullMarked;
