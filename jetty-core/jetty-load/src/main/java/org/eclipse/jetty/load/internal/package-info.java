/** How a load is made, measured and reported. */
@NullMarked
package org.eclipse.jetty.load.internal;

import org.jspecify.annotations.NullMarked;
