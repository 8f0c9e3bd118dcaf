/** The check of configurations with balancers. */
@NullMarked
package org.eclipse.jetty.proxy.internal;

import org.jspecify.annotations.NullMarked;
