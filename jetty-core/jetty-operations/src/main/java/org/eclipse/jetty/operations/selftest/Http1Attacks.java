package org.eclipse.jetty.operations.selftest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Attacks by single messages of HTTP/1.1: requests with two meanings, paths with two meanings, heads without end. */
final class Http1Attacks {
    private static final int TIMEOUT_MILLIS = 3_000;
    /** More than any head should have; beyond the socket buffers of none. */
    private static final int LARGE = 70_000;

    private static final String SECOND = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private Http1Attacks() {}

    static List<Attack> all(Set<String> contextPaths) {
        List<Attack> attacks = new ArrayList<>();
        addSmuggling(attacks);
        addPaths(attacks);
        for (String context : contextPaths) {
            addProtectedPaths(attacks, context);
        }
        addLimits(attacks);
        return attacks;
    }

    private static void addSmuggling(List<Attack> attacks) {
        Map<String, String> framings = new TreeMap<>();
        framings.put("Content-Length and Transfer-Encoding", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n");
        framings.put("two Content-Length", "Content-Length: 4\r\nContent-Length: 5\r\n");
        framings.put("list of Content-Length", "Content-Length: 4, 5\r\n");
        framings.put("Content-Length with a sign", "Content-Length: +4\r\n");
        framings.put("Content-Length in hexadecimal", "Content-Length: 0x4\r\n");
        framings.put("Content-Length that is too large", "Content-Length: 99999999999999999999\r\n");
        framings.put("Transfer-Encoding that ends otherwise", "Transfer-Encoding: chunked, identity\r\n");
        framings.put("Transfer-Encoding: xchunked", "Transfer-Encoding: xchunked\r\n");
        framings.put("two Transfer-Encoding", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n");
        framings.put("space before the colon", "Content-Length : 4\r\n");
        framings.put("folded field", "X: a\r\n Content-Length: 4\r\n");
        framings.put("NUL in a field", "X: a\0b\r\n");
        framings.put("carriage return in a field", "X: a\rContent-Length: 4\r\n");
        framings.put("two Host", "Host: other\r\n");
        framings.forEach((name, fields) -> attacks.add(refused(
                "smuggling: " + name,
                "jetty.httpConfig.compliance",
                "POST / HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n0\r\n\r\n" + SECOND)));
        String chunked = "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
        attacks.add(notSmuggled("smuggling: chunk size with a sign", chunked + "+1\r\na\r\n0\r\n\r\n" + SECOND));
        attacks.add(
                notSmuggled("smuggling: chunk size that overflows", chunked + "100000000\r\na\r\n0\r\n\r\n" + SECOND));
        attacks.add(notSmuggled("smuggling: chunk without its end", chunked + "1\r\naX\r\n0\r\n\r\n" + SECOND));
        attacks.add(refused(
                "smuggling: no Host", "jetty.httpConfig.compliance", "GET / HTTP/1.1\r\nX: y\r\n\r\n" + SECOND));
        attacks.add(refused(
                "smuggling: space in the target",
                "jetty.httpConfig.compliance",
                "GET / x HTTP/1.1\r\nHost: localhost\r\n\r\n" + SECOND));
    }

    /** The message is refused, and nothing after it is read as a request. */
    private static Attack refused(String name, String property, String bytes) {
        return new Attack(name, "status 4xx or 501, and the connection closed", property, target -> {
            Responses responses = Responses.to(target, bytes, TIMEOUT_MILLIS);
            boolean held = responses.statuses().size() <= 1
                    && responses.closed()
                    && (responses.status() == 0
                            || responses.status() >= 400 && responses.status() < 500
                            || responses.status() == 501);
            return new Outcome(held, responses.summary());
        });
    }

    /** An application may have answered before the content was read; nothing after it is read as a request. */
    private static Attack notSmuggled(String name, String bytes) {
        return new Attack(name, "at most one response", "jetty.httpConfig.compliance", target -> {
            Responses responses = Responses.to(target, bytes, TIMEOUT_MILLIS);
            return new Outcome(responses.statuses().size() <= 1 && responses.closed(), responses.summary());
        });
    }

    private static void addPaths(List<Attack> attacks) {
        for (String path : List.of(
                "/../../etc/passwd",
                "/%2e%2e/%2e%2e/etc/passwd",
                "/..%2f..%2fetc/passwd",
                "/a/..;/b",
                "/a/%2e%2e;x/b",
                "/a%2fb",
                "/a%00b",
                "/a%c0%ae%c0%ae/b",
                "/a%zz")) {
            attacks.add(hidden("path: " + path, "jetty.httpConfig.uriCompliance", path));
        }
    }

    private static void addProtectedPaths(List<Attack> attacks, String context) {
        String prefix = context.equals("/") ? "" : context;
        for (String path :
                List.of("/WEB-INF/web.xml", "/web-inf/web.xml", "/%57EB-INF/web.xml", "/META-INF/MANIFEST.MF")) {
            attacks.add(hidden("path: " + prefix + path, "protectedTargets of the context", prefix + path));
        }
    }

    private static Attack hidden(String name, String property, String path) {
        return new Attack(name, "status 400 or 404", property, target -> {
            Responses responses = Responses.to(
                    target,
                    "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                    TIMEOUT_MILLIS);
            int status = responses.status();
            return new Outcome(status == 400 || status == 404, responses.summary());
        });
    }

    private static void addLimits(List<Attack> attacks) {
        String large = "a".repeat(LARGE);
        attacks.add(
                status("limit: field of 70,000 bytes", 431, "jetty.httpConfig.requestHeaderSize", "/", "X: " + large));
        attacks.add(status(
                "limit: target of 70,000 bytes", 414, "jetty.httpConfig.requestHeaderSize", "/" + large, "X: y"));
        attacks.add(new Attack("method: TRACE", "status 405", "jetty.httpConfig.traceAllowed", target -> {
            Responses responses = Responses.to(
                    target,
                    "TRACE / HTTP/1.1\r\nHost: localhost\r\nCookie: secret\r\nConnection: close\r\n\r\n",
                    TIMEOUT_MILLIS);
            boolean held = responses.status() >= 400 && !responses.text().contains("secret");
            return new Outcome(held, responses.summary());
        }));
        attacks.add(new Attack(
                "version of the server in responses",
                "no field Server",
                "jetty.httpConfig.sendServerVersion",
                target -> {
                    Responses responses = Responses.to(
                            target, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", TIMEOUT_MILLIS);
                    boolean told = responses.text().toLowerCase(Locale.ROOT).contains("\r\nserver: ");
                    return new Outcome(!told, told ? "a field Server" : "none");
                }));
    }

    private static Attack status(String name, int status, String property, String path, String field) {
        return new Attack(name, "status " + status, property, target -> {
            Responses responses = Responses.to(
                    target, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + field + "\r\n\r\n", TIMEOUT_MILLIS);
            // the answer may be lost when the server closes with bytes unread
            boolean held = responses.status() == status || responses.status() == 0 && responses.closed();
            return new Outcome(held, responses.summary());
        });
    }
}
