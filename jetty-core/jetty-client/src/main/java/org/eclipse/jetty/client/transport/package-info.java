/** How requests are carried: HTTP/1.1. */
package org.eclipse.jetty.client.transport;
