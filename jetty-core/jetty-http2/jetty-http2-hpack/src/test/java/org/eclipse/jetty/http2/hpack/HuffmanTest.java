package org.eclipse.jetty.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 7541, section 5.2 and appendix B. */
class HuffmanTest {
    private static String decode(String hex) throws HpackException {
        byte[] encoded = HexFormat.of().parseHex(hex);
        byte[] into = new byte[Huffman.maxDecodedLength(encoded.length)];
        int length = Huffman.decode(encoded, 0, encoded.length, into);
        return new String(into, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** Appendix C.4 and C.6. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "www.example.com | f1e3c2e5f23a6ba0ab90f4ff",
                "no-cache | a8eb10649cbf",
                "custom-key | 25a849e95ba97d7f",
                "custom-value | 25a849e95bb8e8b4bf",
                "302 | 6402",
                "private | aec3771a4b",
                "Mon, 21 Oct 2013 20:13:21 GMT | d07abe941054d444a8200595040b8166e082a62d1bff",
                "https://www.example.com | 9d29ad171863c78f0b97c8e9ae82ae43d3",
                "307 | 640eff",
                "gzip | 9bd9ab",
                "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1 | 94e7821dd7f2e6c7b335dfdfcd5b3960"
                        + "d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007"
            })
    void examplesOfTheRfcAreEncodedAndDecoded(String text, String hex) throws HpackException {
        byte[] encoded = new byte[Huffman.encodedLength(text)];
        assertThat(Huffman.encode(text, encoded, 0)).isEqualTo(encoded.length);
        assertThat(HexFormat.of().formatHex(encoded)).isEqualTo(hex);
        assertThat(decode(hex)).isEqualTo(text);
    }

    @Test
    void everyOctetIsDecodedToItself() throws HpackException {
        Random random = new Random(7541);
        for (int run = 0; run < 2000; run++) {
            byte[] octets = new byte[random.nextInt(40)];
            random.nextBytes(octets);
            String text = new String(octets, StandardCharsets.ISO_8859_1);
            byte[] encoded = new byte[Huffman.encodedLength(text)];
            Huffman.encode(text, encoded, 0);
            assertThat(decode(HexFormat.of().formatHex(encoded))).isEqualTo(text);
        }
    }

    /** Eight bits of padding; zeros for padding; EOS itself. */
    @ParameterizedTest
    @ValueSource(strings = {"1fff", "18", "ffffffff", "1fffffffff"})
    void badPaddingAndEosAreRefused(String hex) {
        assertThatThrownBy(() -> decode(hex)).isInstanceOf(HpackException.class);
    }
}
