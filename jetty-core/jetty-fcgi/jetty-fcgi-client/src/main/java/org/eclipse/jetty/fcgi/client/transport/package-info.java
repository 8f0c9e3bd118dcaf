/** The transport of the HTTP client over FastCGI. */
package org.eclipse.jetty.fcgi.client.transport;
