/** Attacks a server that is started for it, and reports what held. */
@NullMarked
package org.eclipse.jetty.operations.selftest;

import org.jspecify.annotations.NullMarked;
