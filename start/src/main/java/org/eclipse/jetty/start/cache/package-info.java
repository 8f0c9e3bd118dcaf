/**
 * {@code --train}: the archive of classes that later starts use, and starts by it.
 */
@NullMarked
package org.eclipse.jetty.start.cache;

import org.jspecify.annotations.NullMarked;
