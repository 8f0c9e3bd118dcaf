/** Unix-domain sockets: {@link org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector}. */
@NullMarked
package org.eclipse.jetty.unixdomain.server;

import org.jspecify.annotations.NullMarked;
