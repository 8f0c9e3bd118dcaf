/** The content coding zstd (RFC 8878, RFC 9659). */
@NullMarked
package org.eclipse.jetty.compression.zstandard;

import org.jspecify.annotations.NullMarked;
