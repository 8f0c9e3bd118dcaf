package org.eclipse.jetty.server.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.CookieCompliance;
import org.eclipse.jetty.http.CookieParser;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.http.MultiPartCompliance;
import org.eclipse.jetty.http.MultiPartConfig;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.server.internal.proxied.ForwardedParser;
import org.eclipse.jetty.server.internal.proxied.ProxyHeader;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.UrlEncoded;

/**
 * What hostile bytes reach, each with what must hold for any bytes: only declared exceptions, invariants of the result, and
 * the same result however the bytes are split. Confined to its thread.
 */
final class FuzzTargets implements AutoCloseable {
    /** Feeds an input to a part of the server. */
    interface Target {
        void check(byte[] input) throws Exception;
    }

    /** A target and what makes its inputs. */
    record Fuzzed(Function<FuzzGrammar, byte[]> input, Target target) {}

    private static final int MAX_HEAD = 1024;
    private static final List<HttpCompliance> MODES = List.of(HttpCompliance.RFC9110, HttpCompliance.LEGACY);

    private final LocalServer server = new LocalServer();
    private final Map<String, Fuzzed> targets = new LinkedHashMap<>();

    FuzzTargets() throws Exception {
        server.configuration.setUriCompliance(UriCompliance.DEFAULT);
        server.server.setErrorHandler(new SamePage());
        server.start(new Digest());
        targets.put("request", new Fuzzed(FuzzGrammar::request, this::request));
        targets.put("response", new Fuzzed(FuzzGrammar::response, this::response));
        targets.put("pipeline", new Fuzzed(FuzzGrammar::connection, this::request));
        targets.put("chunked", new Fuzzed(FuzzGrammar::chunked, this::request));
        targets.put("uri", new Fuzzed(FuzzGrammar::uri, this::uri));
        targets.put("cookie", new Fuzzed(FuzzGrammar::cookie, this::cookie));
        targets.put("forwarded", new Fuzzed(FuzzGrammar::forwarded, this::forwarded));
        targets.put("form", new Fuzzed(FuzzGrammar::form, this::form));
        targets.put("multipart", new Fuzzed(FuzzGrammar::multiPart, this::multiPart));
        targets.put("proxy", new Fuzzed(FuzzGrammar::proxy, this::proxy));
        targets.put("connection", new Fuzzed(FuzzGrammar::connection, this::connection));
    }

    Map<String, Fuzzed> targets() {
        return targets;
    }

    @Override
    public void close() throws Exception {
        server.close();
    }

    private static String text(byte[] input) {
        return new String(input, StandardCharsets.ISO_8859_1);
    }

    private static void same(String result, String whole, int split) {
        if (!result.equals(whole)) {
            assertThat(result).as("split at " + split).isEqualTo(whole);
        }
    }

    // ---- the parser

    private void request(byte[] input) {
        messages(input, true);
    }

    private void response(byte[] input) {
        messages(input, false);
    }

    private static void messages(byte[] input, boolean requests) {
        for (HttpCompliance mode : MODES) {
            String whole = parse(input, requests, mode, false, input.length);
            int step = Math.max(1, input.length / 300);
            for (int split = 1; split < input.length; split += step) {
                same(parse(input, requests, mode, false, split, input.length), whole, split);
            }
            int[] each = new int[input.length];
            Arrays.setAll(each, i -> i + 1);
            assertThat(parse(input, requests, mode, false, each))
                    .as("octet by octet")
                    .isEqualTo(whole);
            assertThat(parse(input, requests, mode, true, input.length))
                    .as("direct")
                    .isEqualTo(whole);
            assertThat(parse(input, requests, mode, false, true, input.length))
                    .as("without memory")
                    .isEqualTo(whole);
        }
    }

    /** What a parser says about an input in pieces, with the end of the connection after the last. */
    private static String parse(byte[] input, boolean requests, HttpCompliance mode, boolean direct, int... ends) {
        return parse(input, requests, mode, direct, false, ends);
    }

