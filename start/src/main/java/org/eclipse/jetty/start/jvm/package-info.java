/**
 * The JVM that becomes the server: its command line, its class loaders, and what a second JVM inherits from the first.
 */
package org.eclipse.jetty.start.jvm;
