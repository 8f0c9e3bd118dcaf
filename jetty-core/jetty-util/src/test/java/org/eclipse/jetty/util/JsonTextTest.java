package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTextTest {
    @Test
    void valuesOfAllKindsAreWritten() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("number", 1.5);
        map.put("none", null);
        map.put("nan", Double.NaN);
        map.put("infinite", Float.POSITIVE_INFINITY);
        map.put("list", Arrays.asList(true, "x", Map.of()));
        assertThat(JsonText.compact(map))
                .isEqualTo("{\"number\":1.5,\"none\":null,\"nan\":null,\"infinite\":null,\"list\":[true,\"x\",{}]}");
        assertThat(JsonText.indented(Map.of("a", List.of(1, 2)))).isEqualTo("{\n  \"a\": [\n    1,\n    2\n  ]\n}\n");
    }

    @Test
    void hostileTextStaysText() {
        assertThat(JsonText.compact("a\"b\\c\r\n\t\0\u007F</script>&\u2028\uD800x\uD83D\uDE00"))
                .isEqualTo(
                        "\"a\\\"b\\\\c\\r\\n\\t\\u0000\\u007f\\u003c/script\\u003e\\u0026\\u2028\\ufffdx\uD83D\uDE00\"");
    }
}
