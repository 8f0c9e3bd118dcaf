package org.eclipse.jetty.server.internal.log;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * The bytes of content that were sent.
 *
 * @param clf whether there is "-" where they are none, as in the Common Log Format
 */
record LogSent(boolean clf) implements LogFormat.Part {
    @Override
    public void append(LogLine line, Request request, Response response) {
        long count = Response.getContentBytesWritten(response);
        LogParts.number(line, clf && count == 0 ? -1 : count);
    }
}
