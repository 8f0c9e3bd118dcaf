/**
 * What goes wrong, and how it is reported: {@link org.eclipse.jetty.start.problems.StartException} ends a command, {@link
 * org.eclipse.jetty.start.problems.Problems} takes what may be one of several, {@link org.eclipse.jetty.start.problems.Origin} says where the cause
 * is. Uses no other room.
 */
@NullMarked
package org.eclipse.jetty.start.problems;

import org.jspecify.annotations.NullMarked;
