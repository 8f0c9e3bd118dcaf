/**
 * A server that is replaced by another one without losing a request: the listening sockets are passed on, and
 * what is under way ends.
 */
@NullMarked
package org.eclipse.jetty.server.internal.restart;

import org.jspecify.annotations.NullMarked;
