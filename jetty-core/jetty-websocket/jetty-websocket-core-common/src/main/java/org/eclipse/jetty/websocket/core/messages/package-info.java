/** From frames to messages and back: whole and partial text and bytes, readers and streams. */
package org.eclipse.jetty.websocket.core.messages;
