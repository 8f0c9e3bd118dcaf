/** URIs and names of fields. */
package org.eclipse.jetty.websocket.api.util;
