/**
 * Talks to a running server of the base: {@code --stop}, {@code --restart} and the questions to it.
 */
@NullMarked
package org.eclipse.jetty.start.running;

import org.jspecify.annotations.NullMarked;
