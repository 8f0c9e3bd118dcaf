/** The console: a page and its data for operators of a running server. */
package org.eclipse.jetty.console;
