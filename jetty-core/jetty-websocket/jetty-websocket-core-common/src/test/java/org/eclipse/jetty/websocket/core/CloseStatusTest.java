package org.eclipse.jetty.websocket.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.eclipse.jetty.websocket.core.exception.ProtocolException;
import org.junit.jupiter.api.Test;

class CloseStatusTest {
    @Test
    void reasonIsCutAtTheEndOfACharacter() {
        for (String text :
                new String[] {"x".repeat(200), "\u00e9".repeat(100), "\u20ac".repeat(60), "\ud83d\ude00".repeat(40)}) {
            ByteBuffer payload = CloseStatus.asPayloadBuffer(1000, text);
            assertThat(payload.remaining()).isBetween(120, 125);
            CloseStatus parsed = new CloseStatus(payload);
            assertThat(parsed.getCode()).isEqualTo(1000);
            assertThat(text).startsWith(parsed.getReason());
        }
    }

    @Test
    void codesThatMustNotBeSentAreRefused() {
        for (int code : new int[] {-1, 999, 1004, 1006, 1015, 2999, 5000}) {
            assertThatThrownBy(() -> CloseStatus.toFrame(code)).isInstanceOf(ProtocolException.class);
        }
        assertThat(CloseStatus.toFrame(CloseStatus.NO_CODE).hasPayload()).isFalse();
    }
}
