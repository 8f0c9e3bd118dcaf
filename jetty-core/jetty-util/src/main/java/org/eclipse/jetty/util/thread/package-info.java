/** Thread pools, schedulers, and what tells whether a task blocks. */
@NullMarked
package org.eclipse.jetty.util.thread;

import org.jspecify.annotations.NullMarked;
