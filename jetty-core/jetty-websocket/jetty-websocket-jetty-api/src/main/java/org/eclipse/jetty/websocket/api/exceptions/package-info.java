/** What can fail, and the codes that sessions are closed with. */
package org.eclipse.jetty.websocket.api.exceptions;
