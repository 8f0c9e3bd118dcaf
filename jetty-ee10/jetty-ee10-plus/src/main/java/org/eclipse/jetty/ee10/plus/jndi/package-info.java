/** Entries that need types of the environment's API. */
@NullMarked
package org.eclipse.jetty.ee10.plus.jndi;

import org.jspecify.annotations.NullMarked;
