/**
 * What is let in: connections by rate and number, handshakes that fail, requests by a limit that follows the
 * latency.
 */
package org.eclipse.jetty.server.internal.admission;
