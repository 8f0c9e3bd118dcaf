/** Handlers, from contexts of applications to limits of what clients may do. */
@NullMarked
package org.eclipse.jetty.server.handler;

import org.jspecify.annotations.NullMarked;
