/** A key store with a self-signed certificate, made at the first start of a server that has no other one. */
package org.eclipse.jetty.keystore;
