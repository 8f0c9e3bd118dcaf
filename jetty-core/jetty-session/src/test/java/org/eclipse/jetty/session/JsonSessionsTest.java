package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions as JSON: what other programs find, what is the same afterwards, and what others wrote wrongly. */
class JsonSessionsTest {
    private static final String EMPTY = """
            {"format": 1, "id": "id", "context": "_shop", "vhost": "0.0.0.0", "lastNode": null, "created": 1, "accessed": 2,
             "lastAccessed": 3, "cookieSet": 4, "expiry": 5, "maxInactive": 6, "version": 7, "attributes": %s}
            """;

    private final SessionContext context = new SessionContext("node", "/shop", null);
    private final SessionDataCodec json = new SessionDataCodec(null, 0, null, SessionFormat.JSON);

    /** A class of an application. */
    private static final class Cart implements Serializable {
        private static final long serialVersionUID = 1;
        private final List<String> items;

        private Cart(List<String> items) {
            this.items = items;
        }
    }

    private static SessionData data(Map<String, ?> attributes) {
        SessionData data = new SessionData("id", "_shop", "0.0.0.0", 1, 2, 3, 4);
        attributes.forEach(data::setAttribute);
        return data;
    }

    private String text(Map<String, ?> attributes) throws Exception {
        return new String(json.encode(context, "id", data(attributes)), StandardCharsets.UTF_8);
    }

    private SessionData read(String text) throws Exception {
        return json.decode(context, "id", text.getBytes(StandardCharsets.UTF_8));
    }

    private Object again(Object value) throws Exception {
        return read(text(Map.of("name", value))).getAttribute("name");
    }

