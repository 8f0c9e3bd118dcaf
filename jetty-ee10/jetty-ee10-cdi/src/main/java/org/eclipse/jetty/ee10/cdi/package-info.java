/**
 * Lets an implementation of CDI, which the application brings, inject into listeners, filters and servlets.
 *
 * <pre>
 * CdiSpiDecorator          by the interfaces of CDI, as the application has them: no help of the implementation is needed
 * CdiDecoratingListener    the implementation sets a decorator as a context attribute, as Weld does
 * </pre>
 *
 * The mode is the value of the context's initialisation parameter, or of its or the server's attribute, {@code org.eclipse.jetty.cdi}.
 */
@NullMarked
package org.eclipse.jetty.ee10.cdi;

import org.jspecify.annotations.NullMarked;
