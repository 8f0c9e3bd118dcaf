/**
 * A request, its response and its state, whatever the protocol (docs/request-lifecycle.md). One object of each
 * for one request, for ever.
 */
@NullMarked
package org.eclipse.jetty.server.internal;

import org.jspecify.annotations.NullMarked;
