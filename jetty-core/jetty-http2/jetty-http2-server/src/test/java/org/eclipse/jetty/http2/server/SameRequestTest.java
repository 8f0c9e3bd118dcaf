package org.eclipse.jetty.http2.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.StringUtil;
import org.junit.jupiter.api.Test;

/**
 * The same request reaches the application alike over HTTP/1.1 and HTTP/2, or is refused over both: method, target, fields, cookies,
 * parameters, content.
 */
class SameRequestTest extends AbstractHttp2Test {
    private static final int SECONDS = Integer.getInteger("fuzz.seconds", 6);
    private static final long SEED = Long.getLong("fuzz.seed", 9110);
    private static final int REQUESTS_OF_A_CONNECTION = 50;

    private static final String[] METHODS = {
        "GET", "GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "X-Y", "get", "G!T", "TRACE", "G@T", "G T"
    };
    private static final String[] PATHS = {
        "/",
        "/a/b",
        "/a/../b",
        "/a;p=1/b",
        "/%61%2f%2F",
        "/%zz",
        "/..;/x",
        "/./.%2e/",
        "/%c3%a9",
        "/%ff",
        "/a%20b",
        "/%00",
        "//x/y",
        "/a//b",
        "/%u0041",
        "/a/%2e%2e/b",
        "/../a",
        "/a?",
        "/;jsessionid=x",
        "/a%5cb",
        "/\\",
        "/a%",
        "/~!$&'()*+,=:@",
        "/%3f",
        "/a|b",
        "/{a}",
        "/[a]",
        "/a\"b",
        "/<a>",
        "/a^b",
        "/`",
        "*",
        "",
        "a/b",
        "/a b",
        "/a#b",
        "/\u00e9",
        "/a\tb"
    };
    private static final String[] QUERIES = {
        "",
        "?",
        "?a=b",
        "?a=b&a=c&d",
        "?a=%20+&%62=%c3%a9",
        "?=x&&=",
        "?a=%zz",
        "?a=%ff",
        "?a;b=c",
        "?a=b=c?d",
        "?%",
        "?\"<>"
    };
    private static final String[] NAMES = {
        "x-a",
        "X-A",
        "accept",
        "Accept-Language",
        "x_y",
        "x.y",
        "user-agent",
        "range",
        "if-match",
        "x!#$%&'*+-.^`|~1",
        "x y"
    };
    private static final String[] VALUES = {
        "a",
        "",
        "a, b",
        "a,b",
        "\"q, \\\"x\"",
        "a\tb",
        "a  b",
        "\u00e9",
        "a;b=c",
        "W/\"x\"",
        "bytes=0-1",
        "a\0b",
        "a\rb",
        "\u007f"
    };
    private static final String[] COOKIES = {
        "a=b",
        "a=b; c=d",
        "a=\"b\"",
        "a=\"b;c\"",
        "a",
        "=b",
        "a=b=c",
        "$Version=1; a=b",
        "a=b,c",
        "a=b; a=c",
        "a=\u00e9"
    };

    private SplittableRandom random;
    private LocalConnector local;

