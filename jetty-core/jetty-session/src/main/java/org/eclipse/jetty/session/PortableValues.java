package org.eclipse.jetty.session;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values of attributes that JSON has for programs in any language, and the same classes again afterwards.
 *
 * <p>Strings, booleans, whole numbers and those with a fraction are those of JSON; a whole number is an Integer if it fits, and a Long
 * otherwise. An array is an ArrayList, an object a LinkedHashMap. Other values are objects with the fields {@code @type} and {@code value}.
 * Confined to the session that is written.
 */
final class PortableValues {
    private static final String TYPE = "@type";
    private static final String VALUE = "value";
    private static final String LONG = "long";
    private static final String DOUBLE = "double";
    private static final String BYTES = "bytes";
    private static final String SET = "set";

    /** How deep arrays and objects may be nested; what is deeper is written as a stream. */
    private static final int MAX_DEPTH = 100;

    /** Values as text, by the name of their type. */
    private static final Map<String, Text> BY_NAME = new HashMap<>();

    private static final Map<Class<?>, Text> BY_CLASS = new HashMap<>();

    private record Text(String name, Class<?> type, Function<String, Object> read) {}

    static {
        text("byte", Byte.class, Byte::valueOf);
        text("short", Short.class, Short::valueOf);
        text(LONG, Long.class, Long::valueOf);
        text("float", Float.class, Float::valueOf);
        text(DOUBLE, Double.class, Double::valueOf);
        text("char", Character.class, PortableValues::character);
        text("integer", BigInteger.class, BigInteger::new);
        text("decimal", BigDecimal.class, BigDecimal::new);
        text("uuid", UUID.class, UUID::fromString);
        text("instant", Instant.class, Instant::parse);
        text("date", LocalDate.class, LocalDate::parse);
        text("time", LocalTime.class, LocalTime::parse);
        text("dateTime", LocalDateTime.class, LocalDateTime::parse);
        text("offsetDateTime", OffsetDateTime.class, OffsetDateTime::parse);
        text("zonedDateTime", ZonedDateTime.class, ZonedDateTime::parse);
        text("duration", Duration.class, Duration::parse);
    }

    private static void text(String name, Class<?> type, Function<String, Object> read) {
        Text text = new Text(name, type, read);
        BY_NAME.put(name, text);
        BY_CLASS.put(type, text);
    }

    private static Object character(String text) {
        if (text.length() == 1) {
            return text.charAt(0);
        }
        throw new IllegalArgumentException("a char of " + text.length() + " characters (expected: one)");
    }

    /** Thrown for a value that is not portable. */
    private static final class NotPortableException extends Exception {
        private static final long serialVersionUID = 1;

        private NotPortableException() {
            super(null, null, false, false);
        }
    }

    /**
     * A value as JSON has it.
     *
     * @param hasContainers whether it has arrays or objects, which others may share
     */
    record Tree(@Nullable Object json, boolean hasContainers) {}

    private final Set<Object> containers = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * Returns what JSON has for a value; null if it is not portable, as it is of another class, or has an array or object that was met
     * before, in it or in another value.
     */
    @Nullable
    Tree write(Object value) {
        int before = containers.size();
        try {
            Object json = tree(value, 0);
            return new Tree(json, containers.size() > before);
        } catch (NotPortableException x) {
            return null;
        }
    }

