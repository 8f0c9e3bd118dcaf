package org.eclipse.jetty.util.ajax;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.eclipse.jetty.util.Loader;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes JSON (RFC 8259).
 *
 * <table>
 * <caption>JSON and Java</caption>
 * <tr><th>JSON</th><th>read as</th><th>written of</th></tr>
 * <tr><td>object</td><td>{@link Map}, or what a convertor makes</td><td>Map, {@link Convertible}, types with a {@link Convertor}, records</td></tr>
 * <tr><td>array</td><td>{@code Object[]}, unless {@link #setArrayConverter} is used</td><td>arrays, Collection</td></tr>
 * <tr><td>number</td><td>Long, or BigInteger beyond its range; Double with a fraction or exponent</td><td>Number</td></tr>
 * <tr><td>string</td><td>String</td><td>CharSequence, Character; {@code toString()} of anything else</td></tr>
 * </table>
 *
 * <p>An object with a field {@code class} or {@code x-class} is given to the convertor of that class; without one it is
 * made an instance if the class is {@link Convertible} or a record, and stays a map otherwise, also where its values are not those of the
 * record. No other class is initialised because input names it. Comments are skipped, and text without a value is null; any other deviation from the RFC fails with an
 * {@link IllegalStateException} that names the place. Values are nested at most {@value #MAX_DEPTH} deep, and numbers have at most
 * {@value #MAX_NUMBER} characters.
 *
 * <p>Thread-safe once configured.
 */
public class JSON {
    /** How deep arrays and objects are nested at most, as each level takes some of the stack. */
    static final int MAX_DEPTH = 500;

    /** The most characters of a number, as the time to read one grows faster than its length. */
    static final int MAX_NUMBER = 1000;

    private final Map<String, Convertor> convertors = new ConcurrentHashMap<>();
    private int stringBufferSize = 1024;
    private Function<List<?>, Object> arrayConverter = List::toArray;

    public JSON() {}

    /** The characters that the text of a value is expected to have. */
    public int getStringBufferSize() {
        return stringBufferSize;
    }

    public void setStringBufferSize(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("stringBufferSize: " + size + " (expected: 0 or more)");
        }
        stringBufferSize = size;
    }

    /** What makes arrays of their elements. */
    public Function<List<?>, Object> getArrayConverter() {
        return arrayConverter;
    }

    /** Sets what makes arrays of their elements; {@code list -> list} leaves the list. */
    public void setArrayConverter(Function<List<?>, Object> converter) {
        arrayConverter = Objects.requireNonNull(converter);
    }

    // ---- convertors

    /** Sets the convertor of a class, and of those below it that have none. */
    public void addConvertor(Class<?> type, Convertor convertor) {
        addConvertorFor(type.getName(), convertor);
    }

    /** Sets the convertor of the name of a class, or of another value of the field {@code class}. */
    public void addConvertorFor(String name, Convertor convertor) {
        convertors.put(name, convertor);
    }

    /** Removes and returns the convertor of a class; null if there was none. */
    public @Nullable Convertor removeConvertor(Class<?> type) {
        return removeConvertorFor(type.getName());
    }

    /** Removes and returns the convertor of a name; null if there was none. */
    public @Nullable Convertor removeConvertorFor(String name) {
        return convertors.remove(name);
    }

    /** The convertor of a name; null if there is none. */
    public @Nullable Convertor getConvertorFor(String name) {
        return convertors.get(name);
    }

    /** The convertor of a class, of its nearest superclass, or of an interface of these; null if there is none. */
    protected @Nullable Convertor getConvertor(Class<?> type) {
        if (convertors.isEmpty()) {
            return null;
        }
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            Convertor convertor = getConvertorFor(c.getName());
            if (convertor == null) {
                convertor = ofInterfaces(c);
            }
            if (convertor != null) {
                return convertor;
            }
        }
        return null;
    }

    private @Nullable Convertor ofInterfaces(Class<?> type) {
        for (Class<?> i : type.getInterfaces()) {
            Convertor convertor = getConvertorFor(i.getName());
            if (convertor == null) {
                convertor = ofInterfaces(i);
            }
            if (convertor != null) {
                return convertor;
            }
        }
        return null;
    }

    // ---- writing

    /** The text of a value. */
    public String toJSON(@Nullable Object object) {
        StringBuilder buffer = new StringBuilder(stringBufferSize);
        append(buffer, object);
        return buffer.toString();
    }

    /**
     * Writes a value.
     *
     * @throws UncheckedIOException if the buffer fails
     */
    public void append(Appendable buffer, @Nullable Object object) {
        if (object == null) {
            appendNull(buffer);
        } else if (object instanceof Map<?, ?> map) {
            appendMap(buffer, map);
        } else if (object instanceof String string) {
            appendString(buffer, string);
        } else if (object instanceof Number number) {
            appendNumber(buffer, number);
        } else if (object instanceof Boolean value) {
            appendBoolean(buffer, value);
        } else if (object instanceof Convertible convertible) {
            appendJSON(buffer, convertible);
        } else if (object instanceof Generator generator) {
            appendJSON(buffer, generator);
        } else {
            Convertor convertor = convertorOf(object);
            if (convertor != null) {
                appendJSON(buffer, convertor, object);
            } else if (object.getClass().isArray()) {
                appendArray(buffer, object);
            } else if (object instanceof Collection<?> collection) {
                appendArray(buffer, collection);
            } else if (object instanceof Record) {
                appendRecord(buffer, object);
            } else {
                appendString(buffer, object.toString());
            }
        }
    }

    /** What has text of its own is not given to the convertor of Object, which is for all the others. */
    private @Nullable Convertor convertorOf(Object object) {
        Convertor convertor = getConvertor(object.getClass());
        boolean text = object instanceof CharSequence
                || object instanceof Character
                || object instanceof Collection<?>
                || object.getClass().isArray();
        return text && convertor != null && convertor == getConvertorFor(Object.class.getName()) ? null : convertor;
    }

    public void appendNull(Appendable buffer) {
        JsonText.write(buffer, "null");
    }

    public void appendBoolean(Appendable buffer, @Nullable Boolean value) {
        JsonText.write(buffer, value == null ? "null" : value.toString());
    }

    /** Writes a number; null for one that JSON has no text for, as NaN. */
    public void appendNumber(Appendable buffer, @Nullable Number number) {
        boolean none =
                number instanceof Double d && !Double.isFinite(d) || number instanceof Float f && !Float.isFinite(f);
        JsonText.write(buffer, none ? "null" : String.valueOf(number));
    }

    public void appendString(Appendable buffer, @Nullable String string) {
        if (string == null) {
            appendNull(buffer);
            return;
        }
        JsonText.write(buffer, "\"");
        try {
            escapeString(buffer, string);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        JsonText.write(buffer, "\"");
    }

    /** Writes the characters of a string, those escaped that must be (RFC 8259, section 7). */
    public void escapeString(Appendable buffer, String string) throws IOException {
        JsonText.escape(buffer, string, this::escapeUnicode);
    }

    /** Writes a control character, or a line separator that JavaScript does not take, as its code. */
    protected void escapeUnicode(Appendable buffer, char c) throws IOException {
        buffer.append(String.format("\\u%04x", (int) c));
    }

    public void appendMap(Appendable buffer, @Nullable Map<?, ?> map) {
        if (map == null) {
            appendNull(buffer);
            return;
        }
        String separator = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            JsonText.write(buffer, separator);
            appendString(buffer, String.valueOf(entry.getKey()));
            JsonText.write(buffer, ":");
            append(buffer, entry.getValue());
            separator = ",";
        }
        JsonText.write(buffer, map.isEmpty() ? "{}" : "}");
    }

    public void appendArray(Appendable buffer, @Nullable Collection<?> collection) {
        if (collection == null) {
            appendNull(buffer);
            return;
        }
        JsonText.write(buffer, "[");
        String separator = "";
        for (Object element : collection) {
            JsonText.write(buffer, separator);
            append(buffer, element);
            separator = ",";
        }
        JsonText.write(buffer, "]");
    }

    /** @param array of objects or of a primitive type */
    public void appendArray(Appendable buffer, @Nullable Object array) {
        if (array == null) {
            appendNull(buffer);
            return;
        }
        int length = java.lang.reflect.Array.getLength(array);
        List<Object> elements = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            elements.add(java.lang.reflect.Array.get(array, i));
        }
        appendArray(buffer, elements);
    }

    /**
     * Writes a record as an object: its class, and its components.
     *
     * @throws IllegalArgumentException if it is no record, or its components cannot be read
     */
    public void appendRecord(Appendable buffer, @Nullable Object record) {
        if (record == null) {
            appendNull(buffer);
        } else if (record instanceof Record) {
            JsonOutput output = new JsonOutput(this, buffer);
            output.addClass(record.getClass());
            Records.values(record).forEach(output::add);
            output.complete();
        } else {
            throw new IllegalArgumentException(record.getClass().getName() + " (expected: a record)");
        }
    }

    public void appendJSON(Appendable buffer, Convertor convertor, Object object) {
        JsonOutput output = new JsonOutput(this, buffer);
        convertor.toJSON(object, output);
        output.complete();
    }

    public void appendJSON(Appendable buffer, Convertible convertible) {
        JsonOutput output = new JsonOutput(this, buffer);
        convertible.toJSON(output);
        output.complete();
    }

    public void appendJSON(Appendable buffer, Generator generator) {
        generator.addJSON(buffer);
    }

    // ---- reading

    /**
     * Reads a value; characters after it that are no white space or comment are an error.
     *
     * @throws IllegalStateException if the text is not JSON
     */
    public @Nullable Object fromJSON(CharSequence json) {
        return readAll(new StringSource(json));
    }

    /** As {@link #fromJSON(CharSequence)}. */
    public @Nullable Object fromJSON(Reader reader) {
        return readAll(new ReaderSource(reader));
    }

    private @Nullable Object readAll(Source source) {
        JsonParser parser = new JsonParser(this, source);
        Object value = parser.value();
        parser.end();
        return value;
    }

    /** Reads the next value, and leaves the source after it; null if there is none. */
    public @Nullable Object parse(Source source) {
        return new JsonParser(this, source).value();
    }

    /** The map of an object that is read. */
    protected Map<String, Object> newMap() {
        return new HashMap<>();
    }

    /** @param depth the objects and arrays around the new one */
    Map<String, Object> newMap(int depth) {
        return newMap();
    }

    /** @param depth the objects and arrays around the new one */
    List<Object> newList(int depth) {
        return new ArrayList<>();
    }

    /** The string that stands for one that was read. */
    String shared(String string) {
        return string;
    }

    /** What an object that names its class becomes; the map itself unless it can be converted. */
    protected Object convertTo(Class<?> type, Map<String, Object> map) {
        if (Convertible.class.isAssignableFrom(type)) {
            try {
                Convertible convertible = (Convertible) type.getConstructor().newInstance();
                convertible.fromJSON(map);
                return convertible;
            } catch (ReflectiveOperationException x) {
                throw new IllegalArgumentException(type.getName() + " has no public constructor without parameters", x);
            }
        }
        Convertor convertor = getConvertor(type);
        if (convertor != null) {
            return convertor.fromJSON(map);
        }
        Object record = Records.read(type, map);
        return record == null ? map : record;
    }

    /** Gives an object to what its fields {@code x-class} and {@code class} name; one that overrides it may return the map as it is. */
    protected Object convert(Map<String, Object> map) {
        for (String field : List.of("x-class", "class")) {
            if (map.get(field) instanceof String name) {
                Convertor convertor = getConvertorFor(name);
                if (convertor != null) {
                    return convertor.fromJSON(map);
                }
                Object converted = convertTo(name, map);
                if (converted != map) {
                    return converted;
                }
            }
        }
        return map;
    }

    /** What an object that names its class becomes, unless its name has a convertor. */
    Object convertTo(String className, Map<String, Object> map) {
        Class<?> type = classOf(className);
        return type == null ? map : convertTo(type, map);
    }

    /** Returns the class of a name, which is not initialised; null if there is none. */
    static @Nullable Class<?> classOf(String className) {
        try {
            return Loader.loadClass(className);
        } catch (ClassNotFoundException | LinkageError x) {
            return null;
        }
    }

    /** Something that is written as text of its own. */
    public interface Generator {
        void addJSON(Appendable buffer);
    }

    /** An object that writes and reads its fields. */
    public interface Convertible {
        void toJSON(Output out);

        void fromJSON(Map<String, Object> object);
    }

    /** Writes and reads objects of other classes. */
    public interface Convertor {
        void toJSON(Object object, Output out);

        Object fromJSON(Map<String, Object> object);
    }

    /** Takes the fields of one object, or, by {@link #add(Object)}, one value in its place. */
    public interface Output {
        /** Adds the field {@code class}, by which the object can be read again. */
        void addClass(Class<?> type);

        /** Writes a value in the place of the object; no fields go with it. */
        void add(@Nullable Object value);

        void add(String name, @Nullable Object value);

        void add(String name, double value);

        void add(String name, long value);

        void add(String name, boolean value);
    }

    /** Text that is JSON already. Immutable. */
    public static class Literal implements Generator {
        private final String json;

        /** @throws IllegalStateException if it is not JSON */
        public Literal(String json) {
            new JSON().fromJSON(json);
            this.json = json;
        }

        @Override
        public void addJSON(Appendable buffer) {
            JsonText.write(buffer, json);
        }

        @Override
        public String toString() {
            return json;
        }
    }

    /** Characters to be read, one after the other. Confined to its reader. */
    public interface Source {
        boolean hasNext();

        /** Takes the next character. */
        char next();

        /** The next character, which stays. */
        char peek();
    }

    /** The characters of a text. */
    public static class StringSource implements Source {
        private final CharSequence text;
        private int index;

        public StringSource(CharSequence text) {
            this.text = Objects.requireNonNull(text);
        }

        @Override
        public boolean hasNext() {
            return index < text.length();
        }

        @Override
        public char next() {
            return text.charAt(index++);
        }

        @Override
        public char peek() {
            return text.charAt(index);
        }

        @Override
        public String toString() {
            return text.subSequence(0, index) + "|||" + text.subSequence(index, text.length());
        }
    }

    /** The characters of a reader. */
    public static class ReaderSource implements Source {
        private static final int NONE = -2;

        private Reader reader;
        private int next = NONE;

        public ReaderSource(Reader reader) {
            this.reader = Objects.requireNonNull(reader);
        }

        /** Goes on with another reader. */
        public void setReader(Reader other) {
            reader = Objects.requireNonNull(other);
            next = NONE;
        }

        @Override
        public boolean hasNext() {
            if (next == NONE) {
                try {
                    next = reader.read();
                } catch (IOException x) {
                    throw new UncheckedIOException(x);
                }
            }
            return next >= 0;
        }

        @Override
        public char next() {
            char c = peek();
            next = NONE;
            return c;
        }

        @Override
        public char peek() {
            if (!hasNext()) {
                throw new IllegalStateException("read after the end of the text");
            }
            return (char) next;
        }
    }
}
