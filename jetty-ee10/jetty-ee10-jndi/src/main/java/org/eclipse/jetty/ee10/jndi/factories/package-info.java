/** Factories that make what references in a directory stand for. */
@NullMarked
package org.eclipse.jetty.ee10.jndi.factories;

import org.jspecify.annotations.NullMarked;
