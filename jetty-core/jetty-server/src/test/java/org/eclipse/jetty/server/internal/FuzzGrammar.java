package org.eclipse.jetty.server.internal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/**
 * Makes inputs that are nearly right: sentences of a grammar whose terminals are now and then wrong, mutated now and then.
 * The same random numbers give the same input. Confined to its thread.
 */
final class FuzzGrammar {
    private static final String[] METHODS = {
        "GET", "GET", "POST", "POST", "HEAD", "PUT", "OPTIONS", "CONNECT", "TRACE", "get", "PRI", "X-Y", "G@T", ""
    };
    private static final String[] TARGETS = {
        "/",
        "/a/b",
        "/a/../b",
        "/a;p=1/b",
        "/%61%2f%2F",
        "/%zz",
        "/a?b=c&d=%20",
        "*",
        "http://h/x",
        "http://h:80",
        "//x/y",
        "ftp://h/",
        "h:443",
        "/%c3%a9",
        "/\u00e9",
        "/a b",
        "/..;/x",
        "/./.%2e/",
        "http://u:p@h/",
        "/#f",
        "/%u0041",
        "/\\",
        "/%00"
    };
    private static final String[] VERSIONS = {
        "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "http/1.1", "HTTP/1.11", ""
    };
    private static final String[] NAMES = {
        "Host",
        "Accept",
        "Cookie",
        "Content-Type",
        "X-A",
        "x",
        "Connection",
        "Expect",
        "Upgrade",
        "Range",
        "TE",
        "Trailer",
        "X A",
        "",
        "X\u00e9",
        "Content_Length",
        "Accept-Encoding"
    };
    private static final String[] VALUES = {
        "a",
        "",
        "close",
        "keep-alive",
        "100-continue",
        "a, b",
        "\"q\\\"x\"",
        "text/html;charset=utf-8",
        "h:80",
        "[::1]:8080",
        "bytes=0-1,5-",
        "\t x \t",
        "a\0b",
        "\u00ff",
        "gzip;q=0, *",
        "h2c",
        "Upgrade, HTTP2-Settings",
        "x=y; z",
        "a\rb"
    };
    private static final String[] LENGTHS = {
        "0", "1", "3", "5", "5, 5", "5,6", "+5", "-1", "05", "99999999999999999999", "5 ", ""
    };
    private static final String[] CODINGS = {
        "chunked",
        "chunked",
        "chunked",
        "Chunked",
        "gzip, chunked",
        "chunked, chunked",
        "identity",
        "chunked;x",
        "",
        "xchunked"
    };
    private static final String[] ENDS = {
        "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r", "\r\r\n", " \r\n"
    };
    private static final String[] TOKENS = {
        "\r\n",
        "\r",
        "\n",
        "\0",
        " ",
        "\t",
        ":",
        ";",
        ",",
        "=",
        "\"",
        "\\",
        "%",
        "/",
        "..",
        "--",
        "\u00ff",
        "0",
        "Transfer-Encoding: chunked\r\n",
        "Content-Length: 5\r\n",
        "\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    };

    private final RandomGenerator random;

    FuzzGrammar(RandomGenerator random) {
        this.random = random;
    }

    private String of(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private static byte[] bytes(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** One mutation in three inputs. */
    private byte[] mutated(CharSequence text) {
        byte[] input = bytes(text);
        for (int i = one(3) ? 1 + random.nextInt(3) : 0; i > 0; i--) {
            input = mutate(input);
        }
        return input;
    }

    private byte[] mutate(byte[] input) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int at = random.nextInt(input.length + 1);
        int to = Math.min(input.length, at + random.nextInt(8));
        out.write(input, 0, at);
        switch (random.nextInt(5)) {
            case 0 -> out.writeBytes(bytes(of(TOKENS)));
            case 1 -> at = to;
            case 2 -> out.write(input, at, to - at);
            case 3 -> {
                if (at < input.length) {
                    out.write(input[at++] ^ 1 << random.nextInt(8));
                }
            }
            default -> out.write(random.nextInt(256));
        }
        out.write(input, at, input.length - at);
        return out.toByteArray();
    }

    // ---- HTTP/1.1

    byte[] request() {
        return mutated(requestText());
    }

    private StringBuilder requestText() {
        StringBuilder text = new StringBuilder(one(10) ? of("\r\n", "\n", "\r\n\r\n") : "");
        text.append(of(METHODS))
                .append(one(20) ? "  " : " ")
                .append(of(TARGETS))
                .append(' ');
        text.append(of(VERSIONS)).append(of(ENDS));
        if (!one(12)) {
            text.append("Host: ").append(one(8) ? of(VALUES) : "h").append("\r\n");
        }
        fields(text);
        String content = framing(text);
        return text.append(of(ENDS)).append(content);
    }

    byte[] response() {
        StringBuilder text = new StringBuilder(of(VERSIONS));
        text.append(' ')
                .append(of("200", "204", "304", "100", "404", "99", "1000", "2x0"))
                .append(of(" OK", "", " "));
        text.append(of(ENDS));
        fields(text);
        String content = framing(text);
        return mutated(text.append(of(ENDS)).append(content));
    }

    private void fields(StringBuilder text) {
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(of(NAMES)).append(one(20) ? " :" : ":").append(of(" ", "", "\t"));
            text.append(of(VALUES)).append(one(15) ? "\r\n folded" : "").append(of(ENDS));
        }
        if (one(40)) {
            text.append("X-Large: ").append("v".repeat(random.nextInt(5000))).append("\r\n");
        }
    }

    /** Appends the fields of framing, and returns the content. */
    private String framing(StringBuilder text) {
        String content = "";
        if (one(3)) {
            text.append("Content-Length: ").append(of(LENGTHS)).append(of(ENDS));
            content = of("hello", "hello", "", "hel", "hello and more");
        }
        if (one(3)) {
            text.append("Transfer-Encoding: ").append(of(CODINGS)).append(of(ENDS));
            content = chunks();
        }
        return content;
    }

    private String chunks() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            String data = "0123456789abcdefXYZ".substring(0, 1 + random.nextInt(18));
            text.append(
                    one(12)
                            ? of("", "g", "-1", "+5", "0x5", "ffffffffffffffffff", "00005", "5 ", " 5")
                            : Integer.toHexString(data.length()));
            text.append(one(4) ? extensions() : "");
            text.append(of(ENDS)).append(data).append(of(ENDS));
        }
        text.append(one(10) ? "" : "0").append(of(ENDS));
        if (one(4)) {
            text.append("T: v").append(of(ENDS)).append(one(3) ? "Content-Length: 3\r\n" : "");
        }
        return text.append(of(ENDS)).toString();
    }

    private String extensions() {
        StringBuilder text = new StringBuilder();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            text.append(of(";", ";", ";", " ; ", "\t;", ";;", ","))
                    .append(of("a", "x!y", "", "a b", "\"a\"", "\u00e9"));
            text.append(of("=", "=", "", " = ", "=="));
            text.append(of(
                    "b",
                    "\"b\"",
                    "\"b;c=\\\"d\"",
                    "\"open",
                    "\"b\"c",
                    "\"\\",
                    "\"a\r\n0\r\n\r\n",
                    "",
                    "b c",
                    "x".repeat(200)));
        }
        return text.toString();
    }

    byte[] chunked() {
        return mutated("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks());
    }

    /** Requests one after the other. */
    byte[] connection() {
        StringBuilder text = new StringBuilder();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            text.append(one(2) ? "GET /ok HTTP/1.1\r\nHost: h\r\n\r\n" : requestText());
        }
        return mutated(text);
    }

    // ---- the rest

    byte[] uri() {
        StringBuilder text = new StringBuilder(
                of("", "", "", "http:", "https://", "http://h", "http://h:8", "//", "HTTP://u@[::1]:1"));
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(of("/", "/", "//", "", "/..", "/.", "/;", "?", "#", "%2F", "/%2e%2E", "%", "%u002f"));
            text.append(of(
                    "a", "b.c", "", "%41", "%c3%a9", "%ff", "\u00e9", "x;y=z", "..", ".", "a=b&c", " ", "\\", "%00",
                    "%e2%82"));
        }
        return mutated(text);
    }

    byte[] cookie() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(of("a", "b", "$Version", "$Path", "", "a b", "\u00e9", "__Host-x", "x\""))
                    .append(of("=", "=", "=", " = ", "", "=="));
            text.append(of(
                    "v",
                    "",
                    "\"v\"",
                    "\"a;b\"",
                    "\"open",
                    "a\\\"b",
                    "\"a\\\"b\"",
                    "a,b",
                    "a b",
                    "\u00e9",
                    "v\1",
                    "\"v\"x"));
            text.append(of("; ", ";", "; ", ", ", " ", ";;"));
        }
        return mutated(text);
    }

    byte[] form() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append(
                    of("a", "b", "", "%61", "a+b", "%c3%a9", "\u00c3\u00a9", "%", "%e2%82", "a%00b", "%zz", "%u0041"));
            text.append(of("=", "=", "=", "", "==", "%3d"));
            text.append(of("v", "", "%20", "+", "%ff", "\u00ff", "%2", "%+1", "%C3%A9", "a;b", "\r\n", "\0"));
            text.append(of("&", "&", "&", "&&", ";", ""));
        }
        return mutated(text);
    }

    byte[] forwarded() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(of("for", "by", "host", "proto", "For", "ext", "", "f r"))
                    .append(of("=", "=", "=", "", " ="));
            text.append(of(
                    "192.0.2.1",
                    "\"[2001:db8::1]:80\"",
                    "_hidden",
                    "unknown",
                    "\"a\\\"b\"",
                    "\"open",
                    "",
                    "h:80",
                    "https",
                    "\u00e9",
                    "[::1"));
            text.append(of(";", ",", "; ", ", ", " ", ""));
        }
        return mutated(text);
    }

    byte[] multiPart() {
        StringBuilder text = new StringBuilder(one(6) ? "preamble\r\n" : "");
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append("--BB").append(of("", "", "", " ", "\t", "x")).append(of(ENDS));
            text.append(
                    one(8)
                            ? ""
                            : "Content-Disposition: form-data; name=" + of("f", "\"f\"", "\"f", "\"\\\"\"", "")
                                    + of("", "; filename=\"a/b\"", "; filename=", ";"));
            text.append(of(ENDS))
                    .append(
                            one(4)
                                    ? of(
                                            "Content-Type: text/plain\r\n",
                                            "X\r\n",
                                            " fold\r\n",
                                            "X: \0\r\n",
                                            "Content-Transfer-Encoding: base64\r\n")
                                    : "");
            text.append(of(ENDS))
                    .append(of("data", "", "\r\n", "\r\n--B", "--BB", "\r", "x\r\n--BX\r\ny"))
                    .append(of(ENDS));
        }
        return mutated(text.append(of("--BB--", "--BB--", "--BB--", "--BB-", "--BB", ""))
                .append(of("\r\n", "", "epilogue", "\r\n--BB\r\n")));
    }

    byte[] proxy() {
        if (one(2)) {
            return mutated("PROXY " + of("TCP4", "TCP6", "UNKNOWN", "TCP5", "") + " "
                    + of("192.0.2.1", "::1", "256.1.1.1", "1.1.1", "", "fe80::1%0") + " " + of("192.0.2.2", "::2", "a")
                    + " "
                    + of("1", "65535", "65536", "-1", "") + of(" ", "  ") + of("2", "x") + of(ENDS) + of("GET", ""));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes("\r\n\r\n\0\r\nQUIT\n"));
        out.write(of("\41", "\41", "\40", "\21", "\42").charAt(0));
        out.write(new int[] {0x11, 0x21, 0x31, 0, 0x12, 0x41}[random.nextInt(6)]);
        int length = new int[] {0, 12, 12, 36, 216, 19, 11, 700, 65535}[random.nextInt(9)];
        out.write(length >> 8);
        out.write(length);
        byte[] body = new byte[Math.min(800, length + random.nextInt(3))];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) (one(2) ? 0 : random.nextInt(256));
        }
        out.writeBytes(body);
        return mutated(out.toString(StandardCharsets.ISO_8859_1));
    }
}
