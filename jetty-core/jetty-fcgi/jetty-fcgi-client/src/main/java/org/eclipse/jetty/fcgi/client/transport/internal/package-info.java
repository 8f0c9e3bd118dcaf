/** The connection of FastCGI: the records of requests, and the heads of the responses of scripts. */
@NullMarked
package org.eclipse.jetty.fcgi.client.transport.internal;

import org.jspecify.annotations.NullMarked;
