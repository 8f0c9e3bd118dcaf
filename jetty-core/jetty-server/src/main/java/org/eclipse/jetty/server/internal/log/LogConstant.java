package org.eclipse.jetty.server.internal.log;

import java.util.function.Function;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/** A text that is the same object for nearly all requests, such as the protocol; its last value is kept as bytes. Thread-safe. */
final class LogConstant implements LogFormat.Part {
    private final Function<Request, String> getter;
    // by a race, only one more is made
    private Known last = new Known(null, null, 0);

    private record Known(@Nullable String text, byte @Nullable [] bytes, int length) {}

    LogConstant(Function<Request, String> getter) {
        this.getter = getter;
    }

    @Override
    public void append(LogLine line, Request request, Response response) {
        String text = getter.apply(request);
        Known known = last;
        // the same object, which costs less than to compare
        if (text == null || known.text != text) {
            LogLine made = new LogLine(16);
            LogText.append(made, text);
            known = new Known(text, made.array(), made.length());
            last = known;
        }
        line.append(known.bytes, known.length);
    }
}
