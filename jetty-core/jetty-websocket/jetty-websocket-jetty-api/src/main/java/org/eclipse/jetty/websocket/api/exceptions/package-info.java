/** What can fail, and the codes that sessions are closed with. */
@NullMarked
package org.eclipse.jetty.websocket.api.exceptions;

import org.jspecify.annotations.NullMarked;
