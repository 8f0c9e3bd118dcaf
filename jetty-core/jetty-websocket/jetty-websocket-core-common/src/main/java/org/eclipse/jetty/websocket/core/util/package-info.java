/** Helpers of the APIs above: methods of endpoints, UTF-8, demand. */
@NullMarked
package org.eclipse.jetty.websocket.core.util;

import org.jspecify.annotations.NullMarked;
