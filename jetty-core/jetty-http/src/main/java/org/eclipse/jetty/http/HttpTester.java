package org.eclipse.jetty.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ListIterator;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests and reads responses of HTTP/1.1 in tests, as objects instead of text.
 *
 * <pre>{@code
 * HttpTester.Request request = HttpTester.newRequest();
 * request.setURI("/some/path");
 * request.put(HttpHeader.HOST, "local");
 * HttpTester.Response response = HttpTester.parseResponse(connector.getResponse(request.generate()));
 * assertEquals(200, response.getStatus());
 * }</pre>
 *
 * <p>What it makes is confined to one thread.
 */
public class HttpTester {
    private static final int HEAD_SPACE = 4096;
    private static final int MAX_HEAD = 16 * 1024 * 1024;

    private HttpTester() {}

    /** Returns the input that a text is, in UTF-8. */
    public static Input from(String data) {
        return from(ByteBuffer.wrap(data.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the input that the bytes of a buffer are; they are consumed as messages are parsed. */
    public static Input from(ByteBuffer data) {
        return new Input(data) {
            @Override
            public int fillBuffer() {
                eof = true;
                return -1;
            }
        };
    }

    /** Returns the input that is read from a stream, which blocks. */
    public static Input from(InputStream in) {
        return new Input() {
            @Override
            public int fillBuffer() throws IOException {
                byte[] bytes = new byte[HEAD_SPACE];
                return filled(bytes, in.read(bytes));
            }
        };
    }

    /** Returns the input that is read from a channel; parsing ends where a channel that does not block has no bytes. */
    public static Input from(ReadableByteChannel in) {
        return new Input() {
            @Override
            public int fillBuffer() throws IOException {
                byte[] bytes = new byte[HEAD_SPACE];
                return filled(bytes, in.read(ByteBuffer.wrap(bytes)));
            }
        };
    }

    /** Returns a request to be filled in: {@code GET / HTTP/1.1} with {@code Host: localhost}. */
    public static Request newRequest() {
        Request request = new Request();
        request.put(HttpHeader.HOST, "localhost");
        return request;
    }

    /** Returns the request that a text is, as far as it is one: {@link Message#isComplete()} says whether it is whole. */
    public static Request parseRequest(String request) throws IOException {
        return parseRequest(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
    }

    /** As {@link #parseRequest(String)}. */
    public static Request parseRequest(ByteBuffer data) throws IOException {
        Request request = new Request();
        parse(from(data), new HttpParser((HttpParser.RequestHandler) request), request);
        return request;
    }

    public static @Nullable Request parseRequest(InputStream in) throws IOException {
        return parseRequest(from(in));
    }

    public static @Nullable Request parseRequest(ReadableByteChannel in) throws IOException {
        return parseRequest(from(in));
    }

    /**
     * Reads a request, leaving what follows it in the input.
     *
     * @return the request; null if the input ended, or had no more bytes for now, before it was complete
     * @throws BadMessageException if it is none
     */
    public static @Nullable Request parseRequest(Input in) throws IOException {
        HttpParser parser = in.takeHttpParser();
        if (parser == null || !(parser.getHandler() instanceof Request)) {
            parser = new HttpParser((HttpParser.RequestHandler) new Request());
        }
        Request request = (Request) parser.getHandler();
        return parse(in, parser, request) ? request : null;
    }

    /** Returns the response that a text is, as far as it is one: {@link Message#isComplete()} says whether it is whole. */
    public static Response parseResponse(String response) throws IOException {
        return parseResponse(ByteBuffer.wrap(response.getBytes(StandardCharsets.UTF_8)));
    }

    /** As {@link #parseResponse(String)}. */
    public static Response parseResponse(ByteBuffer data) throws IOException {
        return parseWhole(data, false);
    }

    private static Response parseWhole(ByteBuffer data, boolean head) throws IOException {
        Response response = new Response();
        HttpParser parser = new HttpParser((HttpParser.ResponseHandler) response);
        parser.setHeadResponse(head);
        parse(from(data), parser, response);
        return response;
    }

    public static @Nullable Response parseResponse(InputStream in) throws IOException {
        return parseResponse(from(in));
    }

    public static @Nullable Response parseResponse(ReadableByteChannel in) throws IOException {
        return parseResponse(from(in));
    }

    /** As {@link #parseResponse(String)}, of a response to a HEAD request. */
    public static Response parseHeadResponse(String response) throws IOException {
        return parseHeadResponse(ByteBuffer.wrap(response.getBytes(StandardCharsets.UTF_8)));
    }

    /** As {@link #parseHeadResponse(String)}. */
    public static Response parseHeadResponse(ByteBuffer response) throws IOException {
        return parseWhole(response, true);
    }

    /** As {@link #parseResponse(Input, boolean)}, of a response to another method than HEAD. */
    public static @Nullable Response parseResponse(Input in) throws IOException {
        return parseResponse(in, false);
    }

    /**
     * Reads a response, interim or final, leaving what follows it in the input.
     *
     * @param head whether it answers a HEAD request, so that there is no content
     * @return the response; null if the input ended, or had no more bytes for now, before it was complete
     * @throws BadMessageException if it is none
     */
    public static @Nullable Response parseResponse(Input in, boolean head) throws IOException {
        return parseResponse(in, new Response(), head);
    }

    public static @Nullable Response parseResponse(Input in, Response response) throws IOException {
        return parseResponse(in, response, false);
    }

    /** As {@link #parseResponse(Input, boolean)}, into a given response, unless an earlier call began to read another one. */
    public static @Nullable Response parseResponse(Input in, Response response, boolean head) throws IOException {
        HttpParser parser = in.takeHttpParser();
        if (parser == null || !(parser.getHandler() instanceof Response)) {
            parser = new HttpParser((HttpParser.ResponseHandler) response);
            parser.setHeadResponse(head);
        }
        Response result = (Response) parser.getHandler();
        return parse(in, parser, result) ? result : null;
    }

    /** Returns whether the message is complete; otherwise, unless the input has ended, the parser stays in the input. */
    private static boolean parse(Input in, HttpParser parser, Message message) throws IOException {
        while (!message.isComplete()) {
            if (in.getBuffer().hasRemaining()) {
                parser.parseNext(in.getBuffer());
            } else if (in.isEOF()) {
                parser.atEOF();
                parser.parseNext(BufferUtil.EMPTY_BUFFER);
                message.check();
                return message.isComplete();
            } else if (in.fillBuffer() == 0) {
                in.setHttpParser(parser);
                return false;
            }
            message.check();
        }
        return true;
    }

    /** Bytes that messages are read from. Confined to one thread. */
    public abstract static class Input {
        private ByteBuffer buffer;
        private @Nullable HttpParser parser;
        boolean eof;

        protected Input() {
            this(BufferUtil.EMPTY_BUFFER);
        }

        private Input(ByteBuffer buffer) {
            this.buffer = buffer;
        }

        /** Returns the bytes that were read and belong to no message yet. */
        public ByteBuffer getBuffer() {
            return buffer;
        }

        /** Keeps the parser of a message of which a part was read. */
        public void setHttpParser(HttpParser newParser) {
            parser = newParser;
        }

        /** Returns the parser of a message of which a part was read, once; otherwise null. */
        public @Nullable HttpParser takeHttpParser() {
            HttpParser taken = parser;
            parser = null;
            return taken;
        }

        public boolean isEOF() {
            return eof;
        }

        /** Reads more bytes into the buffer, all of which were consumed; returns their number, -1 at the end of the input. */
        public abstract int fillBuffer() throws IOException;

        /** Takes bytes that were read. */
        int filled(byte[] bytes, int length) {
            eof = length < 0;
            buffer = ByteBuffer.wrap(bytes, 0, Math.max(0, length));
            return length;
        }
    }

    /** A message: its fields, which can be changed, and its content. */
    public abstract static class Message implements HttpFields.Mutable, HttpParser.HttpHandler {
        private final HttpFields.Mutable fields = HttpFields.build();
        private final HttpFields.Mutable trailers = HttpFields.build();
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private HttpVersion version = HttpVersion.HTTP_1_1;
        private @Nullable HttpException failure;
        private boolean complete;
        private boolean earlyEof;

        Message() {}

        @Override
        public ListIterator<HttpField> listIterator(int index) {
            return fields.listIterator(index);
        }

        @Override
        public int size() {
            return fields.size();
        }

        @Override
        public HttpField getField(int index) {
            return fields.getField(index);
        }

        @Override
        public HttpFields.Mutable add(HttpField field) {
            fields.add(field);
            return this;
        }

        /** Returns whether all of it was parsed. */
        public boolean isComplete() {
            return complete;
        }

        /** Returns whether the input ended within it. */
        public boolean isEarlyEOF() {
            return earlyEof;
        }

        public HttpVersion getVersion() {
            return version;
        }

        /** Sets the version, such as {@code HTTP/1.0}. */
        public void setVersion(String newVersion) {
            HttpVersion parsed = HttpVersion.fromString(newVersion);
            if (parsed == null) {
                throw new IllegalArgumentException("version: " + newVersion + " (expected: HTTP/1.1 or HTTP/1.0)");
            }
            setVersion(parsed);
        }

        public void setVersion(HttpVersion newVersion) {
            version = newVersion;
        }

        /** Sets the content, of which {@link #generate} gives the length. */
        public void setContent(byte[] bytes) {
            content.reset();
            content.writeBytes(bytes);
        }

        /** Sets the content in UTF-8, of which {@link #generate} gives the length. */
        public void setContent(String text) {
            setContent(text.getBytes(StandardCharsets.UTF_8));
        }

        public void setContent(ByteBuffer bytes) {
            setContent(BufferUtil.toArray(bytes));
        }

        /** Returns the content without its transfer coding. */
        public byte[] getContentBytes() {
            return content.toByteArray();
        }

        public ByteBuffer getContentByteBuffer() {
            return ByteBuffer.wrap(content.toByteArray());
        }

        /** Returns the content in the charset of {@code Content-Type}, UTF-8 without one. */
        public String getContent() {
            String charset = MimeTypes.getCharsetFromContentType(get(HttpHeader.CONTENT_TYPE));
            return content.toString(charset == null ? StandardCharsets.UTF_8 : Charset.forName(charset));
        }

        /** Returns the trailer fields that were parsed after chunked content. */
        public HttpFields getTrailers() {
            return trailers;
        }

        @Override
        public void parsedHeader(HttpField field) {
            add(field);
        }

        @Override
        public void parsedTrailer(HttpField field) {
            trailers.add(field);
        }

        @Override
        public boolean headerComplete() {
            return false;
        }

        @Override
        public boolean content(ByteBuffer bytes) {
            content.writeBytes(BufferUtil.toArray(bytes));
            bytes.position(bytes.limit());
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
        public void earlyEOF() {
            earlyEof = true;
        }

        @Override
        public void badMessage(HttpException bad) {
            failure = bad;
        }

        private void check() {
            if (failure instanceof RuntimeException bad) {
                throw bad;
            }
        }

        /** Returns the bytes of the message: its first line, its fields and its content, chunked if the fields say so. */
        public ByteBuffer generate() {
            MetaData metaData = getMetaData();
            HttpGenerator generator = new HttpGenerator();
            generator.setMaxHeaderBytes(MAX_HEAD);
            ByteBuffer head = BufferUtil.allocate(HEAD_SPACE);
            ByteBuffer chunk = BufferUtil.allocate(HEAD_SPACE);
            ByteBuffer body = getContentByteBuffer();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            while (true) {
                HttpGenerator.Result result = metaData instanceof MetaData.Request request
                        ? generator.generateRequest(request, head, chunk, body, true)
                        : generator.generateResponse((MetaData.Response) metaData, false, head, chunk, body, true);
                switch (result) {
                    case HEADER_OVERFLOW -> head = BufferUtil.allocate(Math.min(2 * head.capacity(), MAX_HEAD));
                    case NEED_CHUNK_TRAILER -> chunk = BufferUtil.allocate(2 * chunk.capacity());
                    case FLUSH -> {
                        for (ByteBuffer part : new ByteBuffer[] {head, chunk, body}) {
                            out.writeBytes(BufferUtil.toArray(part));
                            BufferUtil.clear(part);
                        }
                    }
                    case CONTINUE -> {
                        // the next step generates
                    }
                    case DONE, SHUTDOWN_OUT -> {
                        return ByteBuffer.wrap(out.toByteArray());
                    }
                    default -> throw new IllegalStateException(result.toString());
                }
            }
        }

        /** Returns the first line and the fields. */
        public abstract MetaData getMetaData();

        /** Returns the bytes of the message as text. */
        @Override
        public String toString() {
            return BufferUtil.toString(generate(), StandardCharsets.UTF_8);
        }
    }

    /** A request. */
    public static class Request extends Message implements HttpParser.RequestHandler {
        private String method = "GET";
        private String uri = "/";

        Request() {}

        @Override
        public void startRequest(String newMethod, String newUri, HttpVersion newVersion) {
            method = newMethod;
            uri = newUri;
            setVersion(newVersion);
        }

        public String getMethod() {
            return method;
        }

        public void setMethod(String newMethod) {
            method = newMethod;
        }

        /** Returns the target as it is in the request line. */
        public String getURI() {
            return uri;
        }

        public void setURI(String newUri) {
            uri = newUri;
        }

        /** Sets a field, in place of those of the name. */
        public void setHeader(String name, String value) {
            put(name, value);
        }

        @Override
        public MetaData.Request getMetaData() {
            return new MetaData.Request(
                    method,
                    HttpURI.from(method, uri),
                    getVersion(),
                    asImmutable(),
                    getContentByteBuffer().remaining());
        }
    }

    /** A response. */
    public static class Response extends Message implements HttpParser.ResponseHandler {
        private int status;
        private @Nullable String reason;

        public Response() {}

        @Override
        public void startResponse(HttpVersion newVersion, int newStatus, @Nullable String newReason) {
            setVersion(newVersion);
            status = newStatus;
            reason = newReason;
        }

        public int getStatus() {
            return status;
        }

        public @Nullable String getReason() {
            return reason;
        }

        @Override
        public MetaData.Response getMetaData() {
            return new MetaData.Response(
                    status,
                    reason,
                    getVersion(),
                    asImmutable(),
                    getContentByteBuffer().remaining());
        }
    }
}
