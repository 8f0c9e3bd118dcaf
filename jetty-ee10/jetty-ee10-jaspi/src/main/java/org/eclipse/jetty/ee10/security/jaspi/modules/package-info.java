/** Authentication modules, and a base for others. */
@NullMarked
package org.eclipse.jetty.ee10.security.jaspi.modules;

import org.jspecify.annotations.NullMarked;
