/** How endpoints are deployed, and requests upgraded for them. */
@NullMarked
package org.eclipse.jetty.ee10.websocket.jakarta.server.internal;

import org.jspecify.annotations.NullMarked;
