package org.eclipse.jetty.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much of a head is remembered for the next one of a connection. */
class HeaderCacheSizeTest {
    private static final String HEAD =
            "GET / HTTP/1.1\r\nHost: example.com\r\nX-Some: value one\r\nX-Other: value two\r\n\r\n";

    @ParameterizedTest
    @CsvSource({"0, 0", "15, 0", "40, 1", "60, 2", "8192, 3"})
    void linesWithinTheSizeAreNotParsedAgain(int size, int repeated) {
        HttpParser parser = new HttpParser((HttpParser.RequestHandler) new ParserEvents());
        ParserEvents events = (ParserEvents) parser.getHandler();
        parser.setHeaderCacheSize(size);

        events.feed(parser, HEAD);
        List<HttpField> first = List.copyOf(events.fields);
        parser.reset();
        events.fields.clear();
        events.feed(parser, HEAD);

        assertThat(events.fields).hasSize(3).isEqualTo(first);
        assertThat(IntStream.range(0, 3).filter(i -> events.fields.get(i) == first.get(i)))
                .hasSize(repeated);
    }
}
