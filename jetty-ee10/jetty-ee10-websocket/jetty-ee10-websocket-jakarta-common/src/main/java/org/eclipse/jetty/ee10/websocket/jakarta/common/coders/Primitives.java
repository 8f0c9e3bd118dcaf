package org.eclipse.jetty.ee10.websocket.jakarta.common.coders;

import jakarta.websocket.DecodeException;
import java.util.Map;
import java.util.function.Function;

/** String, the primitive types and their wrappers, which need no decoder (WebSocket section 4.7, 4.3). Thread-safe. */
public final class Primitives {
    private static final Map<Class<?>, Class<?>> WRAPPERS = Map.of(
            boolean.class, Boolean.class,
            byte.class, Byte.class,
            char.class, Character.class,
            double.class, Double.class,
            float.class, Float.class,
            int.class, Integer.class,
            long.class, Long.class,
            short.class, Short.class);

    private static final Map<Class<?>, Function<String, Object>> PARSERS = Map.of(
            Boolean.class, Boolean::valueOf,
            Byte.class, Byte::valueOf,
            Character.class, Primitives::character,
            Double.class, Double::valueOf,
            Float.class, Float::valueOf,
            Integer.class, Integer::valueOf,
            Long.class, Long::valueOf,
            Short.class, Short::valueOf,
            String.class, text -> text);

    private Primitives() {}

    private static Character character(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException("not one character");
        }
        return text.charAt(0);
    }

    /** Returns the wrapper of a primitive type, and any other type as it is. */
    public static Class<?> boxed(Class<?> type) {
        return WRAPPERS.getOrDefault(type, type);
    }

    /** Whether this is String, a primitive type or a wrapper. */
    public static boolean isOne(Class<?> type) {
        return PARSERS.containsKey(boxed(type));
    }

    /**
     * Reads a value from text.
     *
     * @throws DecodeException where the text is no value of this type
     */
    public static Object parse(Class<?> type, String text) throws DecodeException {
        Function<String, Object> parser = PARSERS.get(boxed(type));
        assert parser != null : "it is one of them";
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException x) {
            throw new DecodeException(text, "Cannot read as " + type.getSimpleName() + ": " + text, x);
        }
    }
}
