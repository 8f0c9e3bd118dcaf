/**
 * The commands of start.jar. {@link org.eclipse.jetty.start.cli.Commands} finds the one that the arguments ask for.
 */
package org.eclipse.jetty.start.cli;
