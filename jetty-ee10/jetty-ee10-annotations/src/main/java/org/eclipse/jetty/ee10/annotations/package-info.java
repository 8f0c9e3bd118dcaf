/** Configures web applications by the annotations of their classes, and calls their container initializers. */
@NullMarked
package org.eclipse.jetty.ee10.annotations;

import org.jspecify.annotations.NullMarked;
