package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.EofException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** What a filter may do with a response that a static file has ended, or is ending, without its stream. */
class EndedResponseTest extends ContextServer {
    private static final int LARGE = 300_000;
    private static final int HUGE = 8_000_000;

    @TempDir
    Path base;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger("org.eclipse.jetty");

    /** What is called once the rest of the chain has returned; nothing of it does anything. */
    private enum Late {
        NOTHING((request, response) -> {}),
        FLUSH_BUFFER((request, response) -> response.flushBuffer()),
        FLUSH_STREAM((request, response) -> response.getOutputStream().flush()),
        CLOSE_STREAM((request, response) -> response.getOutputStream().close()),
        FLUSH_WRITER((request, response) -> response.getWriter().flush()),
        CLOSE_WRITER((request, response) -> response.getWriter().close()),
        CHECK_WRITER((request, response) ->
                assertThat(response.getWriter().checkError()).isFalse());

        private final Body body;

        Late(Body body) {
            this.body = body;
        }
    }

    @BeforeEach
    void files() throws Exception {
        Files.writeString(base.resolve("small.html"), "0123456789");
        Files.write(base.resolve("large.html"), new byte[LARGE]);
        context.setBaseResourceAsPath(base);
        context.addServlet(new ServletHolder("default", DefaultServlet.class), "/");
        log.start();
        root.addAppender(log);
    }

    @AfterEach
    void endLog() {
        root.detachAppender(log);
    }

    private void after(Body body) throws Exception {
        context.addFilter(
                filterOf((request, response, chain) -> {
                    chain.doFilter(request, response);
                    body.serve(request, response);
                }),
                "/*",
                null);
        start();
    }

    private List<String> warnings() {
        return List.copyOf(log.list).stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private static String text(ByteBuffer response) {
        return response == null
                ? ""
                : StandardCharsets.ISO_8859_1.decode(response).toString();
    }

    @ParameterizedTest
    @EnumSource
    void flushOrCloseAfterAFileDoesNothing(Late late) throws Exception {
        after(late.body);
        String[][] requests = {
            {"GET /ctx/small.html", "", "200", "10"},
            {"GET /ctx/large.html", "", "200", "" + LARGE},
            {"GET /ctx/small.html", "Range: bytes=2-4\r\n", "206", "3"},
            {"GET /ctx/large.html", "Range: bytes=1-\r\n", "206", "" + (LARGE - 1)},
            {"GET /ctx/small.html", "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT\r\n", "304", "0"},
            {"GET /ctx/small.html", "Range: bytes=20-\r\n", "416", null},
            {"HEAD /ctx/small.html", "", "200", "0"},
            {"HEAD /ctx/large.html", "", "200", "0"},
            {"GET /ctx/none.html", "", "404", null},
            {"GET /ctx/small.html", "", "200", "10"},
        };
        // one connection: it is kept
        try (var client = connector.connect()) {
            for (String[] asked : requests) {
                client.addInputAndExecute(asked[0] + " HTTP/1.1\r\nHost: l\r\n" + asked[1] + "\r\n");
                String response =
                        text(client.waitForResponse(asked[0].startsWith("HEAD"), DEADLINE_SECONDS, TimeUnit.SECONDS));
                assertThat(response).as(asked[0]).startsWith("HTTP/1.1 " + asked[2]);
                if (asked[3] != null) {
                    assertThat(body(response).length()).as(asked[0]).isEqualTo(Integer.parseInt(asked[3]));
                }
            }
        }
        assertThat(warnings()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"FLUSH_BUFFER", "FLUSH_WRITER", "CLOSE_STREAM"})
    void flushOrCloseWhileAFileIsSentLosesNothingOfIt(Late late) throws Exception {
        // the client of the tests opens both windows after each frame, which the server charges as flooding in the long
        // run
        int huge = transport.isHttp1() ? HUGE : 2 * LARGE;
        Files.write(base.resolve("huge.html"), new byte[huge]);
        after(late.body);
        try (var client = connector.connect()) {
            for (String file : new String[] {"huge.html", "small.html"}) {
                client.addInputAndExecute("GET /ctx/" + file + " HTTP/1.1\r\nHost: l\r\n\r\n");
                String response = text(client.waitForResponse(false, DEADLINE_SECONDS, TimeUnit.SECONDS));
                assertThat(response).startsWith("HTTP/1.1 200");
                assertThat(body(response).length()).isEqualTo(file.startsWith("h") ? huge : 10);
            }
        }
        assertThat(warnings()).isEmpty();
    }

    @Test
    void whatIsWrittenAfterAFileIsRefusedAsAfterTheEnd() throws Exception {
        after((request, response) -> {
            assertThat(response.isCommitted()).isTrue();
            for (byte[] late : new byte[][] {new byte[1], new byte[100], new byte[1_000_000]}) {
                assertThatThrownBy(() -> response.getOutputStream().write(late)).isInstanceOf(EofException.class);
            }
            assertThatThrownBy(() -> response.getOutputStream().write(1)).isInstanceOf(EofException.class);
            assertThatThrownBy(() -> response.getOutputStream().print("late")).isInstanceOf(EofException.class);
            assertThatIllegalStateException().isThrownBy(response::reset);
            assertThatIllegalStateException().isThrownBy(response::resetBuffer);
            assertThatIllegalStateException().isThrownBy(() -> response.sendError(500));
        });
        try (var client = connector.connect()) {
            for (String file : new String[] {"large.html", "small.html"}) {
                client.addInputAndExecute("GET /ctx/" + file + " HTTP/1.1\r\nHost: l\r\n\r\n");
                String response = text(client.waitForResponse(false, DEADLINE_SECONDS, TimeUnit.SECONDS));
                assertThat(body(response).length()).isEqualTo(file.startsWith("l") ? LARGE : 10);
            }
        }
        assertThat(warnings()).isEmpty();
    }

    @Test
    void writerAfterAFileTellsThatItTakesNothing() throws Exception {
        after((request, response) -> {
            response.getWriter().print("late");
            assertThat(response.getWriter().checkError()).isTrue();
        });
        assertThat(body(get("/ctx/small.html"))).isEqualTo("0123456789");
        assertThat(body(get("/ctx/large.html")).length()).isEqualTo(LARGE);
    }

    @Test
    void filterMayAnswerAnErrorAfterAFileThatIsNotThere() throws Exception {
        after((request, response) -> {
            if (response.getStatus() != 404) {
                return;
            }
            assertThat(response.isCommitted()).isTrue();
            response.flushBuffer();
        });
        assertThat(status(get("/ctx/none.html"))).isEqualTo(404);
        assertThat(warnings()).isEmpty();
    }
}
