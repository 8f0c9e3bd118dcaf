package org.eclipse.jetty.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks of fields (RFC 7541). */
class HpackTest {
    private final HpackDecoder decoder = new HpackDecoder(8192);
    private final List<String> bad = new ArrayList<>();

    private List<String> decode(String hex) throws HpackException {
        return decode(decoder, hex);
    }

    private List<String> decode(HpackDecoder with, String hex) throws HpackException {
        List<String> found = new ArrayList<>();
        byte[] block = HexFormat.of().parseHex(hex.replace(" ", ""));
        boolean within = with.decode(block, 0, block.length, new HpackDecoder.Fields() {
            @Override
            public void onField(HttpField field) {
                found.add(field.getLowerCaseName() + ": " + field.getValue());
            }

            @Override
            public void onBadField(String reason) {
                bad.add(reason);
            }
        });
        if (!within) {
            found.add("too large");
        }
        return found;
    }

    /** Appendix C.3. */
    @Test
    void requestsWithoutHuffman() throws HpackException {
        assertThat(decode("8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d"))
                .containsExactly(":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com");
        assertThat(decoder.getTableSize()).isEqualTo(57);
        assertThat(decode("8286 84be 5808 6e6f 2d63 6163 6865"))
                .containsExactly(
                        ":method: GET",
                        ":scheme: http",
                        ":path: /",
                        ":authority: www.example.com",
                        "cache-control: no-cache");
        assertThat(decoder.getTableSize()).isEqualTo(110);
        assertThat(decode("8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65"))
                .containsExactly(
                        ":method: GET",
                        ":scheme: https",
                        ":path: /index.html",
                        ":authority: www.example.com",
                        "custom-key: custom-value");
        assertThat(decoder.getTableSize()).isEqualTo(164);
    }

    /** Appendix C.4. */
    @Test
    void requestsWithHuffman() throws HpackException {
        assertThat(decode("8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff"))
                .containsExactly(":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com");
        assertThat(decode("8286 84be 5886 a8eb 1064 9cbf")).contains("cache-control: no-cache");
        assertThat(decode("8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf"))
                .contains("custom-key: custom-value");
        assertThat(decoder.getTableSize()).isEqualTo(164);
    }

    /** Appendix C.6: responses that evict from a table of 256 octets, which a size update sets first. */
    @Test
    void responsesWithEviction() throws HpackException {
        String date = "6196 d07a be94 1054 d444 a820 0595 040b 8166 e082 a62d 1bff";
        assertThat(decode("3fe101 4882 6402 5885 aec3 771a 4b" + date
                        + "6e91 9d29 ad17 1863 c78f 0b97 c8e9 ae82 ae43 d3"))
                .containsExactly(
                        ":status: 302",
                        "cache-control: private",
                        "date: Mon, 21 Oct 2013 20:13:21 GMT",
                        "location: https://www.example.com");
        assertThat(decoder.getTableSize()).isEqualTo(222);
        assertThat(decode("4883 640e ff c1 c0 bf"))
                .containsExactly(
                        ":status: 307",
                        "cache-control: private",
                        "date: Mon, 21 Oct 2013 20:13:21 GMT",
                        "location: https://www.example.com");
        assertThat(decoder.getTableSize()).isEqualTo(222);
        assertThat(decode("88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7"
                        + "821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0"
                        + "03ed 4ee5 b106 3d50 07"))
                .containsExactly(
                        ":status: 200",
                        "cache-control: private",
                        "date: Mon, 21 Oct 2013 20:13:22 GMT",
                        "location: https://www.example.com",
                        "content-encoding: gzip",
                        "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1");
        assertThat(decoder.getTableSize()).isEqualTo(215);
    }

    @ParameterizedTest
    @CsvSource({
        "80, index 0",
        "be, index beyond the tables",
        "ff80808080, truncated integer",
        "ffffffffff7f, integer overflow",
        "ffffffffffffffff7f, integer overflow",
        "82 3f e1 1f, size update behind a field",
        "3f e2 1f, size update above the setting",
        "40 0a 6375, string longer than the block",
        "40 01 61, no value",
        "41, no value",
        "00 82 ffff ff 00, EOS"
    })
    void brokenBlocksAreRefused(String hex, String why) {
        assertThatThrownBy(() -> decode(hex)).as(why).isInstanceOf(HpackException.class);
    }

    @Test
    void loweredLimitWantsASizeUpdate() throws HpackException {
        decoder.setMaxTableCapacity(100);
        assertThatThrownBy(() -> decode("82")).isInstanceOf(HpackException.class);
        HpackDecoder other = new HpackDecoder(8192);
        other.setMaxTableCapacity(100);
        assertThat(decode(other, "3f 45 82")).containsExactly(":method: GET");
        assertThat(decode(other, "82")).containsExactly(":method: GET");
    }

