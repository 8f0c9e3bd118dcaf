/** Shows operators what a running server does: request log of JSON objects, Server-Timing, diagnostics. */
package org.eclipse.jetty.operations;
