/** The factory of the URL scheme {@code java}, where the naming manager looks for it. */
@NullMarked
package org.eclipse.jetty.jndi.java;

import org.jspecify.annotations.NullMarked;
