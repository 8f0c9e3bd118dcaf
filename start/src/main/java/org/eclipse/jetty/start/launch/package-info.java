/**
 * Starts the server in this JVM or in a second one.
 */
package org.eclipse.jetty.start.launch;
