package org.eclipse.jetty.util;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bytes that are searched for in others. */
class SearchPatternTest {
    private static int match(String pattern, String data) {
        return SearchPattern.compile(pattern).match(data.getBytes(UTF_8), 0, data.length());
    }

    @Test
    void firstOccurrenceIsFound() {
        assertThat(match("truth", "the truth, the whole truth")).isEqualTo(4);
        assertThat(match("a", "bca")).isEqualTo(2);
        assertThat(match("aab", "aaaab")).isEqualTo(2);
        assertThat(match("abc", "abc")).isZero();
        assertThat(match("abc", "ab")).isEqualTo(-1);
        assertThat(match("abc", "abdabdab")).isEqualTo(-1);
    }

    @Test
    void partOfAnArrayAndOfABufferIsSearched() {
        byte[] data = "xabcxabc".getBytes(UTF_8);
        SearchPattern pattern = SearchPattern.compile("abc");
        assertThat(pattern.match(data, 2, 6)).isEqualTo(5);
        assertThat(pattern.match(data, 2, 5)).isEqualTo(-1);
        ByteBuffer buffer = ByteBuffer.wrap(data, 2, 6);
        assertThat(pattern.match(buffer)).isEqualTo(3);
        assertThat(buffer.position()).isEqualTo(2);
        assertThat(pattern.getLength()).isEqualTo(3);
        assertThat(pattern.getPattern()).isEqualTo("abc".getBytes(UTF_8));
    }

    @Test
    void beginningAtTheEndIsContinuedInTheNextPiece() {
        SearchPattern pattern = SearchPattern.compile("--end");
        byte[] first = "data---e".getBytes(UTF_8);
        assertThat(pattern.endsWith(first, 0, first.length)).isEqualTo(3);
        byte[] second = "nd.".getBytes(UTF_8);
        assertThat(pattern.startsWith(second, 0, second.length, 3)).isEqualTo(5);
        assertThat(pattern.startsWith(second, 0, 1, 3)).isEqualTo(4);
        assertThat(pattern.startsWith(ByteBuffer.wrap(second), 2)).isZero();
        assertThat(pattern.endsWith(ByteBuffer.wrap("data".getBytes(UTF_8)))).isZero();
        assertThatThrownBy(() -> pattern.startsWith(second, 0, 1, 6)).hasMessageContaining("matched: 6");
    }

    @Test
    void emptyPatternAndBoundsOutsideAreRefused() {
        assertThatThrownBy(() -> SearchPattern.compile("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SearchPattern.compile("a").match(new byte[3], 1, 3))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void randomBytesAreFoundWhereStringsFindThem() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            String data = random(random, 40);
            String pattern = random(random, 4) + "a";
            assertThat(match(pattern, data)).as(pattern + " in " + data).isEqualTo(data.indexOf(pattern));
        }
    }

    private static String random(Random random, int max) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(max); i > 0; i--) {
            text.append((char) ('a' + random.nextInt(3)));
        }
        return text.toString();
    }
}
