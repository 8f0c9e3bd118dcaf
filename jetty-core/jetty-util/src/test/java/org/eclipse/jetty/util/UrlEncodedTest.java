package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names and values of {@code application/x-www-form-urlencoded}. */
class UrlEncodedTest {
    private static final String SPECIAL = "+ &=%\u0000\u007f\u00fc\u20ac";

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1", "US-ASCII", "windows-1252"})
    void textDecodesAsTheJdkDecodesIt(String name) {
        Charset charset = Charset.forName(name);
        Random random = new Random(1);
        for (int i = 0; i < 5000; i++) {
            StringBuilder text = new StringBuilder();
            for (int left = random.nextInt(12); left > 0; left--) {
                if (random.nextInt(3) == 0) {
                    text.append(UrlEncoded.encodeString(
                            String.valueOf(SPECIAL.charAt(random.nextInt(SPECIAL.length()))), charset));
                } else {
                    text.append((char) ('a' + random.nextInt(26)));
                }
            }
            String encoded = text.toString();
            assertThat(UrlEncoded.decodeString(encoded, 0, encoded.length(), charset))
                    .as(encoded)
                    .isEqualTo(URLDecoder.decode(encoded, charset));
        }
    }

    @Test
    void partOfATextIsDecodedAlone() {
        assertThat(UrlEncoded.decodeString("x%41=b%20c&y", 1, 3, StandardCharsets.UTF_8))
                .isEqualTo("A");
        assertThat(UrlEncoded.decodeString("x%41=b%20c&y", 5, 5, StandardCharsets.UTF_8))
                .isEqualTo("b c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a=%", "a=%4", "a=b%4", "a=%4g", "a=%g4", "a=%-1", "a=%+1", "a=%\uff14\uff11", "%\u0664\u0661=b"
            })
    void percentWithoutTwoHexadecimalDigitsIsRefused(String query) {
        assertThatThrownBy(() -> UrlEncoded.decodeQuery(query)).isInstanceOf(IllegalArgumentException.class);
    }
}
