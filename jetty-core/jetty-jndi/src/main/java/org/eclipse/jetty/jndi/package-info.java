/**
 * Names and what they stand for, kept in memory.
 *
 * <pre>
 * jdbc/one               the initial context: one for the JVM, shared by servers and applications
 * java:comp              the names of one application, which alone sees them
 * java:comp/env          its references and settings (Jakarta EE platform section 5.2)
 * java:module            the same as java:comp, as of any web module
 * java:app               names of the application; a WAR is an application of one module
 * java:global            one for the JVM
 * </pre>
 *
 * The application is the one whose class loader, or a child of it, is the context class loader of the thread
 * ({@link org.eclipse.jetty.jndi.ComponentNaming}). References are resolved by their object factories
 * ({@link javax.naming.spi.NamingManager}), and links followed, whenever they are looked up; anything else is handed out as the object that
 * was bound. Applications cannot change {@code java:comp}, {@code java:module} and {@code java:app} once they run (section 5.2.2).
 *
 * <p>The names of factories are in {@code jndi.properties} of this jar; an application that brings such a file chooses its own.
 */
@NullMarked
package org.eclipse.jetty.jndi;

import org.jspecify.annotations.NullMarked;
