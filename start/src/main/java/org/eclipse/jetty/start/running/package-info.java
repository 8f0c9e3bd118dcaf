/**
 * Talks to a running server of the base: {@code --stop}, {@code --restart} and the questions to it.
 */
package org.eclipse.jetty.start.running;
