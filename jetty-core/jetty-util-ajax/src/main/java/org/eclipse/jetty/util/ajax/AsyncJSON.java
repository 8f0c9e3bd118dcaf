package org.eclipse.jetty.util.ajax;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON value as its bytes arrive, in UTF-8.
 *
 * <pre>
 * AsyncJSON json = factory.newAsyncJSON();
 * while ((chunk = source.read()) ...) json.parse(chunk.getByteBuffer());
 * Map&lt;String, Object&gt; object = json.complete();
 * </pre>
 *
 * <p>Bytes are collected until an object, array or string is complete, and then read by the rules of {@link JSON}, without comments; the
 * caller limits how many there are. After {@link #complete} it reads the next value. Confined to its reader.
 */
public class AsyncJSON {
    private static final int MAX_EXCERPT = 1024;

    private final Values values;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int depth;
    private boolean begun;
    private boolean quoted;
    private boolean escaped;
    private boolean parsed;
    private @Nullable Object value;

    public AsyncJSON(Factory factory) {
        values = new Values(factory);
    }

    /** As {@link #parse(ByteBuffer)}. */
    public boolean parse(byte[] content) {
        return parse(content, 0, content.length);
    }

    /** As {@link #parse(ByteBuffer)}. */
    public boolean parse(byte[] content, int offset, int length) {
        return parse(ByteBuffer.wrap(content, offset, length));
    }

    /**
     * Takes the bytes of a buffer.
     *
     * @return whether an object, array or string is complete. Numbers and literals end with {@link #complete} only
     * @throws IllegalArgumentException if they are not JSON, or follow a complete value
     */
    public boolean parse(ByteBuffer buffer) {
        while (buffer.hasRemaining()) {
            byte b = buffer.get();
            boolean space = b == ' ' || b == '\t' || b == '\r' || b == '\n';
            if (parsed) {
                if (!space) {
                    throw fail(buffer, "bytes after the end of the value");
                }
            } else if (begun || !space) {
                take(b, buffer);
            }
        }
        return parsed;
    }

    /** Notes where strings, arrays and objects begin and end. */
    private void take(byte b, ByteBuffer rest) {
        bytes.write(b);
        boolean first = !begun;
        begun = true;
        boolean ends = false;
        if (quoted) {
            ends = b == '"' && !escaped;
            escaped = b == '\\' && !escaped;
            quoted = !ends;
        } else {
            switch (b) {
                case '"' -> quoted = true;
                case '{', '[' -> {
                    if (++depth > JSON.MAX_DEPTH) {
                        throw fail(rest, "nested more than " + JSON.MAX_DEPTH + " deep");
                    }
                }
                case '}', ']' -> {
                    depth--;
                    ends = true;
                }
                case '/' -> throw fail(rest, "'/' outside of a string");
                default -> {
                    // of a number, a literal, or between
                }
            }
        }
        if (ends && depth <= 0 && !first) {
            read(rest);
        }
    }

    private void read(ByteBuffer rest) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
            value = values.fromJSON(text);
            parsed = true;
        } catch (IllegalStateException x) {
            throw fail(rest, x.getMessage());
        } catch (CharacterCodingException x) {
            throw fail(rest, "bytes that are not UTF-8");
        }
    }

    private RuntimeException fail(ByteBuffer rest, @Nullable String reason) {
        String message = values.factory.isDetailedParseException() ? reason + ", in: " + excerpt() : reason;
        reset();
        return newInvalidJSON(rest, message);
    }

    /** What was taken of the value, the last of it if that is long. */
    private String excerpt() {
        String text = bytes.toString(StandardCharsets.UTF_8);
        return text.length() <= MAX_EXCERPT ? text : "..." + text.substring(text.length() - MAX_EXCERPT);
    }

    /**
     * Ends the value, and makes this ready for the next one.
     *
     * @return the value, of whatever type the caller expects; null for the literal {@code null}
     * @throws IllegalArgumentException if the value is not complete
     */
    @SuppressWarnings("unchecked")
    public <R> @Nullable R complete() {
        if (!parsed) {
            if (!begun) {
                throw fail(BufferUtil.EMPTY_BUFFER, "no value");
            }
            read(BufferUtil.EMPTY_BUFFER);
        }
        Object result = value;
        reset();
        return (R) result;
    }

    private void reset() {
        bytes.reset();
        depth = 0;
        begun = false;
        quoted = false;
        escaped = false;
        parsed = false;
        value = null;
    }

    /** The map of an object that begins. */
    protected Map<String, Object> newObject(Context context) {
        return new HashMap<>();
    }

    /** The list of an array that begins. */
    protected List<Object> newArray(Context context) {
        return new ArrayList<>();
    }

    /**
     * What an object becomes that names its class, where that name has no convertor.
     *
     * @return by default, the record of that class; null if the object is to be converted by other means, or stays a map
     */
    protected @Nullable Object toRecord(String className, Map<String, Object> map) {
        Class<?> type = JSON.classOf(className);
        return type == null ? null : toRecord(type, map);
    }

    /** Makes a record of the fields of an object; null if the class is no record, or does not take them: each component needs a field. */
    protected static @Nullable Object toRecord(Class<?> type, Map<String, Object> map) {
        return Records.read(type, map);
    }

    /**
     * The exception to throw where bytes are not JSON.
     *
     * @param buffer what was being parsed, at the place
     */
    protected RuntimeException newInvalidJSON(ByteBuffer buffer, @Nullable String reason) {
        return new IllegalArgumentException(reason);
    }

    /** Where an object or array begins. */
    public interface Context {
        /** The objects and arrays around it. */
        int depth();
    }

    /** Reads values with the settings of the factory, and the hooks of this. */
    private final class Values extends JSON {
        private final Factory factory;

        private Values(Factory factory) {
            this.factory = Objects.requireNonNull(factory);
        }

        @Override
        Map<String, Object> newMap(int around) {
            return newObject(() -> around);
        }

        @Override
        List<Object> newList(int around) {
            return newArray(() -> around);
        }

        @Override
        String shared(String string) {
            String shared = factory.plain
                    ? factory.strings.get(string)
                    : factory.cached(ByteBuffer.wrap(('"' + string + '"').getBytes(StandardCharsets.UTF_8)));
            // a string with a quote is another one up to there
            return shared == null || !shared.equals(string) ? string : shared;
        }

        @Override
        Object convertTo(String className, Map<String, Object> map) {
            Object record = toRecord(className, map);
            if (record != null) {
                return record;
            }
            Class<?> type = classOf(className);
            // a record that was not made is left as it is
            return type == null || type.isRecord() ? map : convertTo(type, map);
        }

        @Override
        public @Nullable Convertor getConvertorFor(String name) {
            return factory.getConvertor(name);
        }

        @Override
        public Function<List<?>, Object> getArrayConverter() {
            return factory.getArrayConverter();
        }
    }

    /** What readers have in common. Thread-safe, but for the array converter and the kind of messages, which are set before it is used. */
    public static class Factory {
        private final Map<String, String> strings = new ConcurrentHashMap<>();
        private final Map<String, JSON.Convertor> convertors = new ConcurrentHashMap<>();
        /** Whether strings are looked for here, rather than by a subclass. */
        private final boolean plain = getClass() == Factory.class;

        private Function<List<?>, Object> arrayConverter = list -> list;
        private boolean detailedParseException;

        public Factory() {}

        /** What makes arrays of their elements. */
        public Function<List<?>, Object> getArrayConverter() {
            return arrayConverter;
        }

        /** Sets what makes arrays of their elements; a list, unless set. */
        public void setArrayConverter(Function<List<?>, Object> converter) {
            arrayConverter = Objects.requireNonNull(converter);
        }

        /** Whether the messages of failures have the text that was read; false by default. */
        public boolean isDetailedParseException() {
            return detailedParseException;
        }

        /** Sets whether the messages of failures have the text that was read, the last 1,024 characters of it, which may hold secrets. */
        public void setDetailedParseException(boolean detailed) {
            detailedParseException = detailed;
        }

        /** Has a string that is read often be one object in all values; returns whether it is, as any string can be. */
        public boolean cache(String string) {
            strings.putIfAbsent(string, string);
            return true;
        }

        /**
         * Looks for a cached string. A subclass that has others overrides it.
         *
         * @param buffer UTF-8 from an opening quote to the closing one or beyond; it is moved after the closing one if the string is found
         * @return null if the string is not cached, or has characters that are escaped
         */
        protected @Nullable String cached(ByteBuffer buffer) {
            int begin = buffer.position() + 1;
            for (int i = begin; i < buffer.limit() && buffer.get(i) != '\\'; i++) {
                if (buffer.get(i) == '"') {
                    ByteBuffer text = buffer.slice(begin, i - begin);
                    String found =
                            strings.get(StandardCharsets.UTF_8.decode(text).toString());
                    if (found != null) {
                        buffer.position(i + 1);
                    }
                    return found;
                }
            }
            return null;
        }

        public AsyncJSON newAsyncJSON() {
            return new AsyncJSON(this);
        }

        /** Sets the convertor of objects whose field {@code class} or {@code x-class} has this value. */
        public void putConvertor(String className, JSON.Convertor convertor) {
            convertors.put(className, convertor);
        }

        /** Removes and returns a convertor; null if there was none. */
        public JSON.@Nullable Convertor removeConvertor(String className) {
            return convertors.remove(className);
        }

        /** The convertor of a name; null if there is none. */
        public JSON.@Nullable Convertor getConvertor(String className) {
            return convertors.get(className);
        }
    }
}
