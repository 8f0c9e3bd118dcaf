/** The factory of the URL scheme {@code java}, where the naming manager looks for it. */
package org.eclipse.jetty.jndi.java;
