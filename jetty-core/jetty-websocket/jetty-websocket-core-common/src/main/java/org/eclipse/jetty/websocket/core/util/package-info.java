/** Helpers of the APIs above: methods of endpoints, UTF-8, demand. */
package org.eclipse.jetty.websocket.core.util;
