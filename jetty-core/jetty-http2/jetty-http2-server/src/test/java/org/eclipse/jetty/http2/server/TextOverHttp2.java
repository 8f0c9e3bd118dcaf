package org.eclipse.jetty.http2.server;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.server.Transport;
import org.junit.jupiter.api.Assumptions;

/**
 * Speaks HTTP/2 for tests that write and read text of HTTP/1.1 (RFC 9113, section 8.8): each request is a stream.
 *
 * <p>A request that only HTTP/1.1 can say, malformed ones among them, ends its test as not to be made.
 */
final class TextOverHttp2 implements Transport.Client, HttpParser.RequestHandler {
    private final Http2Client client;
    private final Transport transport;
    private final HttpParser parser = new HttpParser(this);
    private final ArrayDeque<Integer> unanswered = new ArrayDeque<>();
    private final List<String> fields = new ArrayList<>();
    private final List<String> trailers = new ArrayList<>();
    private int next = 1;
    private int stream;
    private boolean head;
    private boolean complete;

    TextOverHttp2(Http2Client client, Transport transport) {
        this.client = client;
        this.transport = transport;
    }

    @Override
    public void addInputAndExecute(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            parser.parseNext(bytes);
            if (complete) {
                complete = false;
                parser.reset();
            }
        }
        if (head) {
            // the content comes later
            sendHead(false);
        }
        flush();
    }

    private void flush() throws IOException {
        try {
            client.flush();
        } catch (SocketException x) {
            // the server has refused it, as what it sent before tells
            client.out().clear();
        }
    }

    /** Cancels a request that is incomplete, as the end of the connection does it in HTTP/1.1. */
    @Override
    public void addInputEOF() throws IOException {
        if (!parser.isStart()) {
            FrameWriter.reset(client.out(), stream, ErrorCode.CANCEL_STREAM_ERROR.code);
            client.response(stream).reset = ErrorCode.CANCEL_STREAM_ERROR;
            flush();
        }
    }

    private void sendHead(boolean end) {
        head = false;
        client.fields(stream, end, fields.toArray(new String[0]));
        fields.clear();
    }

    @Override
    public void startRequest(String method, String uri, HttpVersion version) {
        HttpURI target = HttpURI.from(uri);
        fields.addAll(List.of(":method", method, ":scheme", transport.scheme()));
        if (uri.startsWith("/") || uri.equals("*")) {
            fields.addAll(List.of(":path", uri));
        } else if (target.getScheme() != null) {
            fields.addAll(List.of(":path", target.getPathQuery(), ":authority", target.getAuthority()));
        } else {
            Assumptions.abort(transport + ": no request for " + uri);
        }
    }

    @Override
    public void parsedHeader(HttpField field) {
        HttpHeader header = field.getHeader();
        if (header == HttpHeader.HOST) {
            if (!fields.contains(":authority")) {
                fields.addAll(6, List.of(":authority", field.getValue()));
            }
        } else if (header == HttpHeader.UPGRADE) {
            Assumptions.abort(transport + ": no upgrade");
        } else if (header != HttpHeader.CONNECTION
                && header != HttpHeader.KEEP_ALIVE
                && header != HttpHeader.TRANSFER_ENCODING) {
            fields.addAll(List.of(field.getLowerCaseName(), field.getValue() == null ? "" : field.getValue()));
        }
    }

    @Override
    public void parsedTrailer(HttpField field) {
        trailers.addAll(List.of(field.getLowerCaseName(), field.getValue()));
    }

    @Override
    public boolean headerComplete() {
        stream = next;
        next += 2;
        unanswered.add(stream);
        head = true;
        return false;
    }

    @Override
    public boolean content(ByteBuffer content) {
        if (head) {
            sendHead(false);
        }
        try {
            client.send(stream, content);
        } catch (IOException x) {
            throw new IllegalStateException(x);
        }
        return false;
    }

    @Override
    public boolean contentComplete() {
        return false;
    }

    @Override
    public boolean messageComplete() {
        if (head) {
            sendHead(true);
        } else if (!trailers.isEmpty()) {
            client.fields(stream, true, trailers.toArray(new String[0]));
            trailers.clear();
        } else {
            client.data(stream, true, "");
        }
        complete = true;
        return true;
    }

    @Override
    public void earlyEOF() {
        throw new IllegalStateException("the parser is not told about the end");
    }

    @Override
    public void badMessage(HttpException failure) {
        Assumptions.abort(transport + ": only HTTP/1.1 can say it: " + failure.getReason());
    }

    @Override
    public ByteBuffer waitForResponse(boolean headRequest, long time, TimeUnit unit) throws IOException {
        client.socket.setSoTimeout((int) unit.toMillis(time));
        Integer answered = unanswered.peek();
        if (answered == null) {
            return null;
        }
        Http2Client.Response response;
        try {
            response = client.await(answered);
        } catch (SocketTimeoutException x) {
            return null;
        }
        unanswered.remove();
        if (response.heads.isEmpty()) {
            return null;
        }
        return ByteBuffer.wrap((response.heads.toString() + response.content).getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
