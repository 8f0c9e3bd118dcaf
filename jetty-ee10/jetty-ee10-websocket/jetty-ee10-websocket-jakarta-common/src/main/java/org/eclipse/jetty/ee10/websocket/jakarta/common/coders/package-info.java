/** Encoders and decoders: which one is for which type, and their instances in a session (WebSocket section 4.1). */
@NullMarked
package org.eclipse.jetty.ee10.websocket.jakarta.common.coders;

import org.jspecify.annotations.NullMarked;
