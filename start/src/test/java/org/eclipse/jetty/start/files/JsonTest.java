package org.eclipse.jetty.start.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** JSON as RFC 8259 has it. */
class JsonTest {
    @Test
    void valuesAreWritten() {
        assertThat(Json.write(Map.of("a", Arrays.asList(1, true, null, "x"))))
                .isEqualTo("{\n  \"a\": [\n    1,\n    true,\n    null,\n    \"x\"\n  ]\n}");
        assertThat(Json.write(List.of())).isEqualTo("[]");
        assertThat(Json.write(Map.of())).isEqualTo("{}");
    }

    @Test
    void textsAreEscapedAsSection7Says() {
        assertThat(Json.write("\"\\\n\t\r\u0001é\uD83D\uDE00\uD83D"))
                .isEqualTo("\"\\\"\\\\\\n\\t\\r\\u0001é\uD83D\uDE00\\ud83d\"");
    }
}
