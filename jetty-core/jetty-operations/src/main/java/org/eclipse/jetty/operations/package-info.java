/** Shows operators what a running server does: request log of JSON objects, Server-Timing, diagnostics. */
@NullMarked
package org.eclipse.jetty.operations;

import org.jspecify.annotations.NullMarked;
