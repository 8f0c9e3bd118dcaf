/** ALPN (RFC 7301) for clients. */
package org.eclipse.jetty.alpn.client;
