/** Endpoints: annotated classes and their rules, and what a session calls (WebSocket chapters 2 and 4). */
@NullMarked
package org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint;

import org.jspecify.annotations.NullMarked;
