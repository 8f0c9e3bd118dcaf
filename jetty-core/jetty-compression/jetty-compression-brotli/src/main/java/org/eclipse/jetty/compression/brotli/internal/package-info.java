/** The encoder and the decoder of Brotli (RFC 7932). */
@NullMarked
package org.eclipse.jetty.compression.brotli.internal;

import org.jspecify.annotations.NullMarked;