    private @Nullable Object tree(@Nullable Object value, int depth) throws NotPortableException {
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof Integer) {
            return value;
        }
        if (value instanceof Long number && number.intValue() != number
                || value instanceof Double fraction && Double.isFinite(fraction)) {
            return value;
        }
        Text text = BY_CLASS.get(value.getClass());
        return text != null ? typed(text.name, value.toString()) : container(value, depth);
    }

    private Object container(Object value, int depth) throws NotPortableException {
        // a circle of them would have no end
        if (depth == MAX_DEPTH || !containers.add(value)) {
            throw new NotPortableException();
        }
        Class<?> type = value.getClass();
        if (type == byte[].class) {
            return typed(BYTES, Base64.getEncoder().encodeToString((byte[]) value));
        }
        if (type == ArrayList.class) {
            return elements((List<?>) value, depth);
        }
        if (type == HashSet.class || type == LinkedHashSet.class) {
            return typed(SET, elements((Set<?>) value, depth));
        }
        if (type == HashMap.class || type == LinkedHashMap.class) {
            return object((Map<?, ?>) value, depth);
        }
        throw new NotPortableException();
    }

    private List<Object> elements(Iterable<?> values, int depth) throws NotPortableException {
        List<Object> elements = new ArrayList<>();
        for (Object value : values) {
            elements.add(tree(value, depth + 1));
        }
        return elements;
    }

    private Map<String, Object> object(Map<?, ?> map, int depth) throws NotPortableException {
        Map<String, Object> object = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String key) || key.equals(TYPE)) {
                throw new NotPortableException();
            }
            object.put(key, tree(entry.getValue(), depth + 1));
        }
        return object;
    }

    private static Map<String, Object> typed(String type, Object value) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put(TYPE, type);
        object.put(VALUE, value);
        return object;
    }

    /** Reads a value, whose classes a filter may refuse. Confined to that value. */
    static final class Reader {
        private final @Nullable ObjectInputFilter filter;
        private long references;

        /** @param filter null for any class of those that are portable */
        Reader(@Nullable ObjectInputFilter filter) {
            this.filter = filter;
        }

        /**
         * Returns the value that JSON has.
         *
         * @throws IOException if it has none that is portable, or the filter refuses it
         * @throws RuntimeException if its text is not of its type
         */
        Object read(Object json) throws IOException {
            return read(json, 1);
        }

        private Object read(Object json, int depth) throws IOException {
            if (json instanceof List<?> elements) {
                check(ArrayList.class, -1, depth);
                return readAll(elements, new ArrayList<>(), depth);
            }
            if (json instanceof Map<?, ?> object) {
                return object.containsKey(TYPE) ? readTyped(object, depth) : readMap(object, depth);
            }
            Object value = json instanceof Long number && number.intValue() == number ? number.intValue() : json;
            if (value != null && !(value instanceof String)) {
                check(value.getClass(), -1, depth);
            }
            return value;
        }

        private <C extends Collection<Object>> C readAll(List<?> elements, C into, int depth) throws IOException {
            for (Object element : elements) {
                into.add(read(element, depth + 1));
            }
            return into;
        }

        private Map<String, Object> readMap(Map<?, ?> object, int depth) throws IOException {
            check(LinkedHashMap.class, -1, depth);
            Map<String, Object> map = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : object.entrySet()) {
                map.put((String) entry.getKey(), read(entry.getValue(), depth + 1));
            }
            return map;
        }

        private Object readTyped(Map<?, ?> object, int depth) throws IOException {
            Object type = object.get(TYPE);
            Object value = object.get(VALUE);
            if (SET.equals(type) && value instanceof List<?> elements) {
                check(LinkedHashSet.class, -1, depth);
                return readAll(elements, new LinkedHashSet<>(), depth);
            }
            if (value instanceof String text) {
                if (BYTES.equals(type)) {
                    byte[] bytes = Base64.getDecoder().decode(text);
                    check(byte[].class, bytes.length, depth);
                    return bytes;
                }
                Text known = BY_NAME.get(type);
                if (known != null) {
                    check(known.type, -1, depth);
                    return known.read.apply(text);
                }
            }
            throw new IOException("a value of the " + TYPE + " " + type + " (expected: " + SET + " of an array, or "
                    + BYTES + " or one of " + new TreeSet<>(BY_NAME.keySet()) + " of a string)");
        }

        private void check(Class<?> type, int length, int depth) throws InvalidClassException {
            references++;
            if (filter != null
                    && filter.checkInput(new Info(type, length, depth, references, 0))
                            == ObjectInputFilter.Status.REJECTED) {
                throw new InvalidClassException(type.getName(), "refused by the filter");
            }
        }
    }

    /** A class that is read, as filters see it. */
    private record Info(Class<?> serialClass, long arrayLength, long depth, long references, long streamBytes)
            implements ObjectInputFilter.FilterInfo {}
}
