package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

public class IndexTest {
    private static final Index<Integer> INDEX = new Index.Builder<Integer>()
            .with("Host", 1)
            .with("Host: a", 2)
            .with("Hosting", 3)
            .with("accept", 4)
            .with("accept-encoding", 5)
            .build();

    @Test
    public void namesAreFoundInAnyCase() {
        assertThat(INDEX.get("HOST")).isEqualTo(1);
        assertThat(INDEX.get("hosti")).isNull();
        assertThat(INDEX.get("xHostx", 1, 4)).isEqualTo(1);
        assertThat(INDEX.get(bytes("ACCEPT"))).isEqualTo(4);
        assertThat(INDEX.keySet()).contains("Host", "accept-encoding").hasSize(5);
    }

    @Test
    public void bestIsTheLongestNameThatTheTextBeginsWith() {
        assertThat(INDEX.getBest("Host: b")).isEqualTo(1);
        assertThat(INDEX.getBest("host: abc")).isEqualTo(2);
        assertThat(INDEX.getBest("Accept-Enc")).isEqualTo(4);
        assertThat(INDEX.getBest(bytes("accept-encoding: gzip"))).isEqualTo(5);
        assertThat(INDEX.getBest(
                        ByteBuffer.allocateDirect(7).put("hosting".getBytes()).flip()))
                .isEqualTo(3);
        assertThat(INDEX.getBest("nothing")).isNull();
    }

    @Test
    public void caseSensitiveIndexTellsCases() {
        Index<String> index = new Index.Builder<String>()
                .caseSensitive(true)
                .with("a", "1")
                .with("A", "2")
                .build();
        assertThat(index.get("a")).isEqualTo("1");
        assertThat(index.get("A")).isEqualTo("2");
    }

    @Test
    public void fullIndexRefuses() {
        Index.Mutable<String> index =
                new Index.Builder<String>().mutable().maxCapacity(5).build();
        assertThat(index.put("abc", "x")).isTrue();
        assertThat(index.put("abcd", "x")).isTrue();
        assertThat(index.put("xyz", "x")).isFalse();
        assertThat(index.get("xyz")).isNull();
        assertThat(index.remove("abc")).isEqualTo("x");
        assertThat(index.size()).isEqualTo(1);
    }

    @Test
    public void randomNamesBehaveAsInAMap() {
        Random random = new Random(1);
        Index.Mutable<String> index = new Index.Builder<String>().mutable().build();
        TreeMap<String, String> map = new TreeMap<>();
        for (int i = 0; i < 20000; i++) {
            StringBuilder name = new StringBuilder();
            for (int n = random.nextInt(6); n >= 0; n--) {
                name.append((char) ('a' + random.nextInt(4)));
            }
            String key = name.toString();
            if (random.nextInt(3) == 0) {
                assertThat(index.remove(key)).isEqualTo(map.remove(key));
            } else {
                index.put(key, key);
                map.put(key, key);
            }
            assertThat(index.size()).isEqualTo(map.size());
            String best = null;
            for (int l = key.length(); l > 0 && best == null; l--) {
                best = map.get(key.substring(0, l));
            }
            assertThat(index.getBest(key)).isEqualTo(best);
        }
    }

    private static ByteBuffer bytes(String s) {
        return ByteBuffer.wrap(s.getBytes(StandardCharsets.ISO_8859_1));
    }
}
