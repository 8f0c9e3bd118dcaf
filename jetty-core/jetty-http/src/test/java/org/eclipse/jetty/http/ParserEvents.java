package org.eclipse.jetty.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Records what a parser tells, as text. */
final class ParserEvents implements HttpParser.RequestHandler, HttpParser.ResponseHandler {
    final List<String> events = new ArrayList<>();
    final List<HttpField> fields = new ArrayList<>();
    final StringBuilder content = new StringBuilder();
    String target;
    int bad;
    boolean complete;
    boolean headComplete;
    boolean stop;

    static ParserEvents parse(String raw) {
        return parse(raw, HttpCompliance.RFC9110);
    }

    static ParserEvents parse(String raw, HttpCompliance compliance) {
        ParserEvents events = new ParserEvents();
        HttpParser parser = new HttpParser((HttpParser.RequestHandler) events, 8192, compliance);
        events.feed(parser, raw);
        return events;
    }

    static ByteBuffer bytes(String raw) {
        return ByteBuffer.wrap(raw.getBytes(StandardCharsets.ISO_8859_1));
    }

    void feed(HttpParser parser, String raw) {
        feed(parser, bytes(raw));
    }

    void feed(HttpParser parser, ByteBuffer buffer) {
        for (int i = 0; i < 10_000_000; i++) {
            boolean handled = parser.parseNext(buffer);
            if (!handled && (!buffer.hasRemaining() || parser.isState(HttpParser.State.END))) {
                return;
            }
            if (parser.isState(HttpParser.State.END)) {
                return;
            }
        }
        throw new IllegalStateException("the parser does not end: " + parser);
    }

    @Override
    public void startRequest(String method, String uri, HttpVersion version) {
        target = uri;
        events.add("start " + method + " " + uri + " " + version);
    }

    @Override
    public void startResponse(HttpVersion version, int status, String reason) {
        events.add("start " + version + " " + status + " " + reason);
    }

    @Override
    public boolean content(ByteBuffer buffer) {
        content.append(StandardCharsets.ISO_8859_1.decode(buffer.duplicate()));
        return stop;
    }

    @Override
    public boolean headerComplete() {
        headComplete = true;
        events.add("head");
        return stop;
    }

    @Override
    public boolean contentComplete() {
        events.add("content " + content);
        return stop;
    }

    @Override
    public boolean messageComplete() {
        events.add("end");
        complete = true;
        return stop;
    }

    @Override
    public void parsedHeader(HttpField field) {
        fields.add(field);
        events.add(field.toString());
    }

    @Override
    public void parsedTrailer(HttpField field) {
        events.add("trailer " + field);
    }

    @Override
    public void earlyEOF() {
        events.add("eof");
    }

    @Override
    public void onViolation(ComplianceViolation.Event event) {
        events.add("violation " + event.violation().getName());
    }

    @Override
    public void badMessage(HttpException failure) {
        bad = failure.getCode();
        events.add("bad " + failure.getCode() + " " + failure.getReason());
    }

    String outcome() {
        return bad != 0 ? Integer.toString(bad) : complete ? "complete" : "more";
    }

    @Override
    public String toString() {
        return String.join("\n", events);
    }
}
