package org.eclipse.jetty.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import org.eclipse.jetty.util.ajax.JSON;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonWriterTest {
    private static String write(String value) {
        StringBuilder text = new StringBuilder();
        new JsonWriter(text).beginObject().member("v", value).endObject();
        return text.toString();
    }

    private static Object read(String text) {
        return ((Map<?, ?>) new JSON().fromJSON(text)).get("v");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "\"",
                "\\",
                "\\\"",
                "\",\"x\":\"",
                "\n\r\t\b\f\0",
                "\u2028\u2029\u202e\u2066",
                "é€\ud83d\ude00"
            })
    void valueStaysInItsStringAndLine(String value) {
        assertThat(read(write(value))).isEqualTo(value);
        assertThat(write(value)).doesNotContainPattern("[\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069]");
    }

    @Test
    void surrogatesWithoutTheirOtherHalfAreReplaced() {
        assertThat(read(write("a\ud800b\udc00\ud83d"))).isEqualTo("a\ufffdb\ufffd\ufffd");
    }

    @Test
    void anyTextIsReadAsItWasWritten() {
        Random random = new Random(42);
        for (int i = 0; i < 5000; i++) {
            StringBuilder any = new StringBuilder();
            for (int length = random.nextInt(20); length > 0; length--) {
                any.appendCodePoint(random.nextInt(4) == 0 ? random.nextInt(0xd800) : random.nextInt(0x100));
            }
            String value = any.toString();
            assertThat(read(write(value))).isEqualTo(value);
        }
    }

    @Test
    void membersArraysAndNumbersAreSeparated() {
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text)
                .beginObject()
                .member("a", 1)
                .member("absent", -1)
                .member("none", null);
        json.name("b")
                .beginArray()
                .value(1.5)
                .value(Double.NaN)
                .value((String) null)
                .beginObject()
                .endObject()
                .endArray();
        json.name("c").value(true).endObject();
        assertThat(text).hasToString("{\"a\":1,\"b\":[1.5,null,null,{}],\"c\":true}");
    }
}
