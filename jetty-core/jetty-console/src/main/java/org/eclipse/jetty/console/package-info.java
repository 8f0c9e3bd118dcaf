/** The console: a page and its data for operators of a running server. */
@NullMarked
package org.eclipse.jetty.console;

import org.jspecify.annotations.NullMarked;
