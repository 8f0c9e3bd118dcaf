/** Annotations of the methods of endpoints. */
package org.eclipse.jetty.websocket.api.annotations;
