/** The content coding gzip (RFC 1952). */
package org.eclipse.jetty.compression.gzip;
