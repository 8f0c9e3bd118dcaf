/**
 * Starts the server in this JVM or in a second one.
 */
@NullMarked
package org.eclipse.jetty.start.launch;

import org.jspecify.annotations.NullMarked;
