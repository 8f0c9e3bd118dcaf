/** Life cycles: components, the containers that start and stop them, and their dumps. */
@NullMarked
package org.eclipse.jetty.util.component;

import org.jspecify.annotations.NullMarked;
