package org.eclipse.jetty.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112: the shape of requests and responses, and how they may come in pieces. */
class HttpParserTest {
    private static String crlf(String text) {
        return text.replace("\n", "\r\n");
    }

    private static final String FULL = crlf("""
        POST /a/b?c=d HTTP/1.1
        Host: example.com:8080
        User-Agent: test/1.0
        Accept: */*
        X-Empty:
        X-Space: \t a  b \t
        Connection: keep-alive
        Transfer-Encoding: chunked

        5;ext="q"
        hello
        0006
         world
        0
        X-Trailer: t

        """);

    @Test
    void requestIsTakenApart() {
        assertThat(ParserEvents.parse(FULL)).hasToString("""
            start POST /a/b?c=d HTTP/1.1
            Host: example.com:8080
            User-Agent: test/1.0
            Accept: */*
            X-Empty:\s
            X-Space: a  b
            Connection: keep-alive
            Transfer-Encoding: chunked
            head
            content hello world
            trailer X-Trailer: t
            end\
            """);
    }

    @Test
    void everySplitPointGivesTheSameEvents() {
        String whole = ParserEvents.parse(FULL).toString();
        for (boolean direct : new boolean[] {false, true}) {
            for (boolean warm : new boolean[] {false, true}) {
                for (int split = 1; split < FULL.length(); split++) {
                    ParserEvents events = new ParserEvents();
                    HttpParser parser = new HttpParser((HttpParser.RequestHandler) events);
                    if (warm) {
                        events.feed(parser, FULL);
                        parser.reset();
                        events.events.clear();
                        events.content.setLength(0);
                    }
                    events.feed(parser, buffer(FULL.substring(0, split), direct));
                    events.feed(parser, buffer(FULL.substring(split), direct));
                    assertThat(events).as("split at " + split).hasToString(whole);
                }
            }
        }
    }

