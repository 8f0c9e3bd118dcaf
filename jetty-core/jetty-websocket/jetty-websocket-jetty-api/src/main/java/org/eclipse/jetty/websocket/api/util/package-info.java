/** URIs and names of fields. */
@NullMarked
package org.eclipse.jetty.websocket.api.util;

import org.jspecify.annotations.NullMarked;
