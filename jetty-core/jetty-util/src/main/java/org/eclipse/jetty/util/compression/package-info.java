/** Pools of inflaters and deflaters. */
@NullMarked
package org.eclipse.jetty.util.compression;

import org.jspecify.annotations.NullMarked;
