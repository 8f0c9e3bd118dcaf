/** Events of the flight recorder about scheduling. */
@NullMarked
package org.eclipse.jetty.util.thread.internal;

import org.jspecify.annotations.NullMarked;
