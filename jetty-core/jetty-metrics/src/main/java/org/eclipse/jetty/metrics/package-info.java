/** Measures requests and reads the figures of the server's parts. */
@NullMarked
package org.eclipse.jetty.metrics;

import org.jspecify.annotations.NullMarked;
