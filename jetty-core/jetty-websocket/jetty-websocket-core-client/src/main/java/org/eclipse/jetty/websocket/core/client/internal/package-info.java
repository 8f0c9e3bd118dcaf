/** The request of the opening handshake. */
@NullMarked
package org.eclipse.jetty.websocket.core.client.internal;

import org.jspecify.annotations.NullMarked;
