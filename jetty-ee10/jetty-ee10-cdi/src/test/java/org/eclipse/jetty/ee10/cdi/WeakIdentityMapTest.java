package org.eclipse.jetty.ee10.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WeakIdentityMapTest {
    private final WeakIdentityMap<String> map = new WeakIdentityMap<>();

    @Test
    void objectsThatAreEqualAreTwo() {
        String one = new String("same");
        String other = new String("same");
        map.put(one, "1");
        map.put(other, "2");
        assertThat(map.remove(one)).isEqualTo("1");
        assertThat(map.remove(one)).isNull();
        assertThat(map.remove(other)).isEqualTo("2");
        assertThat(map.size()).isZero();
    }

    @Test
    void whatNobodyHoldsGoes() {
        Object kept = new Object();
        map.put(kept, "kept");
        map.put(new Object(), "lost");
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            System.gc();
            return map.size() == 1;
        });
        assertThat(map.remove(kept)).isEqualTo("kept");
    }
}
