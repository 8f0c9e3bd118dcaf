/** Where the versions of the WebSocket API differ: types of the same names for each. */
@NullMarked
package org.eclipse.jetty.ee10.websocket.jakarta.client.api;

import org.jspecify.annotations.NullMarked;
