/** Unix-domain sockets: {@link org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector}. */
package org.eclipse.jetty.unixdomain.server;