    private static ByteBuffer buffer(String text, boolean direct) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer buffer = direct
                ? ByteBuffer.allocateDirect(bytes.length)
                : ByteBuffer.allocate(bytes.length + 7).position(7).slice();
        return buffer.put(bytes).flip();
    }

    @Test
    void singleOctetsGiveTheSameEvents() {
        ParserEvents events = new ParserEvents();
        HttpParser parser = new HttpParser((HttpParser.RequestHandler) events);
        for (int i = 0; i < FULL.length(); i++) {
            events.feed(parser, FULL.substring(i, i + 1));
        }
        assertThat(events).hasToString(ParserEvents.parse(FULL).toString());
    }

    @Test
    void handlerThatStopsEverywhereSeesTheSameEvents() {
        ParserEvents events = new ParserEvents();
        events.stop = true;
        HttpParser parser = new HttpParser((HttpParser.RequestHandler) events);
        ByteBuffer buffer = ParserEvents.bytes(FULL);
        for (int i = 0; i < 20 && !parser.isState(HttpParser.State.END); i++) {
            parser.parseNext(buffer);
        }
        assertThat(events).hasToString(ParserEvents.parse(FULL).toString());
    }

    @Test
    void pipelinedRequestsStayInTheBuffer() {
        ParserEvents events = new ParserEvents();
        HttpParser parser = new HttpParser((HttpParser.RequestHandler) events);
        ByteBuffer buffer = ParserEvents.bytes("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n");
        events.feed(parser, buffer);
        assertThat(events.target).isEqualTo("/1");
        assertThat(buffer.remaining()).isEqualTo(28);
        parser.reset();
        events.feed(parser, buffer);
        assertThat(events.target).isEqualTo("/2");
        assertThat(buffer.hasRemaining()).isFalse();
    }

    @Test
    void repeatedLinesAreTheSameObjects() {
        ParserEvents events = new ParserEvents();
        HttpParser parser = new HttpParser((HttpParser.RequestHandler) events);
        String request = "GET /path HTTP/1.1\r\nHost: x\r\nX-A: 1\r\nCookie: a=b\r\n\r\n";
        events.feed(parser, request);
        List<HttpField> first = new ArrayList<>(events.fields);
        String target = events.target;
        events.fields.clear();
        parser.reset();
        events.feed(parser, request);
        assertThat(events.target).isSameAs(target);
        for (int i = 0; i < first.size(); i++) {
            assertThat(events.fields.get(i)).isSameAs(first.get(i));
        }
        events.fields.clear();
        parser.reset();
        events.feed(parser, "GET /other/path HTTP/1.1\r\nHost: x\r\nX-A: 22\r\nCookie: a=b\r\nX-New: n\r\n\r\n");
        assertThat(events.target).isEqualTo("/other/path");
        assertThat(events.fields.get(0)).isSameAs(first.get(0));
        assertThat(events.fields.get(1)).hasToString("X-A: 22");
        assertThat(events.fields.get(2)).isSameAs(first.get(2));
        assertThat(events.fields.get(3)).hasToString("X-New: n");
        events.fields.clear();
        parser.reset();
        events.feed(parser, "GET /path HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(events.fields).hasSize(1);
        parser.reset();
        parser.dropPrevious();
        events.fields.clear();
        events.feed(parser, request);
        assertThat(events.fields.get(1)).isEqualTo(first.get(1)).isNotSameAs(first.get(1));
    }

    @Test
    void lineThatOnlyBeginsLikeTheOneBeforeIsParsed() {
        ParserEvents events = new ParserEvents();
        HttpParser parser = new HttpParser((HttpParser.RequestHandler) events);
        events.feed(parser, "GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n\r\n");
        parser.reset();
        events.fields.clear();
        events.feed(parser, "GET / HTTP/1.1\r\nHost: x\r\nX-A: 1234\r\n\r\n");
        assertThat(events.fields.get(1)).hasToString("X-A: 1234");
        parser.reset();
        events.fields.clear();
        events.feed(parser, "GET / HTTP/1.1\r\nHost: x\r\nX-A: 12\r\n\r\n");
        assertThat(events.fields.get(1)).hasToString("X-A: 12");
    }

    @Test
    void repeatedRequestCostsNoAllocation() {
        HttpParser.RequestHandler silent = new SilentHandler();
        HttpParser parser = new HttpParser(silent);
        ByteBuffer[] buffers = {ByteBuffer.allocate(1024), ByteBuffer.allocateDirect(1024)};
        byte[] request =
                "GET /plaintext HTTP/1.1\r\nHost: localhost:8080\r\nUser-Agent: x\r\nAccept: a/b\r\nX-A: b\r\nContent-Length: 0\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII);
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (ByteBuffer buffer : buffers) {
            repeat(parser, buffer, request, 20_000);
            long before = threads.getCurrentThreadAllocatedBytes();
            repeat(parser, buffer, request, 10_000);
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(bytes).isLessThan(10_000);
        }
    }

    private static void repeat(HttpParser parser, ByteBuffer buffer, byte[] request, int times) {
        for (int i = 0; i < times; i++) {
            buffer.clear().put(request).flip();
            parser.parseNext(buffer);
            if (!parser.isState(HttpParser.State.END)) {
                throw new IllegalStateException(parser.toString());
            }
            parser.reset();
        }
    }

    private static final class SilentHandler implements HttpParser.RequestHandler {
        @Override
        public void startRequest(String method, String uri, HttpVersion version) {}

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
            return false;
        }

        @Override
        public void parsedHeader(HttpField field) {}

        @Override
        public void earlyEOF() {}

        @Override
        public void badMessage(HttpException failure) {}
    }

    @Test
    void randomMutationsNeitherThrowNorHang() {
        Random random = new Random(42);
        String[] seeds = {
            FULL,
            "GET / HTTP/1.1\r\nHost: [::1]:80\r\nContent-Length: 5\r\n\r\nhello",
            "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n",
            "OPTIONS * HTTP/1.0\r\n\r\n"
        };
        HttpCompliance[] modes = {
            HttpCompliance.RFC9110, HttpCompliance.LEGACY, HttpCompliance.STRICT, HttpCompliance.RFC2616_LEGACY
        };
        ParserEvents events = new ParserEvents();
        for (int round = 0; round < 40_000; round++) {
            byte[] bytes = seeds[random.nextInt(seeds.length)].getBytes(StandardCharsets.ISO_8859_1);
            for (int m = random.nextInt(4); m >= 0; m--) {
                int at = random.nextInt(bytes.length);
                switch (random.nextInt(3)) {
                    case 0 -> bytes[at] = (byte) random.nextInt(256);
                    case 1 -> bytes[at] = (byte) " \t\r\n:;,0\0".charAt(random.nextInt(9));
                    default ->
                        System.arraycopy(bytes, at, bytes, random.nextInt(at + 1), Math.min(5, bytes.length - at));
                }
            }
            events = new ParserEvents();
            HttpParser parser = new HttpParser((HttpParser.RequestHandler) events, 512, modes[round % modes.length]);
            for (int repeat = 0; repeat < 2; repeat++) {
                int split = random.nextInt(bytes.length);
                events.feed(parser, ByteBuffer.wrap(bytes, 0, split));
                events.feed(parser, ByteBuffer.wrap(bytes, split, bytes.length - split));
                parser.reset();
            }
            parser.atEOF();
            parser.parseNext(ByteBuffer.allocate(0));
        }
        assertThat(events.events).isNotEmpty();
    }

    // ---------------------------------------------------------------- RFC 9112, sections 2.2, 2.3, 3: request line

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "GET / HTTP/1.1|complete",
                "\\r\\nGET / HTTP/1.1|complete",
                "GET  / HTTP/1.1|400",
                "GET / HTTP/1.1 |400",
                "GET\\t/\\tHTTP/1.1|400",
                "GET /|505",
                "GET / http/1.1|400",
                "GET / HTTP/1.2|505",
                "GET / HTTP/2.0|505",
                "GET / HTTP/9.9|505",
                "GET / HTTP/0.9|505",
                "GET / HTP/1.1|400",
                "GET  HTTP/1.1|400",
                "GET|400",
                " GET / HTTP/1.1|400",
                "GET host:80 HTTP/1.1|400",
                "GET abc HTTP/1.1|400",
                "GET * HTTP/1.1|400",
                "OPTIONS * HTTP/1.1|complete",
                "CONNECT /x HTTP/1.1|400",
                "CONNECT h:80 HTTP/1.1|complete",
                "GET http://h/x HTTP/1.1|complete",
                "GET 1tp://h/x HTTP/1.1|400",
                "GET /a\\u0001 HTTP/1.1|400",
                "G\\u00e9T / HTTP/1.1|400",
                "GET /\\u007f HTTP/1.1|400",
                "PRI * HTTP/2.0|complete",
                "GET / HTTP/1.1\\r|400"
            })
    void requestLine(String line, String outcome) {
        assertThat(ParserEvents.parse(unescape(line) + "\r\nHost: x\r\n\r\n").outcome())
                .isEqualTo(outcome);
    }

    private static String unescape(String s) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '\\' && i + 1 < s.length()) {
                char e = s.charAt(++i);
                switch (e) {
                    case 'r' -> b.append('\r');
                    case 'n' -> b.append('\n');
                    case 't' -> b.append('\t');
                    case '0' -> b.append('\0');
                    case 'u' -> {
                        b.append((char) Integer.parseInt(s.substring(i + 1, i + 5), 16));
                        i += 4;
                    }
                    default -> b.append(c).append(e);
                }
            } else {
                b.append(c);
            }
        }
        return b.toString();
    }

    @Test
    void octetThatCannotBeginARequestIsRefusedAtOnce() {
        assertThat(ParserEvents.parse("\u0016\u0003\u0001").bad).isEqualTo(400);
    }

    @Test
    void emptyLinesBeforeARequestAreLimited() {
        assertThat(ParserEvents.parse("\r\n".repeat(100)).bad).isEqualTo(400);
    }

    @Test
    void requestLineOverTheLimitIs414AndFieldsAre431() {
        assertThat(ParserEvents.parse("GET /" + "a".repeat(9000) + " HTTP/1.1\r\n\r\n").bad)
                .isEqualTo(414);
        assertThat(ParserEvents.parse("GET /" + "a".repeat(9000)).bad).isEqualTo(414);
        assertThat(ParserEvents.parse("A".repeat(9000)).bad).isEqualTo(400);
        assertThat(ParserEvents.parse("GET / HTTP/1.1\r\nX: " + "a".repeat(9000)).bad)
                .isEqualTo(431);
        assertThat(ParserEvents.parse("GET / HTTP/1.1\r\n" + "X: a\r\n".repeat(3000)).bad)
                .isEqualTo(431);
        assertThat(ParserEvents.parse("GET / HTTP/1.1\r\n" + "X".repeat(300000)).bad)
                .isEqualTo(431);
    }

    @Test
    void http09IsAnsweredOnlyWhenAllowed() {
        assertThat(ParserEvents.parse("GET /x\r\n", HttpCompliance.RFC2616).events)
                .containsExactly("violation HTTP_0_9", "start GET /x HTTP/0.9", "head", "content ", "end");
    }

    // ---------------------------------------------------------------- RFC 9112, section 5: field lines

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Foo|400",
                "Foo : bar|400",
                ": bar|400",
                "F\\u00e9: b|400",
                "A: a\\rb|400",
                "A: a\\0b|400",
                "A: a\\u0001b|400",
                "A: a\\u007fb|400",
                "A: a\\tb|complete",
                "A: \\u00e9|complete",
                "!#$%&'*+-.^_`|complete",
                "A: b\\r\\n fold|400",
                "A: b\\nC: d|complete"
            })
    void fieldLine(String line, String outcome) {
        String fixed = line.startsWith("!#") ? line + "|~09aZ: v" : line;
        assertThat(ParserEvents.parse("GET / HTTP/1.1\r\nHost: x\r\n" + unescape(fixed) + "\r\n\r\n")
                        .outcome())
                .isEqualTo(outcome);
    }

    @Test
    void lineFeedAloneEndsALineOnlyWhenAllowed() {
        assertThat(ParserEvents.parse("GET / HTTP/1.1\nHost: x\n\n").events)
                .contains("violation LF_HEADER_TERMINATION", "end");
        assertThat(ParserEvents.parse("GET / HTTP/1.1\nHost: x\n\n", HttpCompliance.STRICT).bad)
                .isEqualTo(400);
    }

    @Test
    void foldedLineIsJoinedWhenAllowed() {
        String raw = "GET / HTTP/1.1\r\nHost: x\r\nX-A: one\r\n \t two\r\n  three\r\nX-B: b\r\n\r\n";
        for (int i = 0; i < 2; i++) {
            ParserEvents events = new ParserEvents();
            HttpParser parser = new HttpParser((HttpParser.RequestHandler) events, HttpCompliance.RFC2616);
            for (int n = 0; n <= i; n++) {
                events.events.clear();
                events.feed(parser, raw);
                parser.reset();
            }
            assertThat(events.events)
                    .contains("X-A: one two three", "X-B: b", "violation MULTILINE_FIELD_VALUE", "end");
        }
    }

    @Test
    void lenientModesTakeWhatOldClientsSend() {
        assertThat(ParserEvents.parse("GET / HTTP/1.1\r\nHost: x\r\nFoo : b\r\nBar\r\n\r\n", HttpCompliance.LEGACY)
                        .events)
                .contains("Foo: b", "Bar: ", "end");
        assertThat(ParserEvents.parse("get / HTTP/1.1\r\nHost: x\r\n\r\n", HttpCompliance.RFC7230_LEGACY).events)
                .contains("start GET / HTTP/1.1");
        assertThat(ParserEvents.parse("GET / HTTP/1.1\r\nhOST: x\r\n\r\n", HttpCompliance.LEGACY).events)
                .contains("hOST: x");
        assertThat(ParserEvents.parse("GET / HTTP/1.1\r\nhOST: x\r\n\r\n").events)
                .contains("Host: x");
    }

    // ---------------------------------------------------------------- RFC 9112, section 3.2: Host

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local host", "user@localhost", "localhost/x", "http://localhost", "localhost:abc", "[::1", "[zz]",
                        "<script>", "localhost?x",
                "localhost#x", "local\\host", "local^host", "localhost:80:90", "localhost:-1", "local%zzhost",
                        "h\u00e9", "x:70000", "[::1]x",
                "[1:2:3:4:5:6:7:8:9]", "[::1::2]", "[1.2.3.4]", "x\r\nHost: x", "x\r\nHost: y"
            })
    void invalidHostIsRefused(String host) {
        assertThat(ParserEvents.parse("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n").bad)
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "x:",
                "x:80",
                "[::1]",
                "[::1]:8080",
                "[::ffff:1.2.3.4]",
                "[1:2:3:4:5:6:7:8]",
                "[v1.a:b]",
                "a_b.c",
                "%41"
            })
    void validHostIsTaken(String host) {
        assertThat(ParserEvents.parse("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                        .outcome())
                .isEqualTo("complete");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://", "http:///a", "http://?a", "http://:80/a", "ftp:///a", "://a", "1a://a"})
    void absoluteTargetWithoutHostIsRefused(String target) {
        assertThat(ParserEvents.parse("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n").bad)
                .isEqualTo(400);
    }

    @Test
    void hostIsNeededByHttp11Only() {
        assertThat(ParserEvents.parse("GET / HTTP/1.1\r\n\r\n").bad).isEqualTo(400);
        assertThat(ParserEvents.parse("GET / HTTP/1.0\r\n\r\n").outcome()).isEqualTo("complete");
    }

    // ---------------------------------------------------------------- RFC 9112, section 6: framing

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-5",
                "+5",
                "0x5",
                "5 5",
                "",
                "5;",
                "5.0",
                "5e0",
                "5a",
                "5\0",
                "\"5\"",
                "\u0665",
                "5_0",
                "5,",
                ",5",
                "\u000b5",
                "-0",
                "99999999999999999999",
                "9223372036854775808",
                "5, 6",
                "5, 5",
                "5\r\nContent-Length: 6",
                "5\r\nContent-Length: 5"
            })
    void badContentLengthIsRefused(String value) {
        assertThat(ParserEvents.parse("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + value + "\r\n\r\nhello").bad)
                .isEqualTo(400);
    }

    @Test
    void repeatedContentLengthOfOneValueIsTakenWhenAllowed() {
        for (String value : new String[] {"5, 5", "5\r\nContent-Length: 5"}) {
            String raw = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + value + "\r\n\r\nhello";
            assertThat(ParserEvents.parse(raw, HttpCompliance.LEGACY).events)
                    .contains("content hello", "violation MULTIPLE_CONTENT_LENGTHS");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "chunked|complete",
                "CHUNKED|complete",
                "identity|400",
                "xchunked|400",
                "chunked, identity|400",
                "gzip|400",
                "gzip, chunked|501",
                "chunked, chunked|400",
                "chunked, gzip|400",
                "\\u000bchunked|400",
                "\"chunked\"|400",
                "chunked\\0|400",
                "chunked;q=1|400",
                "chunked\\r\\nTransfer-Encoding: identity|400",
                "chunked\\r\\nTransfer-Encoding: chunked|400",
                "chun ked|400",
                "\\u00a0chunked|400",
                "''|400",
                "chunked\\r\\nContent-Length: 5|400"
            })
    void transferEncoding(String value, String outcome) {
        String raw = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: " + unescape(value.equals("''") ? "" : value)
                + "\r\n\r\n0\r\n\r\n";
        assertThat(ParserEvents.parse(raw).outcome()).isEqualTo(outcome);
    }

    @Test
    void transferEncodingWithHttp10IsRefused() {
        assertThat(ParserEvents.parse("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n").bad)
                .isEqualTo(400);
    }

    @Test
    void transferEncodingWinsOverContentLengthWhenBothAreAllowed() {
        ParserEvents events = new ParserEvents();
        HttpParser parser = new HttpParser((HttpParser.RequestHandler) events, HttpCompliance.LEGACY);
        events.feed(
                parser,
                "POST / HTTP/1.1\r\n"
                        + "Host: x\r\n"
                        + "Content-Length: 9\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n"
                        + "5\r\n"
                        + "hello\r\n"
                        + "0\r\n\r\n");
        assertThat(events.events).contains("content hello", "end");
        assertThat(parser.isFramingInDoubt()).isTrue();
    }

    // ---------------------------------------------------------------- RFC 9112, section 7.1: chunked

    @ParameterizedTest
    @ValueSource(
            strings = {
                "g",
                "0x5",
                "-5",
                "+5",
                " 5",
                "\t5",
                "5_",
                "",
                "5\0",
                ";a",
                "5,0",
                "5 5",
                "5h",
                "\u000b5",
                "\"5\"",
                "5 ",
                "FFFFFFFFFFFFFFFFF",
                "8000000000000000",
                "10000000000000005",
                "100000000000000000000000000000005"
            })
    void badChunkSizeIsRefused(String size) {
        ParserEvents events = ParserEvents.parse(
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + size + "\r\nhello\r\n0\r\n\r\n");
        assertThat(events.bad).isEqualTo(400);
        assertThat(events.complete).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5\nhello\r\n0\r\n\r\n", "5\rhello\r\n0\r\n\r\n", "5\r\nhello\n0\r\n\r\n", "5\r\nhello0\r\n\r\n",
                        "5;a\nhello\r\n0\r\n\r\n",
                "5;a\rb\r\nhello\r\n0\r\n\r\n", "5;a\0b\r\nhello\r\n0\r\n\r\n", "5\r\nhelloworld\r\n0\r\n\r\n",
                        "0\r\nfoo\r\n\r\n", "0\r\nX-T : v\r\n\r\n",
                "0\r\nX: a\0b\r\n\r\n"
            })
    void badChunkFramingIsRefused(String content) {
        ParserEvents events =
                ParserEvents.parse("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + content);
        assertThat(events.bad).isEqualTo(400);
        assertThat(events.complete).isFalse();
    }

    @Test
    void chunkExtensionsAreLimitedAsAWholeButGrowWithTheData() {
        String head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
        assertThat(ParserEvents.parse(head + "5;" + "a".repeat(100000)).bad).isEqualTo(400);
        assertThat(ParserEvents.parse(head + ("1;" + "e".repeat(2000) + "\r\nx\r\n").repeat(100)).bad)
                .isEqualTo(400);
        String signed = "10000;chunk-signature=" + "0".repeat(64) + "\r\n" + "x".repeat(0x10000) + "\r\n";
        assertThat(ParserEvents.parse(head + signed.repeat(200) + "0\r\n\r\n").outcome())
                .isEqualTo("complete");
    }

    @Test
    void trailersAreLimited() {
        String head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n";
        assertThat(ParserEvents.parse(head + "X: " + "v".repeat(100000) + "\r\n\r\n").bad)
                .isEqualTo(431);
    }

    // ---------------------------------------------------------------- ends and responses

    @Test
    void endOfConnectionInsideAMessageIsTold() {
        assertThat(endAfter("GET / HTTP/1.1\r\nHo").events).contains("bad 400 Early EOF");
        assertThat(endAfter("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe").events)
                .contains("eof")
                .doesNotContain("end");
        assertThat(endAfter("").events).containsExactly("eof");
    }

    private static ParserEvents endAfter(String raw) {
        ParserEvents events = new ParserEvents();
        HttpParser parser = new HttpParser((HttpParser.RequestHandler) events);
        events.feed(parser, raw);
        parser.atEOF();
        parser.parseNext(ByteBuffer.allocate(0));
        assertThat(parser.isClosed()).isTrue();
        return events;
    }

    @Test
    void responseFramingFollowsTheStatus() {
        assertThat(response("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab", false))
                .contains("start HTTP/1.1 200 OK", "content ab", "end");
        assertThat(response("HTTP/1.1 204\r\n\r\n", false)).contains("start HTTP/1.1 204 null", "end");
        assertThat(response("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", false))
                .contains("end");
        assertThat(response("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", true))
                .contains("end");
        assertThat(response("HTTP/1.0 200 \r\n\r\nup to the end", false)).contains("content up to the end", "end");
        assertThat(response("HTTP/1.1 099 X\r\n\r\n", false)).contains("bad 400 Bad status");
        assertThat(response("HTTP/1.1 20 X\r\n\r\n", false)).contains("bad 400 Bad status");
    }

    private static List<String> response(String raw, boolean head) {
        ParserEvents events = new ParserEvents();
        HttpParser parser = new HttpParser((HttpParser.ResponseHandler) events);
        parser.setHeadResponse(head);
        events.feed(parser, raw);
        parser.atEOF();
        parser.parseNext(ByteBuffer.allocate(0));
        return events.events;
    }

    @Test
    void startLineThatIsNotRememberedIsNotMixedUpWithTheOneThatIs() {
        ParserEvents events = new ParserEvents();
        HttpParser parser = new HttpParser((HttpParser.RequestHandler) events, 8192, HttpCompliance.LEGACY);
        for (String raw : new String[] {
            "GET /one HTTP/1.1\r\nHost: h\r\n\r\n",
            "PUT /two HTTP/1.1\nHost: h\r\n\r\n",
            "GET /one HTTP/1.1\r\nHost: h\r\n\r\n"
        }) {
            events.feed(parser, raw);
            parser.reset();
        }
        assertThat(events.events)
                .filteredOn(event -> event.startsWith("start"))
                .containsExactly("start GET /one HTTP/1.1", "start PUT /two HTTP/1.1", "start GET /one HTTP/1.1");
    }
}
