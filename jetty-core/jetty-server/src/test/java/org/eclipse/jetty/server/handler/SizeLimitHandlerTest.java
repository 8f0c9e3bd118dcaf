package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

class SizeLimitHandlerTest extends OverTransports {
    private static SizeLimitHandler limit(long request, long response, Handler handler) {
        SizeLimitHandler limit = new SizeLimitHandler(request, response);
        limit.setHandler(handler);
        return limit;
    }

    @Test
    void requestWithTooGreatALengthIsRefusedAtOnce() throws Exception {
        try (LocalServer local = new LocalServer(transport).start(limit(4, -1, LocalServer.echo()))) {
            assertThat(local.ask("POST / HTTP/1.1\nHost: h\nContent-Length: 4\n\nabcd"))
                    .endsWith("abcd");
            assertThat(local.ask("POST / HTTP/1.1\nHost: h\nContent-Length: 5\n\nabcde"))
                    .startsWith("HTTP/1.1 413 ");
            assertThat(local.ask("POST / HTTP/1.1\nHost: h\nContent-Length: 50000000\n\nabcde"))
                    .startsWith("HTTP/1.1 413 ")
                    .contains(closing());
        }
    }

    @Test
    void chunkedRequestIsRefusedWhereItPassesTheLimit() throws Exception {
        try (LocalServer local = new LocalServer(transport).start(limit(4, -1, LocalServer.echo()))) {
            assertThat(local.ask("POST / HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\n\n2\nab\n2\ncd\n0\n\n"))
                    .endsWith("abcd");
            assertThat(local.ask("POST / HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\n\n2\nab\n3\ncde\n0\n\n"))
                    .startsWith("HTTP/1.1 413 ");
        }
    }

    @Test
    void refusalsAreCountedAndLoggedWithTheReason() throws Exception {
        SizeLimitHandler limit = limit(4, 3, LocalServer.echo());
        try (LocalServer local = new LocalServer(transport).start(limit);
                LogCapture log = new LogCapture(SizeLimitHandler.class)) {
            local.ask("POST /up HTTP/1.1\nHost: h\nContent-Length: 5\n\nabcde");
            local.ask("POST /up HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\n\n5\nabcde\n0\n\n");
            local.ask("POST /down HTTP/1.1\nHost: h\nContent-Length: 4\n\nabcd");
            assertThat(limit.getTotalRefusedRequestCount()).isEqualTo(2);
            assertThat(limit.getTotalRefusedResponseCount()).isPositive();
            assertThat(log.warnings())
                    .anyMatch(line -> line.contains("refuses: content of 5 bytes to POST /up, limit 4"))
                    .anyMatch(
                            line -> line.contains("refuses: content of 4 bytes of a response to POST /down, limit 3"));
        }
    }

    @Test
    void responseAboveTheLimitIsAnError() throws Exception {
        try (LocalServer local = new LocalServer(transport).start(limit(-1, 4, LocalServer.answer("abcde")))) {
            assertThat(local.get("/")).startsWith("HTTP/1.1 500 ");
        }
        try (LocalServer local = new LocalServer(transport).start(limit(-1, 5, LocalServer.answer("abcde")))) {
            assertThat(local.get("/")).endsWith("abcde");
        }
    }

    @Test
    void responseAboveTheLimitIsCutOffOnceCommitted() throws Exception {
        Handler streaming = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.write(
                        false,
                        ByteBuffer.wrap("abc".getBytes()),
                        Callback.from(
                                () -> response.write(true, ByteBuffer.wrap("def".getBytes()), callback),
                                callback::failed));
                return true;
            }
        };
        try (LocalServer local = new LocalServer(transport).start(limit(-1, 4, streaming))) {
            String response = local.get("/");
            assertThat(response).startsWith("HTTP/1.1 200 ").contains("abc").doesNotContain("def");
            // the last chunk is missing, so that the client sees that it is not whole
            assertThat(response).doesNotContain("\r\n0\r\n");
        }
    }

    @Test
    void announcedLengthAboveTheLimitIsAnError() throws Exception {
        Handler announcing = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.getHeaders().put("Content-Length", 10);
                response.write(
                        false,
                        ByteBuffer.wrap(new byte[2]),
                        Callback.from(
                                () -> response.write(true, ByteBuffer.wrap(new byte[8]), callback), callback::failed));
                return true;
            }
        };
        try (LocalServer local = new LocalServer(transport).start(limit(-1, 9, announcing))) {
            assertThat(local.get("/")).startsWith("HTTP/1.1 500 ");
        }
        try (LocalServer local = new LocalServer(transport).start(limit(-1, 10, announcing))) {
            assertThat(local.get("/")).startsWith("HTTP/1.1 200 ").contains("Content-Length: 10");
        }
    }
}
