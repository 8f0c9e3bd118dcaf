/** Health checks, and the pages that show their results. */
@NullMarked
package org.eclipse.jetty.health;

import org.jspecify.annotations.NullMarked;