    @Test
    void fieldsThatMayNotBeSentAreReported() throws HpackException {
        decode("0001 41 01 61 0001 62 01 0a 0001 62 02 2061");
        assertThat(bad).hasSize(3);
    }

    /** What a block was refused for is refused in later blocks, too, which take it from the dynamic table. */
    @ParameterizedTest
    @CsvSource({
        "40 01 78 03 610d0a, be, value",
        "40 01 78 03 610d0a, 7e 01 62 be bf, value of the same name",
        "40 01 58 01 61, be, name",
        "40 01 58 01 61, 7e 01 62, name with another value",
        "40 01 58 01 61, 0f2f 01 62, name that is not indexed",
        "40 0a 436f6e6e656374696f6e 01 61, be, known name in upper case",
        "40 00 01 61, be, empty name"
    })
    void fieldsThatMayNotBeSentAreReportedEachTime(String first, String second, String why) throws HpackException {
        assertThat(decode(first)).isEmpty();
        assertThat(bad).hasSize(1);
        assertThat(decode("82" + second)).as(why).doesNotContain("x: a\r\n").noneMatch(f -> f.startsWith(": "));
        assertThat(bad).as(why).hasSizeGreaterThan(1);
    }

    @Test
    void knownNamesAreAcceptedAfterOneThatIsNot() throws HpackException {
        decode("40 01 78 03 610d0a");
        assertThat(decode("40 0a 636f6e6e656374696f6e 01 61 be 82 7e 01 62"))
                .containsExactly("connection: a", "connection: a", ":method: GET", "connection: b");
        assertThat(bad).hasSize(1);
    }

    /** Beyond the limit of a list, fields are not looked at when they come. */
    @Test
    void fieldBeyondTheLimitIsReportedWhenItIsReferredTo() throws HpackException {
        HpackDecoder small = new HpackDecoder(60);
        assertThat(decode(small, "00 01 79 7f21" + "61".repeat(160) + "40 01 78 03 610d0a"))
                .containsExactly("too large");
        assertThat(decode(small, "be")).isEmpty();
        assertThat(bad).hasSize(1);
    }

    /** One large field in the table, referred to again and again: a few octets that would be megabytes. */
    @Test
    void listBeyondTheLimitIsDecodedAndNotHandedOn() throws HpackException {
        // a literal of 1 + 4000 octets: 127 + 0x21 + 0x1e * 128 = 4000
        StringBuilder bomb = new StringBuilder("4001617fa11e").append("62".repeat(4000));
        List<String> first = decode(bomb.toString());
        assertThat(first).hasSize(1);
        List<String> many = decode("be".repeat(16_000));
        assertThat(many).hasSizeLessThan(5).contains("too large");
        assertThat(decode("82")).containsExactly(":method: GET");
    }

    @Test
    void whatIsEncodedIsDecodedWhateverTheCapacity() throws HpackException {
        Random random = new Random(9113);
        for (int capacity : new int[] {0, 40, 200, 4096}) {
            HpackEncoder encoder = new HpackEncoder(4096);
            encoder.setTableCapacity(capacity);
            HpackDecoder other = new HpackDecoder(0);
            for (int block = 0; block < 300; block++) {
                if (block % 50 == 49) {
                    encoder.setTableCapacity(random.nextInt(capacity + 1));
                }
                encoder.begin();
                encoder.status(200 + random.nextInt(3));
                encoder.contentLength(block * 1000L);
                List<String> expected = new ArrayList<>();
                for (int i = random.nextInt(8); i >= 0; i--) {
                    HttpField field = randomField(random);
                    encoder.field(field);
                    expected.add(field.getLowerCaseName() + ": " + field.getValue());
                }
                List<String> found = new ArrayList<>();
                other.decode(encoder.array(), 0, encoder.length(), new HpackDecoder.Fields() {
                    @Override
                    public void onField(HttpField field) {
                        found.add(field.getLowerCaseName() + ": " + field.getValue());
                    }

                    @Override
                    public void onBadField(String reason) {
                        bad.add(reason);
                    }
                });
                assertThat(found.get(1)).isEqualTo("content-length: " + block * 1000L);
                assertThat(found.subList(2, found.size())).isEqualTo(expected);
                assertThat(other.getTableSize()).isEqualTo(encoder.getTableSize());
            }
        }
        assertThat(bad).isEmpty();
    }

    private static HttpField randomField(Random random) {
        HttpHeader[] known = {
            HttpHeader.SERVER, HttpHeader.CONTENT_TYPE, HttpHeader.ETAG, HttpHeader.SET_COOKIE, HttpHeader.VARY
        };
        int kind = random.nextInt(10);
        String value = "v" + "x".repeat(random.nextInt(60)) + random.nextInt(5);
        return kind < 5 ? new HttpField(known[kind], value) : new HttpField("x-name-" + kind, value);
    }

