/** The content coding zstd (RFC 8878, RFC 9659). */
package org.eclipse.jetty.compression.zstandard;
