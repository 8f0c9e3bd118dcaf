/** Annotations of what is managed by JMX, and of the names of constructor arguments. */
@NullMarked
package org.eclipse.jetty.util.annotation;

import org.jspecify.annotations.NullMarked;
