/**
 * The commands of start.jar. {@link org.eclipse.jetty.start.cli.Commands} finds the one that the arguments ask for.
 */
@NullMarked
package org.eclipse.jetty.start.cli;

import org.jspecify.annotations.NullMarked;