    /** A request as both protocols can say it. */
    private record Message(String method, String target, List<String[]> fields, byte[] content) {
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(method + " " + target);
            fields.forEach(
                    field -> text.append('\n').append(field[0]).append(": ").append(field[1]));
            return text.append("\n\n")
                    .append(new String(content, StandardCharsets.ISO_8859_1))
                    .toString();
        }
    }

    private String of(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private Message message() {
        List<String[]> fields = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            fields.add(new String[] {of(NAMES), of(VALUES)});
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            fields.add(new String[] {"cookie", of(COOKIES)});
        }
        byte[] content = {};
        if (random.nextInt(3) == 0) {
            content = of("a=b&c=d", "a=%c3%a9", "a=%zz", "x", "\0\u00ff", "a=b&a=c&=")
                    .getBytes(StandardCharsets.ISO_8859_1);
            fields.add(new String[] {
                "content-type",
                of("application/x-www-form-urlencoded", "application/x-www-form-urlencoded", "text/plain")
            });
            fields.add(new String[] {"content-length", Integer.toString(content.length)});
        }
        return new Message(of(METHODS), of(PATHS) + of(QUERIES), fields, content);
    }

    @Test
    void aRequestReachesTheApplicationAlikeOverBothProtocols() throws Exception {
        start(SameRequestTest::describe);
        local = new LocalConnector(server, new HttpConnectionFactory(configuration));
        server.addConnector(local);
        local.start();
        SplittableRandom seeds = new SplittableRandom(SEED);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS) / 3;
        int served = 0;
        for (int requests = 0; requests < 1000 || System.nanoTime() - end < 0; ) {
            try (Http2Client client = connect()) {
                for (int i = 0; i < REQUESTS_OF_A_CONNECTION; i++, requests++) {
                    random = seeds.split();
                    Message message = message();
                    String one = http1(message);
                    assertThat(http2(client, 2 * i + 1, message))
                            .as("seed " + SEED + ":\n" + message)
                            .isEqualTo(one);
                    served += one.startsWith("refused") ? 0 : 1;
                }
            }
        }
        assertThat(served).isGreaterThan(100);
    }

    private String http1(Message message) throws Exception {
        StringBuilder text =
                new StringBuilder(message.method + " " + message.target + " HTTP/1.1\r\nHost: localhost\r\n");
        message.fields.forEach(
                field -> text.append(field[0]).append(": ").append(field[1]).append("\r\n"));
        text.append("Connection: close\r\n\r\n").append(new String(message.content, StandardCharsets.ISO_8859_1));
        LocalConnector.LocalEndPoint client = local.connect();
        client.addInputAndExecute(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.ISO_8859_1)));
        client.waitUntilClosed();
        String response = client.getOutputString(StandardCharsets.ISO_8859_1);
        int status = Integer.parseInt(response.substring(9, 12));
        return result(status, response.substring(response.indexOf("\r\n\r\n") + 4));
    }

    private static String http2(Http2Client client, int stream, Message message) throws Exception {
        List<String> fields = new ArrayList<>(List.of(
                ":method", message.method, ":scheme", "http", ":authority", "localhost", ":path", message.target));
        message.fields.forEach(field -> fields.addAll(List.of(field[0].toLowerCase(Locale.ENGLISH), field[1])));
        byte[] block = block(fields);
        FrameWriter.headers(client.out(), stream, block, block.length, 16384, message.content.length == 0);
        if (message.content.length > 0) {
            client.data(stream, true, message.content);
        }
        Http2Client.Response response = client.await(stream);
        assertThat(client.goAway).isNull();
        return response.reset != null ? result(400, "") : result(response.status, response.content.toString());
    }

    /** Literals without Huffman coding (RFC 7541, section 6.2.2), as the encoder writes no fields that are malformed. */
    private static byte[] block(List<String> fields) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < fields.size(); i += 2) {
            block.write(0);
            for (String text : fields.subList(i, i + 2)) {
                byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
                assertThat(bytes).hasSizeLessThan(127);
                block.write(bytes.length);
                block.writeBytes(bytes);
            }
        }
        return block.toByteArray();
    }

    /** Over HTTP/2 a malformed request is reset, over HTTP/1.1 answered by 400. */
    private static String result(int status, String content) {
        assertThat(status).isNotEqualTo(500);
        return status == 200 ? content : "refused by " + status;
    }

    /** Answers with all that an application sees of a request. */
    private static void describe(Request request, Response response, Callback callback) {
        StringBuilder text = new StringBuilder();
        text.append(request.getMethod()).append('\n');
        text.append(request.getHttpURI()).append('\n');
        text.append(request.getHttpURI().getCanonicalPath()).append('\n');
        text.append(request.getHttpURI().getDecodedPath()).append('\n');
        text.append(Request.getPathInContext(request)).append('\n');
        text.append(Request.getServerName(request))
                .append(Request.getServerPort(request))
                .append('\n');
        // that there is no content is known over HTTP/1.1 alone
        text.append(Math.max(0, request.getLength())).append('\n');
        for (String name : new TreeSet<>(request.getHeaders().getFieldNamesCollection().stream()
                .map(StringUtil::asciiToLowerCase)
                .toList())) {
            if (!List.of("cookie", "connection").contains(name)) {
                for (HttpField field : request.getHeaders().getFields(name)) {
                    text.append(name).append(": ").append(field.getValue()).append('\n');
                }
            }
        }
        for (HttpCookie cookie : Request.getCookies(request)) {
            text.append(cookie.getName()).append('=').append(cookie.getValue()).append('\n');
        }
        text.append(parameters(request));
        if (!request.getHeaders().contains(HttpHeader.CONTENT_TYPE, "application/x-www-form-urlencoded")) {
            try {
                text.append(Content.Source.asString(request, StandardCharsets.ISO_8859_1));
            } catch (Exception x) {
                text.append(x);
            }
        }
        Content.Sink.write(
                response,
                true,
                new String(text.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1),
                callback);
    }

    private static String parameters(Request request) {
        try {
            StringBuilder text = new StringBuilder();
            Fields fields = Request.getParameters(request);
            fields.forEach(field ->
                    text.append(field.getName()).append(field.getValues()).append('\n'));
            return text.toString();
        } catch (Exception x) {
            return x instanceof HttpException http ? "bad parameters " + http.getCode() + "\n" : x.getClass() + "\n";
        }
    }
}
