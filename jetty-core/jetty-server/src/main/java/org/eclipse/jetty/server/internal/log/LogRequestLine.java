package org.eclipse.jetty.server.internal.log;

import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** The request line. Thread-safe. */
final class LogRequestLine implements LogFormat.Part {
    private final LogConstant method = new LogConstant(Request::getMethod);
    private final LogConstant protocol =
            new LogConstant(request -> request.getConnectionMetaData().getProtocol());

    @Override
    public void append(LogLine line, Request request, Response response) {
        HttpURI uri = request.getHttpURI();
        method.append(line, request, response);
        line.append(' ');
        String target = uri.getPathQuery();
        LogText.append(line, target == null || target.isEmpty() ? uri.asString() : target);
        line.append(' ');
        protocol.append(line, request, response);
    }
}
