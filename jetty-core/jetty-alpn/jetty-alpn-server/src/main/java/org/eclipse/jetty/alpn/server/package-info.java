/** ALPN (RFC 7301) for connectors. */
package org.eclipse.jetty.alpn.server;
