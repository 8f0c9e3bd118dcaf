/** How login modules ask for name and credential. */
@NullMarked
package org.eclipse.jetty.security.jaas.callback;

import org.jspecify.annotations.NullMarked;
