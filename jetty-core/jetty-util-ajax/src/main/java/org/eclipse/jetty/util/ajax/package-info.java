/** Reads and writes JSON (RFC 8259): {@link org.eclipse.jetty.util.ajax.JSON}, and {@link org.eclipse.jetty.util.ajax.AsyncJSON} as its bytes arrive. */
@NullMarked
package org.eclipse.jetty.util.ajax;

import org.jspecify.annotations.NullMarked;
