/**
 * The JVM that becomes the server: its command line, its class loaders, and what a second JVM inherits from the first.
 */
@NullMarked
package org.eclipse.jetty.start.jvm;

import org.jspecify.annotations.NullMarked;
