/** The encoder and the decoder of Zstandard (RFC 8878), and the headers of its frames. */
@NullMarked
package org.eclipse.jetty.compression.zstandard.internal;

import org.jspecify.annotations.NullMarked;
