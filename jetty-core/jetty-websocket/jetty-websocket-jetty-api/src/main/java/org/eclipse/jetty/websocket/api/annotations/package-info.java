/** Annotations of the methods of endpoints. */
@NullMarked
package org.eclipse.jetty.websocket.api.annotations;

import org.jspecify.annotations.NullMarked;
