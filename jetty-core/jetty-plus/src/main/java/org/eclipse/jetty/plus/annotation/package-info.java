/** Injections and life-cycle callbacks, as annotations or a deployment descriptor declare them. */
@NullMarked
package org.eclipse.jetty.plus.annotation;

import org.jspecify.annotations.NullMarked;
