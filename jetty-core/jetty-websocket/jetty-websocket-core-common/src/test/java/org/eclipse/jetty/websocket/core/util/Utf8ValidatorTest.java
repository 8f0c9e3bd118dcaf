package org.eclipse.jetty.websocket.core.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The table, compared with the decoder of the JDK. */
class Utf8ValidatorTest {
    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException x) {
            return false;
        }
    }

    private static boolean check(byte[] bytes, int cut) {
        Utf8Validator validator = new Utf8Validator();
        boolean first = validator.update(ByteBuffer.wrap(bytes, 0, cut));
        boolean second = validator.update(ByteBuffer.wrap(bytes, cut, bytes.length - cut));
        return first && second && validator.isComplete();
    }

    @Test
    void allCharactersAreAcceptedWhereverTheyAreCut() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c += c < 0x3000 ? 1 : 61) {
            if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
                byte[] bytes = ("12345678" + Character.toString(c)).getBytes(StandardCharsets.UTF_8);
                for (int cut = 8; cut <= bytes.length; cut++) {
                    assertThat(check(bytes, cut)).as("%x at %d", c, cut).isTrue();
                }
            }
        }
    }

    @Test
    void sequencesOfThreeBytesAreJudgedAsByTheJdk() {
        byte[] bytes = new byte[3];
        for (int i = 0; i < 1 << 24; i += 211) {
            bytes[0] = (byte) (i >> 16);
            bytes[1] = (byte) (i >> 8);
            bytes[2] = (byte) i;
            if (Utf8Validator.isValid(ByteBuffer.wrap(bytes)) != isUtf8(bytes)) {
                assertThat(bytes).as("judged differently").isNull();
            }
        }
    }

    @Test
    void randomBytesAreJudgedAsByTheJdkWhereverTheyAreCut() {
        Random random = new Random(7);
        for (int i = 0; i < 20000; i++) {
            byte[] bytes = "caf\u00e9 \u20ac \ud83d\ude00 plain text".getBytes(StandardCharsets.UTF_8);
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            assertThat(check(bytes, random.nextInt(bytes.length))).isEqualTo(isUtf8(bytes));
            assertThat(Utf8Validator.isValid(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)))
                    .isEqualTo(isUtf8(bytes));
        }
    }

    @Test
    void pendingBytesBeginACharacter() {
        byte[] bytes = "a\u20ac".getBytes(StandardCharsets.UTF_8);
        for (int length = 1; length <= bytes.length; length++) {
            Utf8Validator validator = new Utf8Validator();
            ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
            validator.update(buffer);
            assertThat(validator.getPending(buffer)).isEqualTo(length == bytes.length ? 0 : length - 1);
        }
    }
}
