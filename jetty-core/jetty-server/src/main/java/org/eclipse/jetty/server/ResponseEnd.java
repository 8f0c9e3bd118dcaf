package org.eclipse.jetty.server;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** Finds the end of a final response of HTTP/1.1 among bytes, behind interim ones. Confined to one thread. */
final class ResponseEnd implements HttpParser.ResponseHandler {
    private final boolean head;
    private final HttpParser parser = new HttpParser(this);
    private boolean complete;
    private boolean interim;
    private boolean bad;

    /** @param head whether the response is to a HEAD request */
    ResponseEnd(boolean head) {
        this.head = head;
        parser.setHeadResponse(head);
    }

    /** Takes bytes, none behind the end; returns whether that was found. */
    boolean scan(ByteBuffer bytes) {
        while (!complete && !bad && bytes.hasRemaining()) {
            parser.parseNext(bytes);
            if (complete && interim) {
                complete = false;
                interim = false;
                parser.reset();
                parser.setHeadResponse(head);
            }
        }
        return complete;
    }

    /** Whether the bytes are no response. */
    boolean isBad() {
        return bad;
    }

    @Override
    public void startResponse(HttpVersion version, int status, @Nullable String reason) {
        interim = status >= 100 && status < 200 && status != 101;
    }

    @Override
    public boolean content(ByteBuffer content) {
        return false;
    }

    @Override
    public boolean headerComplete() {
        return false;
    }

    @Override
    public boolean contentComplete() {
        return false;
    }

    @Override
    public boolean messageComplete() {
        complete = true;
        return true;
    }

    @Override
    public void parsedHeader(HttpField field) {
        // only the end matters
    }

    @Override
    public void earlyEOF() {
        bad = true;
    }

    @Override
    public void badMessage(HttpException failure) {
        bad = true;
    }
}
