package org.eclipse.jetty.server.internal.restart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the variables of systemd say; sockets themselves are tested with the distribution. */
class ActivatedSocketsTest {
    private static ActivatedSockets of(String... variables) throws Exception {
        Map<String, String> environment = new java.util.HashMap<>();
        for (int i = 0; i < variables.length; i += 2) {
            environment.put(variables[i], variables[i + 1]);
        }
        return new ActivatedSockets(environment, 42);
    }

    @Test
    void socketIsFoundByNameAndNumber() throws Exception {
        ActivatedSockets sockets = of("LISTEN_PID", "42", "LISTEN_FDS", "3", "LISTEN_FDNAMES", "web:local:0");
        assertThat(sockets.descriptor("web")).isEqualTo(3);
        assertThat(sockets.descriptor("local")).isEqualTo(4);
        assertThat(sockets.descriptor("0")).isEqualTo(5);
        assertThat(sockets.descriptor("1")).isEqualTo(4);
        assertThat(of("LISTEN_PID", "42", "LISTEN_FDS", "1").descriptor("0")).isEqualTo(3);
    }

    @Test
    void socketThatWasNotPassedIsReported() throws Exception {
        assertThatThrownBy(() -> of("LISTEN_PID", "42", "LISTEN_FDS", "1", "LISTEN_FDNAMES", "web")
                        .descriptor("x"))
                .hasMessage(
                        "activatedSocket: x (expected: one of the 1 sockets that systemd has passed, by its number from 0"
                                + " or name: web)");
        assertThatThrownBy(() -> of("LISTEN_PID", "42", "LISTEN_FDS", "1").descriptor("1"))
                .hasMessageStartingWith("activatedSocket: 1 (expected: one of the 1 sockets");
        assertThatThrownBy(() -> of().descriptor("0"))
                .hasMessageStartingWith("activatedSocket: 0 (expected: one of the 0");
    }

    @Test
    void socketsOfAnotherProcessAreLeft() {
        assertThatThrownBy(() -> of("LISTEN_PID", "41", "LISTEN_FDS", "1"))
                .hasMessageStartingWith("LISTEN_PID: 41 (expected: 42, ");
        assertThatThrownBy(() -> of("LISTEN_FDS", "1")).hasMessageStartingWith("LISTEN_PID: null (expected: 42, ");
        assertThatThrownBy(() -> of("LISTEN_PID", "42", "LISTEN_FDS", "many"))
                .hasMessage("LISTEN_FDS: many (expected: a number)");
    }
}
