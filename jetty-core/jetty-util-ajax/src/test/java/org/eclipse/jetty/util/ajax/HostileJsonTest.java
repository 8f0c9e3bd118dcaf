package org.eclipse.jetty.util.ajax;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client may send in place of JSON, read as a whole and in pieces. */
class HostileJsonTest {
    private final AsyncJSON.Factory factory = new AsyncJSON.Factory();
    private final AsyncJSON json = factory.newAsyncJSON();

    private Object read(String text) {
        json.parse(text.getBytes(UTF_8));
        return json.complete();
    }

    /** Reads it as a whole, and in two pieces at each place; the outcome is the same. */
    private void assertRefusedWhereverItIsSplit(byte[] bytes) {
        for (int i = 0; i <= bytes.length; i++) {
            int split = i;
            assertThatThrownBy(() -> {
                        json.parse(bytes, 0, split);
                        json.parse(bytes, split, bytes.length - split);
                        json.complete();
                    })
                    .as("split at %d of %s", split, new String(bytes, UTF_8))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(read("[]")).isEqualTo(List.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[\"\\q\"]",
                "[\"\\u12g4\"]",
                "[\"\\u12\"]",
                "[\"\\U0041\"]",
                "[\"\\x41\"]",
                "[\"\\\"]",
                "[\"\u0000\"]",
                "[\"\n\"]",
                "[\"\\\n\"]",
                "['a']",
                "{\"a\":1,}",
                "{,}",
                "{\"a\"}",
                "{\"a\":}",
                "{a:1}",
                "{1:1}",
                "{\"a\":1 \"b\":2}",
                "[1 2]",
                "[,1]",
                "[1]]",
                "{]",
                "[}",
                "}",
                "[01]",
                "[-]",
                "[+1]",
                "[1.]",
                "[.1]",
                "[1e]",
                "[1e+]",
                "[0x1]",
                "[1_000]",
                "[Infinity]",
                "[-Infinity]",
                "[NaN]",
                "[nul]",
                "[nulll]",
                "[True]",
                "[undefined]",
                "//\n[]",
                "[]//"
            })
    void whatTheStandardForbidsIsRefusedWhereverItIsSplit(String text) {
        assertRefusedWhereverItIsSplit(text.getBytes(UTF_8));
    }

    /** Overlong, cut, surrogates, beyond the last character, bytes of no character (RFC 3629, section 3). */
    @Test
    void bytesThatAreNotUtf8AreRefusedWhereverTheyAreSplit() {
        int[][] sequences = {
            {0xc0, 0x80},
            {0xc1, 0xbf},
            {0xe0, 0x80, 0x80},
            {0xed, 0xa0, 0x80},
            {0xf4, 0x90, 0x80, 0x80},
            {0xc3},
            {0xe2, 0x82},
            {0x80},
            {0xff},
            {0xfe}
        };
        for (int[] sequence : sequences) {
            byte[] bytes = new byte[sequence.length + 4];
            bytes[0] = '[';
            bytes[1] = '"';
            for (int i = 0; i < sequence.length; i++) {
                bytes[i + 2] = (byte) sequence[i];
            }
            bytes[bytes.length - 2] = '"';
            bytes[bytes.length - 1] = ']';
            assertRefusedWhereverItIsSplit(bytes);
        }
    }

    @Test
    void everyCharacterIsReadWhereverItsBytesAreSplit() {
        byte[] bytes =
                "[\"\u00e9\u20ac\ud83d\ude00\\ud83d\\ude00\\u0000\\/\\b\\f\\n\\r\\t\u007f\u2028\"]".getBytes(UTF_8);
        for (int i = 0; i <= bytes.length; i++) {
            json.parse(bytes, 0, i);
            json.parse(bytes, i, bytes.length - i);
            assertThat(json.<List<?>>complete())
                    .isEqualTo(List.of("\u00e9\u20ac\ud83d\ude00\ud83d\ude00\u0000/\b\f\n\r\t\u007f\u2028"));
        }
    }

    @Test
    void nestingHasALimit() {
        String deep = "[".repeat(500) + "]".repeat(500);
        assertThat(read(deep)).isInstanceOf(List.class);
        assertThat(read("{\"a\":".repeat(500) + "1" + "}".repeat(500))).isInstanceOf(Map.class);
        assertThatThrownBy(() -> read("[" + deep + "]")).hasMessageContaining("nested more than 500 deep");
        assertThatThrownBy(() -> read("{\"a\":".repeat(501))).hasMessageContaining("nested more than 500 deep");
        assertThatThrownBy(() -> read("[{\"a\":".repeat(1_000_000))).hasMessageContaining("nested more than 500 deep");
        assertThatThrownBy(() -> new JSON().fromJSON("[".repeat(1_000_000)))
                .hasMessageContaining("nested more than 500 deep");
    }

    /** The time that a number takes would grow with the square of its length. */
    @Test
    void numbersHaveALimit() {
        String longest = "9".repeat(1000);
        assertThat(read("[" + longest + "]")).isEqualTo(List.of(new BigInteger(longest)));
        for (String number :
                List.of(longest + "9", "9".repeat(1_000_000), "0." + longest, "1e" + longest, "-" + longest)) {
            assertThatThrownBy(() -> read("[" + number + "]"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a number of more than 1000 characters");
            assertThatThrownBy(() -> new JSON().fromJSON(number)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void numbersBeyondTheTypesOfJavaKeepTheirValueOrAreInfinite() {
        assertThat(
                        read(
                                "[9223372036854775807,9223372036854775808,-9223372036854775808,-9223372036854775809,-0,1e400,-1e400,1e-400]"))
                .isEqualTo(Arrays.asList(
                        Long.MAX_VALUE,
                        new BigInteger("9223372036854775808"),
                        Long.MIN_VALUE,
                        new BigInteger("-9223372036854775809"),
                        0L,
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY,
                        0D));
    }

    @Test
    void ofFieldsOfOneNameTheLastCounts() {
        assertThat(read("{\"a\":1,\"a\":2,\"\\u0061\":3}")).isEqualTo(Map.of("a", 3L));
    }

    @Test
    void readerThatHasFailedReadsTheNextValueInAnyOrderOfPieces() {
        Random random = new Random(7);
        String alphabet = "[]{}\",:\\u01eE+-.tfn /\u00e9";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(12); j >= 0; j--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            byte[] bytes = text.toString().getBytes(UTF_8);
            Object whole = outcome(bytes, bytes.length);
            for (int split = 0; split < bytes.length; split++) {
                assertThat(outcome(bytes, split)).as("%s at %d", text, split).isEqualTo(whole);
            }
        }
    }

    private Object outcome(byte[] bytes, int split) {
        try {
            json.parse(ByteBuffer.wrap(bytes, 0, split));
            json.parse(ByteBuffer.wrap(bytes, split, bytes.length - split));
            return Arrays.asList((Object) json.complete());
        } catch (IllegalArgumentException x) {
            return "refused";
        }
    }

    @Test
    void messagesHaveTheTextOnlyIfAskedFor() {
        assertThatThrownBy(() -> read("{\"password\":\"secret\",x}"))
                .hasMessage("JSON at character 22: 'x' (expected: a name in quotes)");
        factory.setDetailedParseException(true);
        assertThat(factory.isDetailedParseException()).isTrue();
        assertThatThrownBy(() -> {
                    json.parse("{\"password\":".getBytes(UTF_8));
                    json.parse("\"secret\",x}".getBytes(UTF_8));
                })
                .hasMessage("JSON at character 22: 'x' (expected: a name in quotes), in: {\"password\":\"secret\",x}");
        assertThatThrownBy(() -> read("[\"" + "a".repeat(100_000) + "\",x]"))
                .hasMessageEndingWith("in: ..." + "a".repeat(1020) + "\",x]");
        assertThatThrownBy(() -> read("[1,2")).hasMessageEndingWith(", in: [1,2");
    }

    @Test
    void subclassOfTheFactoryKnowsStringsOfItsOwn() {
        String own = new String("mine");
        List<String> asked = new ArrayList<>();
        AsyncJSON.Factory sharing = new AsyncJSON.Factory() {
            @Override
            protected String cached(ByteBuffer buffer) {
                String text = UTF_8.decode(buffer.duplicate()).toString();
                asked.add(text);
                return text.startsWith("\"mine\"") ? own : super.cached(buffer);
            }
        };
        String shared = new String("shared");
        sharing.cache(shared);
        AsyncJSON reader = sharing.newAsyncJSON();

        reader.parse("[\"mine\",\"shared\",\"other\",\"mine\\\"x\",\"shared\\\"x\"]".getBytes(UTF_8));
        List<Object> values = reader.complete();

        assertThat(values.get(0)).isSameAs(own);
        assertThat(values.get(1)).isSameAs(shared);
        assertThat(values.subList(2, 5)).containsExactly("other", "mine\"x", "shared\"x");
        assertThat(asked).startsWith("\"mine\"", "\"shared\"", "\"other\"");
    }

    @Test
    void bufferIsMovedBehindACachedString() {
        class Open extends AsyncJSON.Factory {
            @Override
            protected String cached(ByteBuffer buffer) {
                return super.cached(buffer);
            }
        }
        Open open = new Open();
        open.cache("abc");
        ByteBuffer buffer =
                ByteBuffer.wrap("[\"abc\",\"abd\",\"ab".getBytes(UTF_8)).position(1);
        assertThat(open.cached(buffer)).isEqualTo("abc");
        assertThat(buffer.position()).isEqualTo(6);
        assertThat(open.cached(buffer.position(7))).isNull();
        assertThat(open.cached(buffer.position(13))).isNull();
        assertThat(buffer.position()).isEqualTo(13);
    }
}
