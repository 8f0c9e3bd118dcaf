/** ALPN of clients by the TLS engine of the JDK. */
package org.eclipse.jetty.alpn.java.client;
