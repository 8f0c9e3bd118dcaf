/** Content codings (RFC 9110, section 8.4.1): their choice, and encoding and decoding without blocking. */
package org.eclipse.jetty.http.coding;
