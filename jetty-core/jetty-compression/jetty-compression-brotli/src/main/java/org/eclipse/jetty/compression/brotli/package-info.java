/** The content coding br (RFC 7932). */
package org.eclipse.jetty.compression.brotli;
