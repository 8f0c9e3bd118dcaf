/** Counters and samples that any thread may add to. */
@NullMarked
package org.eclipse.jetty.util.statistic;

import org.jspecify.annotations.NullMarked;
