/** Execution strategies: which thread produces tasks, and which one runs them. */
@NullMarked
package org.eclipse.jetty.util.thread.strategy;

import org.jspecify.annotations.NullMarked;
