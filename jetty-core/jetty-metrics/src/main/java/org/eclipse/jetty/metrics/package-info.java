/** Measures requests and reads the figures of the server's parts. */
package org.eclipse.jetty.metrics;
