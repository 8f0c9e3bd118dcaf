/** How servlets and filters upgrade requests. */
@NullMarked
package org.eclipse.jetty.ee10.websocket.server.internal;

import org.jspecify.annotations.NullMarked;
