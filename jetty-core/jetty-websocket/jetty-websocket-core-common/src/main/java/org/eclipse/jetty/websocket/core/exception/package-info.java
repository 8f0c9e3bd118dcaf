/** What can fail with WebSockets, and the codes that sessions are closed with. */
package org.eclipse.jetty.websocket.core.exception;
