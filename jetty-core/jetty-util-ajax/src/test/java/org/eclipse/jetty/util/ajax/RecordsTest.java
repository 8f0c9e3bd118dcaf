package org.eclipse.jetty.util.ajax;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordsTest {
    private final JSON json = new JSON();
    private final AsyncJSON async = new AsyncJSON.Factory().newAsyncJSON();

    public record Point(int x, int y) {
        public Point {
            if (x < 0) {
                throw new IllegalArgumentException("x: " + x);
            }
        }
    }

    public enum Colour {
        RED
    }

    public record Shape(
            Colour colour,
            Point first,
            Point[] more,
            List<Object> tags,
            Double area,
            char mark,
            boolean open,
            byte level,
            float width) {}

    private static final Shape SHAPE = new Shape(
            Colour.RED,
            new Point(1, 2),
            new Point[] {new Point(3, 4), null},
            List.of("a", 5L),
            null,
            'm',
            true,
            (byte) 7,
            1.5F);

    private static void assertShape(Object read) {
        assertThat(read).usingRecursiveComparison().isEqualTo(SHAPE);
    }

    private Object readAsync(String text) {
        async.parse(text.getBytes(UTF_8));
        return async.complete();
    }

    @Test
    void recordIsWrittenWithItsClassAndReadAgain() {
        String text = json.toJSON(SHAPE);
        assertThat(text)
                .startsWith("{\"class\":\"" + Shape.class.getName() + "\",\"colour\":\"RED\",\"first\":{\"class\":")
                .endsWith("\"area\":null,\"mark\":\"m\",\"open\":true,\"level\":7,\"width\":1.5}");
        assertShape(json.fromJSON(text));
        assertShape(readAsync(text));
    }

    @Test
    void recordWithinARecordNeedsNotNameItsClass() {
        String text = json.toJSON(SHAPE).replace("\"class\":\"" + Point.class.getName() + "\",", "");
        assertThat(text).doesNotContain("Point");
        assertShape(json.fromJSON(text));
        assertShape(readAsync(text));
    }

    @Test
    void recordThatIsNotPublicIsWrittenWhereItsPackageIsOpen() {
        record Local(int a) {}
        assertThat(json.toJSON(new Local(1))).endsWith(",\"a\":1}");
        assertThat(json.toJSON(List.of(new Local(2)))).endsWith(",\"a\":2}]");
    }

    @Test
    void whatIsNoRecordIsNotWrittenAsOne() {
        assertThatThrownBy(() -> json.appendRecord(new StringBuilder(), "text"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("java.lang.String (expected: a record)");
    }

    /** Values that are missing, of another type, beyond the type, or refused by the constructor; nothing is changed unseen. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"x\":1",
                "\"x\":1,\"y\":null",
                "\"x\":1,\"y\":\"2\"",
                "\"x\":1,\"y\":2.5",
                "\"x\":1,\"y\":2147483648",
                "\"x\":1,\"y\":9223372036854775808",
                "\"x\":1,\"y\":1e400",
                "\"x\":1,\"y\":[]",
                "\"x\":-1,\"y\":2"
            })
    void objectWhoseValuesTheRecordDoesNotTakeStaysAMap(String fields) {
        String text = "{\"class\":\"" + Point.class.getName() + "\"," + fields + "}";
        assertThat(json.fromJSON(text)).isInstanceOf(Map.class);
        assertThat(readAsync(text)).isInstanceOf(Map.class);
    }

    @Test
    void numbersOfTheSameValueAreTakenAndOtherFieldsAreIgnored() {
        String text = "{\"x-class\":\"" + Point.class.getName() + "\",\"x\":1.0,\"y\":2,\"z\":3}";
        assertThat(json.fromJSON(text)).isEqualTo(new Point(1, 2));
        assertThat(readAsync(text)).isEqualTo(new Point(1, 2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"no.such.Class", "java.io.File", "java.lang.Object", "[I", ""})
    void objectOfAClassThatIsNoRecordStaysAMap(String name) {
        String text = "{\"class\":\"" + name + "\",\"x\":1}";
        assertThat(json.fromJSON(text)).isEqualTo(Map.of("class", name, "x", 1L));
        assertThat(readAsync(text)).isEqualTo(Map.of("class", name, "x", 1L));
    }

    @Test
    void subclassDecidesWhatObjectsThatNameAClassBecome() {
        List<String> asked = new ArrayList<>();
        AsyncJSON own = new AsyncJSON(new AsyncJSON.Factory()) {
            @Override
            protected Object toRecord(String className, Map<String, Object> map) {
                asked.add(className);
                return className.equals("point") ? toRecord(Point.class, map) : null;
            }
        };
        own.parse(("[{\"class\":\"point\",\"x\":1,\"y\":2},{\"class\":\"" + Point.class.getName()
                        + "\",\"x\":1,\"y\":2}]")
                .getBytes(UTF_8));
        List<Object> values = own.complete();

        assertThat(values.get(0)).isEqualTo(new Point(1, 2));
        assertThat(values.get(1)).isInstanceOf(Map.class);
        assertThat(asked).containsExactly("point", Point.class.getName());
    }
}
