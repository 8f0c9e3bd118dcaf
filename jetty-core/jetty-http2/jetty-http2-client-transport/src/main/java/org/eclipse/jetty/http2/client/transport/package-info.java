/** The HTTP client over HTTP/2 (RFC 9113). */
package org.eclipse.jetty.http2.client.transport;
