package org.eclipse.jetty.server.internal.log;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/** A field of requests. */
record LogField(String name, @Nullable HttpHeader header) implements LogFormat.Part {
    LogField(String name) {
        this(name, HttpHeader.fromString(name));
    }

    @Override
    public void append(LogLine line, Request request, Response response) {
        HttpFields fields = request.getHeaders();
        LogText.append(line, header == null ? fields.get(name) : fields.get(header));
    }
}
