/** The content coding gzip (RFC 1952). */
@NullMarked
package org.eclipse.jetty.compression.gzip;

import org.jspecify.annotations.NullMarked;