    /** @param forgetful whether each message gets a parser that has not seen the one before */
    private static String parse(
            byte[] input, boolean requests, HttpCompliance mode, boolean direct, boolean forgetful, int... ends) {
        Recorder recorder = new Recorder();
        HttpParser parser = newParser(recorder, requests, mode);
        int from = 0;
        for (int end : ends) {
            ByteBuffer piece = ByteBuffer.wrap(input, from, end - from).slice();
            if (direct) {
                piece = ByteBuffer.allocateDirect(end - from).put(piece).flip();
            }
            while (!feed(parser, piece)) {
                if (forgetful) {
                    parser = newParser(recorder, requests, mode);
                } else {
                    parser.reset();
                }
            }
            from = end;
        }
        parser.atEOF();
        feed(parser, ByteBuffer.allocate(0));
        recorder.flushContent();
        return recorder.text.toString();
    }

    private static HttpParser newParser(Recorder recorder, boolean requests, HttpCompliance mode) {
        return requests
                ? new HttpParser((HttpParser.RequestHandler) recorder, MAX_HEAD, mode)
                : new HttpParser((HttpParser.ResponseHandler) recorder, MAX_HEAD, mode);
    }

    /** Whether all was taken; if not, another message begins. */
    private static boolean feed(HttpParser parser, ByteBuffer piece) {
        for (int calls = 0; calls < 100_000; calls++) {
            boolean stopped = parser.parseNext(piece);
            if (parser.isState(HttpParser.State.END)) {
                return !piece.hasRemaining();
            }
            if (!stopped && (!piece.hasRemaining() || parser.isClosed() || parser.isClose())) {
                return true;
            }
        }
        throw new AssertionError("parseNext does not end");
    }

    /** Takes down what a parser tells, content joined. */
    private static final class Recorder implements HttpParser.RequestHandler, HttpParser.ResponseHandler {
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder content = new StringBuilder();

        private void flushContent() {
            if (content.length() > 0) {
                text.append("content ").append(content).append('\n');
                content.setLength(0);
            }
        }

        private boolean tell(Object event) {
            flushContent();
            text.append(event).append('\n');
            return false;
        }

        @Override
        public void startRequest(String method, String uri, HttpVersion version) {
            tell("request " + method + ' ' + uri + ' ' + version);
        }

        @Override
        public void startResponse(HttpVersion version, int status, String reason) {
            tell("response " + version + ' ' + status + ' ' + reason);
        }

        @Override
        public boolean content(ByteBuffer buffer) {
            content.append(StandardCharsets.ISO_8859_1.decode(buffer));
            return false;
        }

        @Override
        public boolean headerComplete() {
            return tell("head");
        }

        @Override
        public boolean contentComplete() {
            return tell("content complete");
        }

        @Override
        public boolean messageComplete() {
            return tell("message complete");
        }

        @Override
        public void parsedHeader(HttpField field) {
            String line = field.getName() + field.getValue();
            if (line.indexOf('\r') >= 0 || line.indexOf('\n') >= 0 || line.indexOf('\0') >= 0) {
                throw new AssertionError("control in " + field);
            }
            tell(field);
        }

        @Override
        public void parsedTrailer(HttpField field) {
            tell("trailer " + field);
        }

        @Override
        public void earlyEOF() {
            tell("early EOF");
        }

        @Override
        public void onViolation(ComplianceViolation.Event event) {
            tell(event.violation());
        }

        @Override
        public void badMessage(HttpException failure) {
            assertThat(failure.getCode())
                    .as(failure.getReason())
                    .isBetween(400, 599)
                    .isNotEqualTo(500);
            // what was taken in before is told in pieces of any size; of what is bad, only the status counts
            tell("bad " + failure.getCode());
        }
    }

    // ---- URIs, cookies, Forwarded

    private void uri(byte[] input) {
        String text = text(input);
        HttpURI uri;
        try {
            uri = HttpURI.from(text);
        } catch (IllegalArgumentException x) {
            return;
        }
        String canonical = uri.getCanonicalPath();
        if (canonical != null) {
            assertThat("/" + canonical + "/").doesNotContain("/../", "/./");
        }
        String decoded = uri.getDecodedPath();
        if (decoded != null && !uri.hasViolations()) {
            assertThat("/" + decoded + "/").doesNotContain("/../", "/./", "\0");
        }
        HttpURI again = HttpURI.from(uri.asString());
        assertThat(again.asString()).isEqualTo(uri.asString());
        assertThat(again.getCanonicalPath()).isEqualTo(canonical);
        assertThat(again.getHost()).isEqualTo(uri.getHost());
    }