    @Test
    void repeatedFieldTakesAnOctet() {
        HpackEncoder encoder = new HpackEncoder(4096);
        HttpField server = new HttpField(HttpHeader.SERVER, "here");
        encoder.begin();
        encoder.field(server);
        assertThat(encoder.length()).isGreaterThan(1);
        encoder.begin();
        encoder.status(200);
        encoder.field(new HttpField(HttpHeader.SERVER, "here"));
        assertThat(encoder.length()).isEqualTo(2);
    }

    @Test
    void controlsAndWideCharactersAreReplaced() throws HpackException {
        HpackEncoder encoder = new HpackEncoder(4096);
        encoder.begin();
        encoder.field(new HttpField("x", "a\r\nb\u20acc"));
        byte[] block = java.util.Arrays.copyOf(encoder.array(), encoder.length());
        assertThat(decode(HexFormat.of().formatHex(block))).containsExactly("x: a  b?c");
    }

    /** RFC 9113, section 8.2.1: a value with white space at its ends is malformed. */
    @Test
    void whiteSpaceAroundValuesIsNotSent() throws HpackException {
        HpackEncoder encoder = new HpackEncoder(4096);
        for (int i = 0; i < 2; i++) {
            encoder.begin();
            encoder.field(new HttpField("x-a", " a b\t \u007f"));
            encoder.field(new HttpField("x-b", "\r\n"));
            encoder.field(new HttpField(HttpHeader.SERVER, "here "));
            byte[] block = java.util.Arrays.copyOf(encoder.array(), encoder.length());
            assertThat(decode(HexFormat.of().formatHex(block))).containsExactly("x-a: a b", "x-b: ", "server: here");
            assertThat(decoder.getTableSize()).isEqualTo(encoder.getTableSize());
        }
        assertThat(encoder.length()).as("indexed").isEqualTo(3);
        assertThat(bad).isEmpty();
    }

    /** Random blocks: either fields or an HpackException, and nothing else. */
    @Test
    void randomOctetsAreDecodedOrRefused() {
        Random random = new Random(Long.getLong("fuzz.seed", 1));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("fuzz.seconds", 6)) / 2;
        for (int run = 0; run < 200_000 || System.nanoTime() - end < 0; run++) {
            HpackDecoder fresh = new HpackDecoder(4096);
            byte[] block = new byte[random.nextInt(64)];
            random.nextBytes(block);
            try {
                decode(fresh, HexFormat.of().formatHex(block));
            } catch (HpackException expected) {
                assertThat(expected.getMessage()).isNotEmpty();
            }
        }
    }

    /** Blocks of one connection, some of them changed: what was encoded comes back, until a block is refused. */
    @Test
    void encodedFieldsComeBackAndChangedBlocksAreDecodedOrRefused() {
        Random seeds = new Random(Long.getLong("fuzz.seed", 7541));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("fuzz.seconds", 6)) / 6;
        for (int run = 0; run < 2_000 || System.nanoTime() - end < 0; run++) {
            long seed = seeds.nextLong();
            try {
                connection(new Random(seed));
            } catch (Throwable x) {
                throw new AssertionError("seed " + seed, x);
            }
        }
    }

    private void connection(Random random) throws HpackException {
        HpackEncoder encoder = new HpackEncoder(4096);
        HpackDecoder decoding = new HpackDecoder(16384);
        boolean changed = false;
        for (int blocks = 0; blocks < 20; blocks++) {
            if (random.nextInt(5) == 0) {
                int capacity = random.nextInt(4097);
                encoder.setTableCapacity(capacity);
            }
            encoder.begin();
            List<String> sent = new ArrayList<>();
            for (int i = random.nextInt(10); i > 0; i--) {
                HttpField field = field(random);
                encoder.field(field);
                sent.add(field.getLowerCaseName() + ": " + field.getValue());
            }
            byte[] block = java.util.Arrays.copyOf(encoder.array(), encoder.length());
            if (block.length > 0 && random.nextInt(10) == 0) {
                block[random.nextInt(block.length)] ^= (byte) (1 << random.nextInt(8));
                changed = true;
            }
            try {
                List<String> found = decode(decoding, HexFormat.of().formatHex(block));
                if (!changed) {
                    assertThat(found).isEqualTo(sent);
                }
            } catch (HpackException x) {
                assertThat(changed).as(x.getMessage()).isTrue();
                return;
            }
            assertThat(decoding.getTableSize()).isBetween(0, 4096);
        }
    }

    private static HttpField field(Random random) {
        String[] names = {"accept", "x-a", "cookie", "content-type", "x-b", "authorization", "set-cookie", "x"};
        String[] values = {"", "a", "text/html", "gzip, deflate", "b".repeat(200), "\u00e9", "~`|", "0123456789"};
        return new HttpField(names[random.nextInt(names.length)], values[random.nextInt(values.length)]);
    }
}
