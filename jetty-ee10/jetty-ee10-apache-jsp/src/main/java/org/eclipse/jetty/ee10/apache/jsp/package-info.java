/**
 * Starts the Apache JSP engine in a web application.
 *
 * <p>The engine is found as a {@code ServletContainerInitializer}. It is given the tag library descriptors that the
 * application's configuration has found in libraries already, so that jars are read once and those of the server once for
 * all applications. Its log messages go to SLF4J.
 */
package org.eclipse.jetty.ee10.apache.jsp;