    private void cookie(byte[] input) {
        String text = text(input);
        for (CookieCompliance mode : List.of(
                CookieCompliance.RFC6265,
                CookieCompliance.RFC6265_STRICT,
                CookieCompliance.RFC6265_LEGACY,
                CookieCompliance.RFC2965,
                CookieCompliance.RFC2965_LEGACY)) {
            List<String> cookies = new ArrayList<>();
            CookieParser parser = CookieParser.newParser(
                    (name, value, version, domain, path, comment) -> {
                        assertThat(name).isNotEmpty();
                        cookies.add(name + "=" + value);
                    },
                    mode,
                    null);
            try {
                parser.parseField(text);
            } catch (CookieParser.InvalidCookieException x) {
                assertThat(mode).as("fails on what it cannot read").isNotNull();
            }
            assertThat(cookies.size()).isLessThanOrEqualTo(text.length() + 1);
        }
    }

    private void forwarded(byte[] input) {
        ForwardedParser parser = new ForwardedParser(text(input));
        try {
            parser.parse();
        } catch (HttpException.RuntimeException | HttpException.IllegalArgumentException x) {
            assertThat(((HttpException) x).getCode()).isEqualTo(400);
        }
    }

    // ---- forms

    /** The same from bytes as from text, in each charset of ASCII and more, and within the limits. */
    private void form(byte[] input) throws IOException {
        String text = text(input);
        boolean ascii = text.chars().allMatch(c -> c < 0x80);
        for (Charset charset :
                List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII)) {
            String fromBytes = pairs(adder -> UrlEncoded.decodeTo(
                    new ByteArrayInputStream(input), adder, charset, input.length, input.length + 1));
            if (ascii) {
                assertThat(pairs(adder -> UrlEncoded.decodeTo(text, adder, charset)))
                        .as("text in " + charset)
                        .isEqualTo(fromBytes);
            }
            if (!fromBytes.startsWith("refused")) {
                assertThat(fromBytes.chars().filter(c -> c == '\n').count()).isLessThanOrEqualTo(3L * input.length + 1);
            }
        }
        if (input.length > 0) {
            assertThat(pairs(adder -> UrlEncoded.decodeTo(
                            new ByteArrayInputStream(input), adder, StandardCharsets.UTF_8, input.length - 1, -1)))
                    .startsWith("refused");
        }
    }

    private interface Decoding {
        void run(BiConsumer<String, String> adder) throws IOException;
    }

    /** The names and values that a decoder finds, or that it refuses what it got. */
    private static String pairs(Decoding decoding) throws IOException {
        StringBuilder pairs = new StringBuilder();
        try {
            decoding.run((name, value) ->
                    pairs.append(name).append('=').append(value).append('\n'));
        } catch (IllegalArgumentException | IllegalStateException x) {
            return "refused by " + x.getClass().getSimpleName();
        }
        return pairs.toString();
    }

    // ---- multipart

    private void multiPart(byte[] input) throws Exception {
        for (MultiPartCompliance mode : List.of(MultiPartCompliance.RFC7578, MultiPartCompliance.LEGACY)) {
            String whole = parts(input, mode, input.length);
            int step = Math.max(1, input.length / 100);
            for (int split = 1; split < input.length; split += step) {
                assertThat(parts(input, mode, split, input.length))
                        .as("split at " + split)
                        .isEqualTo(whole);
            }
            int[] each = new int[input.length];
            Arrays.setAll(each, i -> i + 1);
            assertThat(parts(input, mode, each)).as("octet by octet").isEqualTo(whole);
        }
    }

    private static String parts(byte[] input, MultiPartCompliance mode, int... ends) throws Exception {
        List<Content.Chunk> chunks = new ArrayList<>();
        int from = 0;
        for (int end : ends) {
            chunks.add(
                    Content.Chunk.from(ByteBuffer.wrap(input, from, end - from).slice(), false));
            from = end;
        }
        chunks.add(Content.Chunk.EOF);
        MultiPartConfig config = new MultiPartConfig.Builder()
                .maxParts(10)
                .maxMemoryPartSize(10_000)
                .maxHeadersSize(200)
                .maxPartSize(1000)
                .complianceMode(mode)
                .build();
        StringBuilder text = new StringBuilder();
        try (MultiPartFormData.Parts parts = MultiPartFormData.from(
                        new Chunks(chunks), new Attributes.Mapped(), "multipart/form-data; boundary=BB", config)
                .get(10, TimeUnit.SECONDS)) {
            for (MultiPart.Part part : parts) {
                text.append(part.getName())
                        .append('/')
                        .append(part.getFileName())
                        .append('/');
                text.append(part.getHeaders()).append(part.getContentAsString(StandardCharsets.ISO_8859_1));
            }
        } catch (ExecutionException x) {
            if (!(x.getCause() instanceof HttpException http)) {
                throw x;
            }
            text.setLength(0);
            text.append(http.getCode());
        }
        for (Content.Chunk chunk : chunks) {
            assertThat(chunk.isRetained()).isFalse();
        }
        return text.toString();
    }

    /** A source that has everything at once. */
    private static final class Chunks implements Content.Source {
        private final List<Content.Chunk> chunks;
        private int next;
        private Throwable failure;

        private Chunks(List<Content.Chunk> chunks) {
            this.chunks = chunks;
        }

        @Override
        public Content.Chunk read() {
            if (failure != null) {
                return Content.Chunk.from(failure, true);
            }
            return next < chunks.size() ? chunks.get(next++) : Content.Chunk.EOF;
        }

        @Override
        public void demand(Runnable callback) {
            callback.run();
        }

        @Override
        public void fail(Throwable x) {
            failure = x;
        }
    }

    // ---- PROXY

    private void proxy(byte[] input) {
        String whole = proxy(input, input.length);
        for (int split = 1; split < input.length; split++) {
            assertThat(proxy(input, split, input.length))
                    .as("split at " + split)
                    .isEqualTo(whole);
        }
    }

    private static String proxy(byte[] input, int... ends) {
        ByteBuffer buffer = ByteBuffer.wrap(input);
        for (int end : ends) {
            buffer.limit(end);
            try {
                ProxyHeader header = ProxyHeader.parse(buffer, 512);
                if (header != null) {
                    return header.remote() + " " + header.local() + " "
                            + header.tlvs().keySet() + " " + buffer.position();
                }
            } catch (IOException x) {
                return "bad";
            }
        }
        return "more";
    }

    // ---- a connection

    private void connection(byte[] input) throws Exception {
        String whole = talk(input, input.length);
        if (!whole.isEmpty()) {
            assertThat(whole).startsWith("HTTP/1.1 ");
        }
        // framing is in doubt: nothing follows a refusal
        int refused = whole.indexOf("HTTP/1.1 400");
        if (refused >= 0) {
            assertThat(whole.substring(refused + 1)).doesNotContain("HTTP/1.1 ");
        }
        int step = Math.max(1, input.length / 12);
        for (int split = 1; split < input.length; split += step) {
            assertThat(talk(input, split, input.length)).as("split at " + split).isEqualTo(whole);
        }
    }

    /** All that the server says to a client that sends an input in pieces, and ends. */
    private String talk(byte[] input, int... ends) throws Exception {
        LocalConnector.LocalEndPoint client = server.inMemory().connect();
        int from = 0;
        for (int end : ends) {
            client.addInputAndExecute(ByteBuffer.wrap(input, from, end - from).slice());
            from = end;
        }
        client.addInputEOF();
        client.waitUntilClosed();
        return client.getOutputString(StandardCharsets.ISO_8859_1);
    }

    /** Error pages without the id of the request, which differs from one connection to the next. */
    private static final class SamePage extends ErrorHandler {
        @Override
        protected void writeErrorHtml(
                Request request, Writer writer, Charset charset, int status, String message, Throwable cause)
                throws IOException {
            writer.append("error ").append(Integer.toString(status));
        }
    }

    /** Tells what it read, in one write. */
    private static final class Digest extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Content.Source.asByteBuffer(request, new Promise<>() {
                @Override
                public void succeeded(ByteBuffer content) {
                    Content.Sink.write(
                            response,
                            true,
                            request.getMethod() + ":" + content.remaining() + ":" + content.hashCode(),
                            callback);
                }

                @Override
                public void failed(Throwable x) {
                    callback.failed(x);
                }
            });
            return true;
        }
    }
}
