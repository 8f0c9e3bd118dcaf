/**
 * Starts the Apache JSP engine in a web application.
 *
 * <p>The engine is found as a {@code ServletContainerInitializer}. It scans no libraries: which tag libraries these have, with
 * their names and listeners, is in the indexes that all applications share (see {@link org.eclipse.jetty.util.archive}). A
 * descriptor is parsed when a page uses it, or when descriptors are to be validated
 * ({@code org.apache.jasper.XML_VALIDATE_TLD}). The engine's log messages go to SLF4J.
 */
@NullMarked
package org.eclipse.jetty.ee10.apache.jsp;

import org.jspecify.annotations.NullMarked;
