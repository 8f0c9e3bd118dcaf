/**
 * {@code --train}: the archive of classes that later starts use, and starts by it.
 */
package org.eclipse.jetty.start.cache;
