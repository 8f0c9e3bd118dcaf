/** What can fail with WebSockets, and the codes that sessions are closed with. */
@NullMarked
package org.eclipse.jetty.websocket.core.exception;

import org.jspecify.annotations.NullMarked;
