/** From frames to messages and back: whole and partial text and bytes, readers and streams. */
@NullMarked
package org.eclipse.jetty.websocket.core.messages;

import org.jspecify.annotations.NullMarked;
