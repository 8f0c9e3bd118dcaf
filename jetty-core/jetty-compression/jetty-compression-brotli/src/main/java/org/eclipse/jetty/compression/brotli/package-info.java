/** The content coding br (RFC 7932). */
@NullMarked
package org.eclipse.jetty.compression.brotli;

import org.jspecify.annotations.NullMarked;
