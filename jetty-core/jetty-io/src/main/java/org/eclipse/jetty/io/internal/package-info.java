/** Chunks and buckets of buffers, and the operations on content. */
@NullMarked
package org.eclipse.jetty.io.internal;

import org.jspecify.annotations.NullMarked;
