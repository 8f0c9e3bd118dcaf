/** Callbacks in addition to those of Jakarta Authentication. */
@NullMarked
package org.eclipse.jetty.ee10.security.jaspi.callback;

import org.jspecify.annotations.NullMarked;
