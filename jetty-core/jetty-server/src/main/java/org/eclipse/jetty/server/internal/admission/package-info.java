/**
 * What is let in: connections by rate and number, handshakes that fail, requests by a limit that follows the
 * latency.
 */
@NullMarked
package org.eclipse.jetty.server.internal.admission;

import org.jspecify.annotations.NullMarked;
