/** Lines of the request log, and a limit of lines that an event may write into the log. */
package org.eclipse.jetty.server.internal.log;
