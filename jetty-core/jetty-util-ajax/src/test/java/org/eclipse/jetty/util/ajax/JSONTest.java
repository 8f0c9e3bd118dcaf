package org.eclipse.jetty.util.ajax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JSONTest {
    private final JSON json = new JSON();

    public static class Point implements JSON.Convertible {
        private long x;

        @Override
        public void toJSON(JSON.Output out) {
            out.addClass(Point.class);
            out.add("x", x);
        }

        @Override
        public void fromJSON(Map<String, Object> object) {
            x = (Long) object.get("x");
        }
    }

    public static class Untouched {
        static {
            System.setProperty("json.untouched", "initialised");
        }
    }

    @Test
    void valuesAreReadAsJavaHasThem() {
        assertThat(json.fromJSON("1")).isEqualTo(1L);
        assertThat(json.fromJSON("-0.5e1")).isEqualTo(-5.0);
        assertThat(json.fromJSON("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(json.fromJSON("12345678901234567890")).isEqualTo(new BigInteger("12345678901234567890"));
        assertThat(json.fromJSON("\"a\\u00e9\\n\\/\\\"\"")).isEqualTo("a\u00e9\n/\"");
        assertThat((Object[]) json.fromJSON(" [1, null ,true,{\"a\" : []}] ")).hasSize(4);
        assertThat(json.fromJSON(new StringReader("{\"a\":false}"))).isEqualTo(Map.of("a", false));
        assertThat(json.fromJSON("/* one */ 1 // and more")).isEqualTo(1L);
        assertThat(json.fromJSON(" ")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1,]",
                "[1 2]",
                "{a:1}",
                "{\"a\":1,}",
                "{\"a\" 1}",
                "{\"a\":}",
                "01",
                "1.",
                "-",
                "1e",
                "tru",
                "truex",
                "NaN",
                "undefined",
                "'a'",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"a",
                "\"a\nb\"",
                "[",
                "{\"a\":1}x",
                "/* ",
                "/1",
                "1a",
                "]",
                ","
            })
    void whatIsNotJsonIsRefusedWithItsPlace(String text) {
        assertThatThrownBy(() -> json.fromJSON(text))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("JSON at character ")
                .hasMessageContaining("expected: ");
    }

    @Test
    void nestingIsLimited() {
        assertThat(json.fromJSON("[".repeat(500) + "]".repeat(500))).isNotNull();
        assertThatThrownBy(() -> json.fromJSON("[".repeat(100_000)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nested more than 500 deep");
    }

    @Test
    void valuesAreWritten() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("s", "a\"\\/\n\u0001\u00e9\u2028");
        map.put("n", Arrays.asList(1, 1.5, Double.NaN, null, true, 'c'));
        map.put("p", new int[] {1, 2});
        map.put("e", Thread.State.NEW);
        map.put("m", Map.of());
        assertThat(json.toJSON(map))
                .isEqualTo("{\"s\":\"a\\\"\\\\/\\n\\u0001\u00e9\\u2028\",\"n\":[1,1.5,null,null,true,\"c\"],"
                        + "\"p\":[1,2],\"e\":\"NEW\",\"m\":{}}");
    }

    @Test
    void convertibleObjectsAreReadAgain() {
        Point point = new Point();
        point.x = 7;
        String text = json.toJSON(point);
        assertThat(text).isEqualTo("{\"class\":\"" + Point.class.getName() + "\",\"x\":7}");
        assertThat(((Point) json.fromJSON(text)).x).isEqualTo(7);
    }

    @Test
    void convertorIsThatOfTheNearestClass() {
        json.addConvertor(Enum.class, new JSONEnumConvertor(true));
        String text = json.toJSON(Thread.State.NEW);
        assertThat(text).isEqualTo("{\"class\":\"java.lang.Thread$State\",\"value\":\"NEW\"}");
        assertThat(json.fromJSON(text)).isEqualTo(Thread.State.NEW);
        assertThatThrownBy(() -> json.fromJSON("{\"class\":\"java.lang.Thread$State\",\"value\":\"OLD\"}"))
                .hasMessageContaining("OLD");
        json.removeConvertor(Enum.class);
        assertThat(json.toJSON(Thread.State.NEW)).isEqualTo("\"NEW\"");
    }

    @Test
    void classThatInputNamesIsNotInitialised() {
        String name = JSONTest.class.getName() + "$Untouched";
        assertThat(json.fromJSON("{\"class\":\"" + name + "\"}")).isEqualTo(Map.of("class", name));
        assertThat(System.getProperty("json.untouched")).isNull();
        assertThat(json.fromJSON("{\"class\":\"no.such.Class\"}")).isEqualTo(Map.of("class", "no.such.Class"));
    }

    @Test
    void outputIsAnObjectOrOneValue() {
        JSON.Generator generator = new JSON.Literal("[1]");
        assertThat(json.toJSON(List.of(generator))).isEqualTo("[[1]]");
        assertThatThrownBy(() -> new JSON.Literal("[1")).isInstanceOf(IllegalStateException.class);
        json.addConvertor(Point.class, new JSON.Convertor() {
            @Override
            public void toJSON(Object object, JSON.Output out) {
                out.add("x");
                out.add("y", 1);
            }

            @Override
            public Object fromJSON(Map<String, Object> object) {
                return object;
            }
        });
        assertThatThrownBy(() -> json.appendJSON(new StringBuilder(), json.getConvertor(Point.class), new Point()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("y");
    }
}
