/** The transport of the HTTP client over FastCGI. */
@NullMarked
package org.eclipse.jetty.fcgi.client.transport;

import org.jspecify.annotations.NullMarked;
