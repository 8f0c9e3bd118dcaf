/** Lines of the request log, and a limit of lines that an event may write into the log. */
@NullMarked
package org.eclipse.jetty.server.internal.log;

import org.jspecify.annotations.NullMarked;
