/**
 * What differs between versions of the Servlet API: the base classes that another environment replaces by its own, while
 * everything else is the same source; and {@link ServletScope}, by which the packages around that of the servlets find the context of
 * an application.
 */
@NullMarked
package org.eclipse.jetty.ee10.servlet.api;

import org.jspecify.annotations.NullMarked;
