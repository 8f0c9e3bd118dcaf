package org.eclipse.jetty.server.internal.log;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** The status code. */
record LogStatus() implements LogFormat.Part {
    @Override
    public void append(LogLine line, Request request, Response response) {
        line.append(response.getStatus());
    }
}
