/** Rules applied before the first handler: {@link org.eclipse.jetty.rewrite.RewriteCustomizer}. */
package org.eclipse.jetty.rewrite;
