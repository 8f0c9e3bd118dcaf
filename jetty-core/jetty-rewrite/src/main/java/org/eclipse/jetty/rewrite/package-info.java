/** Rules applied before the first handler: {@link org.eclipse.jetty.rewrite.RewriteCustomizer}. */
@NullMarked
package org.eclipse.jetty.rewrite;

import org.jspecify.annotations.NullMarked;
