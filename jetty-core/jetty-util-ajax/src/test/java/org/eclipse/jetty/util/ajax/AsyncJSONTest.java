package org.eclipse.jetty.util.ajax;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AsyncJSONTest {
    private final AsyncJSON.Factory factory = new AsyncJSON.Factory();
    private final AsyncJSON json = factory.newAsyncJSON();

    @Test
    void valueIsTheSameWhereverItsBytesAreSplit() {
        byte[] bytes = " {\"a\":[1,2.5,true,null,\"\u00e9}\\\"\\\\\"],\"b\":{}} ".getBytes(UTF_8);
        for (int i = 0; i <= bytes.length; i++) {
            json.parse(bytes, 0, i);
            assertThat(json.parse(bytes, i, bytes.length - i)).isTrue();
            Map<String, Object> object = json.complete();
            assertThat(object.get("a")).isEqualTo(Arrays.asList(1L, 2.5, true, null, "\u00e9}\"\\"));
            assertThat(object.get("b")).isEqualTo(Map.of());
        }
    }

    @Test
    void numberEndsWhenItIsComplete() {
        assertThat(json.parse("1".getBytes(UTF_8))).isFalse();
        assertThat(json.parse("2".getBytes(UTF_8))).isFalse();
        assertThat(json.<Long>complete()).isEqualTo(12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "\"a", "tru", "1 2", "[1,]", "NaN", "{\"a\" 1}", "{} {}", "]", "[/**/]", "\"\\\""})
    void whatIsNotJsonIsRefusedAndForgotten(String text) {
        assertThatThrownBy(() -> {
                    json.parse(text.getBytes(UTF_8));
                    json.complete();
                })
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(json.parse("[]".getBytes(UTF_8))).isTrue();
        assertThat(json.<List<?>>complete()).isEmpty();
    }

    @Test
    void bytesThatAreNoCharactersAreRefused() {
        assertThatThrownBy(() -> json.parse(new byte[] {'"', (byte) 0xff, '"'})).hasMessageContaining("UTF-8");
        assertThatThrownBy(() -> json.parse("[".repeat(100_000).getBytes(UTF_8)))
                .hasMessageContaining("500");
    }

    @Test
    void subclassMakesMapsByTheirDepth() {
        List<Integer> depths = new ArrayList<>();
        AsyncJSON own = new AsyncJSON(factory) {
            @Override
            protected Map<String, Object> newObject(Context context) {
                depths.add(context.depth());
                return super.newObject(context);
            }
        };
        own.parse("[{\"a\":{}}]".getBytes(UTF_8));
        own.complete();
        assertThat(depths).containsExactly(1, 2);
    }

    @Test
    void factorySharesStringsAndConvertors() {
        String shared = new String("channel");
        assertThat(factory.cache(shared)).isTrue();
        assertThat(factory.cache(new String("channel"))).isTrue();
        factory.putConvertor("x", new JSON.Convertor() {
            @Override
            public void toJSON(Object object, JSON.Output out) {}

            @Override
            public Object fromJSON(Map<String, Object> object) {
                return "converted " + object.get("v");
            }
        });
        factory.setArrayConverter(List::toArray);
        json.parse("[\"channel\",{\"class\":\"x\",\"v\":1}]".getBytes(UTF_8));
        Object[] values = json.complete();
        assertThat(values[0]).isSameAs(shared);
        assertThat(values[1]).isEqualTo("converted 1");
    }
}
