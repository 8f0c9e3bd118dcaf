/** The checks of rules, and the replacement texts that they share. */
@NullMarked
package org.eclipse.jetty.rewrite.internal;

import org.jspecify.annotations.NullMarked;
