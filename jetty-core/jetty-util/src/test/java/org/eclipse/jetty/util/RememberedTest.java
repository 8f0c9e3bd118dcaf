package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RememberedTest {
    private final AtomicInteger asked = new AtomicInteger();

    private String find(String key) {
        return asked.incrementAndGet() + key;
    }

    @Test
    void answersHoldForEverBelowZero() {
        Remembered<String> remembered = new Remembered<>(-1, 10);
        for (int i = 0; i < 3; i++) {
            assertThat(remembered.get("a", this::find)).isEqualTo("1a");
        }
        assertThat(remembered.get("b", this::find)).isEqualTo("2b");
    }

    @Test
    void answersDoNotHoldWithZero() {
        Remembered<String> remembered = new Remembered<>(0, 10);
        assertThat(remembered.get("a", this::find)).isEqualTo("1a");
        assertThat(remembered.get("a", this::find)).isEqualTo("2a");
    }

    @Test
    void answersEnd() {
        Remembered<String> remembered = new Remembered<>(1, 10);
        assertThat(remembered.get("a", this::find)).isEqualTo("1a");
        await().untilAsserted(() -> assertThat(remembered.get("a", this::find)).isNotEqualTo("1a"));
    }

    @Test
    void whatHasNoAnswerIsAskedAgain() {
        Remembered<String> remembered = new Remembered<>(-1, 10);
        assertThat(remembered.get("a", key -> null)).isNull();
        assertThat(remembered.get("a", this::find)).isEqualTo("1a");
    }

    @Test
    void numberIsBounded() {
        Remembered<String> remembered = new Remembered<>(-1, 2);
        for (String key : new String[] {"a", "b", "c"}) {
            remembered.get(key, this::find);
        }
        assertThat(remembered.get("c", this::find)).isEqualTo("3c");
        assertThat(remembered.get("a", this::find)).isEqualTo("4a");
    }

    @Test
    void failuresAreNoAnswers() {
        Remembered<String> remembered = new Remembered<>(-1, 2);
        assertThatThrownBy(() -> remembered.get("a", key -> {
                    throw new IOException("away");
                }))
                .hasMessage("away");
        assertThat(remembered.get("a", this::find)).isEqualTo("1a");
    }
}
