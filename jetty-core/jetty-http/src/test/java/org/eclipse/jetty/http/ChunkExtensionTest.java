package org.eclipse.jetty.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunk extensions (RFC 9112, section 7.1.1), where a parser that ends the line elsewhere sees another request. */
class ChunkExtensionTest {
    private static final String HEAD = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String REST = "\r\nhello\r\n0\r\n\r\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                ";a",
                ";a=b",
                ";a=\"\"",
                ";a=\"b\"",
                ";a=\"b;c=d\"",
                ";a=\"b\\\"c\\\\\"",
                ";a=\"\t \\\t\\ \"",
                ";a=\"\u0080\u00ff\\\u00e9\"",
                ";a;b",
                ";a=b;c=\"d\";e",
                " ;a",
                "\t ; \ta \t= \tb \t; c = \"d\" ;e",
                ";!#$%&'*+-.^_`|~09azAZ=!#$%&'*+-.^_`|~09azAZ"
            })
    void extensionsOfTheGrammarAreIgnored(String extension) {
        for (String end : new String[] {"0", "0" + extension}) {
            ParserEvents events = ParserEvents.parse(HEAD + "5" + extension + "\r\nhello\r\n" + end + "\r\n\r\n");
            assertThat(events.outcome()).as(extension).isEqualTo("complete");
            assertThat(events.content.toString()).isEqualTo("hello");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ";",
                ";;",
                ";;a",
                ";a;",
                ";=",
                ";=b",
                ";a=",
                ";a=;b",
                ";a==b",
                ";a=b=c",
                ";a b",
                ";a b=c",
                ";a=b c",
                ";\"",
                ";\"a\"",
                ";\"a\"=b",
                ";a=\"",
                ";a=\"b",
                ";a=\"b\\",
                ";a=\"b\\\"",
                ";a=\"b\"c",
                ";a=\"b\" c",
                ";a=\"b\"\"c\"",
                ";a=b\"c\"",
                ";a='b c'",
                ";\u00e9",
                ";a=\u00e9",
                ";a=\"\0\"",
                ";a=\"\u0001\"",
                ";a=\"\u007f\"",
                ";a=\"\\\0\"",
                ";a=\"\\\u007f\"",
                ";a=\"b\rc\"",
                ";a=\"b\nc\"",
                ";a=\"b\r\nc\"",
                ";a=\"b\\\r\nc\"",
                ";a=\"b\\\nc\"",
                ";a,b",
                ",a",
                "a;b ",
                " ",
                "\t",
                " a",
                ";a ",
                ";a=b ",
                ";a=\"b\" ",
                ";a= ",
                "; ",
                ";a\r",
                ";a\r;b",
                "\0;a"
            })
    void extensionsOutsideTheGrammarAreRefused(String extension) {
        for (String chunk : new String[] {"5" + extension + REST, "5\r\nhello\r\n0" + extension + "\r\n\r\n"}) {
            for (HttpCompliance compliance : new HttpCompliance[] {HttpCompliance.RFC9110, HttpCompliance.LEGACY}) {
                ParserEvents events = ParserEvents.parse(HEAD + chunk, compliance);
                assertThat(events.outcome()).as(extension).isEqualTo("400");
            }
        }
    }

    @Test
    void openQuotesDoNotSmuggleTheRequestThatTheyHold() {
        String raw = HEAD + "1;ext=\"val\r\nX\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\nX: \"\r\n\r\n";
        ParserEvents events = ParserEvents.parse(raw);
        assertThat(events.bad).isEqualTo(400);
        assertThat(events.content.toString()).isEmpty();
        assertThat(events.events).noneMatch(event -> event.contains("/smuggled"));
    }

    @Test
    void bareLineFeedEndsExtensionsOnlyWhereItIsAllowedAndNeverInsideQuotes() {
        HttpCompliance lenient = HttpCompliance.RFC9110.with("lenient", HttpCompliance.Violation.LF_CHUNK_TERMINATION);
        assertThat(ParserEvents.parse(HEAD + "5;a=\"b\"\nhello\r\n0\r\n\r\n", lenient)
                        .outcome())
                .isEqualTo("complete");
        assertThat(ParserEvents.parse(HEAD + "5;a=\"b\"\nhello\r\n0\r\n\r\n").outcome())
                .isEqualTo("400");
        assertThat(ParserEvents.parse(HEAD + "5;a=\"b\nhello\r\n0\r\n\r\n", lenient)
                        .outcome())
                .isEqualTo("400");
        assertThat(ParserEvents.parse(HEAD + "5;a=\nhello\r\n0\r\n\r\n", lenient)
                        .outcome())
                .isEqualTo("400");
    }

    @Test
    void extensionsAreReadTheSameHoweverTheyAreSplit() {
        String raw = HEAD + "5 ; a = \"b\\\"\" ; c\r\nhello\r\n0;d=e\r\n\r\n";
        for (int split = HEAD.length(); split < raw.length(); split++) {
            ParserEvents events = new ParserEvents();
            HttpParser parser = new HttpParser((HttpParser.RequestHandler) events);
            byte[] bytes = raw.getBytes(StandardCharsets.ISO_8859_1);
            events.feed(parser, ByteBuffer.wrap(bytes, 0, split).slice());
            events.feed(
                    parser, ByteBuffer.wrap(bytes, split, bytes.length - split).slice());
            assertThat(events.outcome()).isEqualTo("complete");
            assertThat(events.content.toString()).isEqualTo("hello");
        }
    }

    @Test
    void extensionsOfAResponseAreReadByTheSameGrammar() {
        ParserEvents events = new ParserEvents();
        HttpParser parser = new HttpParser((HttpParser.ResponseHandler) events);
        events.feed(parser, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=\"b\r\nhello\r\n0\r\n\r\n");
        assertThat(events.bad).isEqualTo(400);
    }

    @Test
    void theNextMessageOfAConnectionBeginsWithoutWhatIsLeftOfAChunkLine() {
        ParserEvents events = new ParserEvents();
        HttpParser parser = new HttpParser((HttpParser.RequestHandler) events);
        events.feed(parser, HEAD + "5;a=\"b");
        parser.reset();
        events.feed(parser, HEAD + "5" + REST);
        assertThat(events.outcome()).isEqualTo("complete");
    }
}