    @Test
    void otherProgramsFindTheSessionAndItsValues() throws Exception {
        SessionData data = data(Map.of("user", "Ann"));
        data.setLastNode("node1");
        data.setCookieSet(5);
        data.setExpiry(6);
        data.setVersion(7);
        assertThat(new String(json.encode(context, "id", data), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"format\":1,\"id\":\"id\",\"context\":\"_shop\",\"vhost\":\"0.0.0.0\",\"lastNode\":\"node1\","
                                + "\"created\":1,\"accessed\":2,\"lastAccessed\":3,\"cookieSet\":5,\"expiry\":6,\"maxInactive\":4,"
                                + "\"version\":7,\"attributes\":{\"user\":\"Ann\"}}");
        SessionData read = json.decode(context, "id", json.encode(context, "id", data));
        assertThat(read).hasToString(data.toString());
        assertThat(read.getVersion()).isEqualTo(7);
        assertThat(read.isDirty()).isFalse();
    }

    @Test
    void valuesAreOfTheSameClassesAfterwards() throws Exception {
        ZonedDateTime zoned = ZonedDateTime.parse("2026-03-29T02:30:00.5+02:00[Europe/Berlin]");
        for (Object value : Arrays.asList(
                "grüße \uD83D\uDE00 \" \\ \n \u2028",
                "half of a pair: \uD83D",
                true,
                5,
                Integer.MIN_VALUE,
                5L,
                Long.MAX_VALUE,
                5.0,
                -0.0,
                1e300,
                Double.NaN,
                Double.NEGATIVE_INFINITY,
                5.5f,
                (short) 5,
                (byte) -5,
                'x',
                '\uD83D',
                new BigInteger("123456789012345678901234567890"),
                new BigDecimal("1.500"),
                UUID.randomUUID(),
                Instant.ofEpochSecond(5, 6),
                LocalDate.of(2026, 11, 27),
                LocalTime.of(1, 2, 3, 4),
                LocalDateTime.of(2026, 11, 27, 1, 2),
                OffsetDateTime.of(2026, 11, 27, 1, 2, 3, 4, ZoneOffset.ofHours(-5)),
                zoned,
                Duration.ofMillis(-1500))) {
            assertThat(again(value)).isEqualTo(value).hasSameClassAs(value);
            assertThat(text(Map.of("name", value))).as("no stream").doesNotContain("\"java\"");
        }
        assertThat(again(new byte[] {1, -2})).isEqualTo(new byte[] {1, -2});
    }

    @Test
    void listsMapsAndSetsAreNested() throws Exception {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("z", new ArrayList<>(Arrays.asList(1, null, 2L)));
        map.put("class", "java.lang.Runtime");
        map.put("a", new LinkedHashSet<>(List.of("x", "y")));
        Object read = again(map);
        assertThat(read).isEqualTo(map).isExactlyInstanceOf(LinkedHashMap.class);
        assertThat(((Map<?, ?>) read).keySet()).map(String::valueOf).containsExactly("z", "class", "a");
        assertThat(again(new HashMap<>(Map.of("a", 1)))).isEqualTo(Map.of("a", 1));
        assertThat(text(Map.of("map", map))).doesNotContain("\"java\"");
    }

    @Test
    void otherClassesAreStreamsBesideThePortableValues() throws Exception {
        String text =
                text(Map.of("cart", new Cart(new ArrayList<>(List.of("tea"))), "user", "Ann", "fixed", List.of(1)));
        assertThat(text).contains("\"attributes\":{\"user\":\"Ann\"}").contains("\"names\":[\"cart\"]");
        SessionData read = read(text);
        assertThat(read.getAttribute("user")).isEqualTo("Ann");
        assertThat(read.getAttribute("fixed")).isEqualTo(List.of(1));
        assertThat(((Cart) read.getAttribute("cart")).items).containsExactly("tea");
    }

    /** Whichever of the two is met first. */
    @Test
    void attributesThatShareAnObjectShareItAfterwards() throws Exception {
        for (String name : List.of("a", "z", "another", "y", "k1", "k2", "k3")) {
            List<String> items = new ArrayList<>(List.of("tea"));
            SessionData read =
                    read(text(Map.of("cart", new Cart(items), name, items, "alone", new ArrayList<>(List.of(1)))));
            assertThat(((Cart) read.getAttribute("cart")).items).isSameAs(read.getAttribute(name));
            assertThat(read.getAttribute("alone")).isEqualTo(List.of(1));
        }
        List<String> shared = new ArrayList<>(List.of("x"));
        SessionData read = read(text(Map.of("one", shared, "two", shared)));
        assertThat(read.getAttribute("one")).isSameAs(read.getAttribute("two")).isEqualTo(shared);
    }

    @Test
    void circleIsAStream() throws Exception {
        List<Object> circle = new ArrayList<>();
        circle.add(circle);
        List<?> read = (List<?>) again(circle);
        assertThat(read.get(0)).isSameAs(read);
    }

    @Test
    void nestingThatIsTooDeepForJsonIsAStream() throws Exception {
        List<Object> deep = new ArrayList<>();
        // a stream of Java needs over a kilobyte of stack for each level while its methods are not compiled
        for (int i = 0; i < 150; i++) {
            deep = new ArrayList<>(List.of(deep));
        }
        assertThat(again(deep)).isEqualTo(deep);
    }

    @Test
    void mapsThatWouldBeReadOtherwiseAreStreams() throws Exception {
        Map<Object, Object> numbers = new HashMap<>(Map.of(1, "one"));
        assertThat(again(numbers)).isEqualTo(numbers);
        Map<String, Object> type = new HashMap<>(Map.of("@type", "long", "value", "5"));
        assertThat(again(type)).isEqualTo(type);
    }

    @Test
    void sessionsOfBothFormatsAreReadWhicheverIsWritten() throws Exception {
        SessionDataCodec java = new SessionDataCodec(null, 0, null);
        SessionData data = data(Map.of("a", 1));
        assertThat(java.decode(context, "id", json.encode(context, "id", data)).getAttribute("a"))
                .isEqualTo(1);
        assertThat(json.decode(context, "id", java.encode(context, "id", data)).getAttribute("a"))
                .isEqualTo(1);
        assertThat(SessionFormat.of("json")).isSameAs(SessionFormat.JSON);
        assertThatThrownBy(() -> SessionFormat.of("xml")).hasMessage("format: xml (expected: java or json)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"@type\": \"instant\", \"value\": \"yesterday\"}",
                "{\"@type\": \"char\", \"value\": \"xy\"}",
                "{\"@type\": \"bytes\", \"value\": \"?\"}",
                "{\"@type\": \"java.lang.Runtime\", \"value\": \"\"}",
                "{\"@type\": \"set\", \"value\": \"\"}",
                "{\"@type\": [], \"value\": \"\"}",
                "[{\"@type\": \"long\", \"value\": \"x\"}]"
            })
    void attributeThatCannotBeReadIsLostAlone(String value) throws Exception {
        SessionData read = read(EMPTY.formatted("{\"bad\": " + value + ", \"good\": 1}"));
        assertThat(read.getAllAttributes()).isEqualTo(Map.of("good", 1));
        assertThat(read.isDirty()).isTrue();
    }

    @Test
    void streamThatCannotBeReadIsLostAlone() throws Exception {
        String streams =
                "{}, \"java\": [{\"names\": [\"a\"], \"stream\": \"?\"}, {\"names\": [\"b\"], \"stream\": \"AAAA\"}]";
        assertThat(read(EMPTY.formatted(streams)).getAllAttributes()).isEmpty();
        assertThat(read(EMPTY.formatted("{\"c\": 5000000000}")).getAttribute("c"))
                .isEqualTo(5_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{}",
                "{\"format\": 2}",
                "{\"format\": 1}",
                "{\"format\": \"1\"}",
                "{\"format\": 1, \"id\": 5}",
                "{\"format\": 1} x"
            })
    void whatIsNoSessionCannotBeRead(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(UnreadableSessionDataException.class);
        assertThatThrownBy(() -> read(EMPTY.formatted("[]"))).hasStackTraceContaining("attributes of a JSON session");
        assertThatThrownBy(() -> json.decode(context, "id", new byte[] {'{', (byte) 0xC3, '}'}))
                .hasStackTraceContaining("not UTF-8");
        assertThatThrownBy(() ->
                        json.decode(context, "other", EMPTY.formatted("{}").getBytes()))
                .hasStackTraceContaining("in place of session other");
    }

    @Test
    void filterRefusesValuesToo() throws Exception {
        SessionDataCodec filtered = new SessionDataCodec(
                ObjectInputFilter.Config.createFilter("java.lang.*;maxdepth=3;!*"), 0, null, SessionFormat.JSON);
        byte[] bytes = filtered.encode(
                context,
                "id",
                data(Map.of(
                        "list",
                        new ArrayList<>(),
                        "id",
                        UUID.randomUUID(),
                        "count",
                        1,
                        "name",
                        "x",
                        "cart",
                        new Cart(null))));
        assertThat(filtered.decode(context, "id", bytes).getAllAttributes()).isEqualTo(Map.of("count", 1, "name", "x"));
    }

    @Test
    void sizeIsThatOfTheJson() throws Exception {
        SessionDataCodec limited = new SessionDataCodec(null, 1000, null, SessionFormat.JSON);
        assertThatThrownBy(() -> limited.encode(context, "id", data(Map.of("cart", "x".repeat(1000)))))
                .hasMessageContaining("too large to be saved (expected: 1000 bytes at most")
                .hasMessageContaining("cart (1026 bytes)");
    }
}
