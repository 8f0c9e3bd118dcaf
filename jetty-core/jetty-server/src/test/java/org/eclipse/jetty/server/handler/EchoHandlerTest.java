package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Content that is sent back by each way of reading and writing. */
class EchoHandlerTest extends OverTransports {
    static Stream<Handler> handlers() {
        return Stream.of(
                new EchoHandler(),
                new EchoHandler.Stream(),
                new EchoHandler.Buffered(),
                new EchoHandler.BufferedAsync(),
                new EchoHandler.Reactive());
    }

    @ParameterizedTest
    @MethodSource("handlers")
    void contentOfAKnownAndAnUnknownLengthIsSentBack(Handler handler) throws Exception {
        try (LocalServer local = new LocalServer(transport).start(handler)) {
            String known = local.ask("""
                    POST / HTTP/1.1
                    Host: local
                    Content-Type: text/x-echo
                    Content-Length: 5

                    hello""");
            assertThat(known)
                    .startsWith("HTTP/1.1 200")
                    .containsIgnoringCase("Content-Type: text/x-echo\r\n")
                    .containsIgnoringCase("Content-Length: 5\r\n")
                    .endsWith("hello");
            String chunked = local.ask("""
                    POST / HTTP/1.1
                    Host: local
                    Transfer-Encoding: chunked

                    3
                    hel
                    2
                    lo
                    0

                    """);
            assertThat(chunked).startsWith("HTTP/1.1 200").containsIgnoringCase("application/octet-stream");
            assertThat(chunked.replaceAll("\r\n[0-9a-f]+\r\n", "").replace("\r\n", ""))
                    .contains("hello");
            assertThat(local.get("/")).startsWith("HTTP/1.1 200").containsIgnoringCase("Content-Length: 0\r\n");
        }
    }
}
