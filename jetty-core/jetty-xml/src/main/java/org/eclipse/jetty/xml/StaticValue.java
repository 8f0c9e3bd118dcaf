package org.eclipse.jetty.xml;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a value before anything is made: perhaps the value itself, else its type.
 *
 * @param type the class it has, or a superclass of that; Object when nothing is known
 * @param isExact whether the class of the value is that type, not a subclass
 * @param isKnown whether {@code literal} is the value
 * @param literal the value, when it is known
 * @param property the property that the value came from, or whose default it is
 * @param object what is said of it elsewhere in the files, when they make it; else null
 * @param items the same of what an array holds, when the files make all of it; else empty
 */
record StaticValue(
        Class<?> type,
        boolean isExact,
        boolean isKnown,
        @Nullable Object literal,
        @Nullable String property,
        @Nullable CheckedObject object,
        List<CheckedObject> items) {
    /** Anything. */
    static final StaticValue UNKNOWN = new StaticValue(Object.class, false, false, null, null, null, List.of());

    static final StaticValue NULL = new StaticValue(Object.class, false, true, null, null, null, List.of());

    private static final Map<Class<?>, Class<?>> BOXES = Map.of(
            int.class, Integer.class,
            long.class, Long.class,
            boolean.class, Boolean.class,
            double.class, Double.class,
            float.class, Float.class,
            short.class, Short.class,
            byte.class, Byte.class,
            char.class, Character.class,
            void.class, Void.class);

    /** This very value. */
    static StaticValue of(@Nullable Object literal) {
        return literal == null ? NULL : new StaticValue(literal.getClass(), true, true, literal, null, null, List.of());
    }

    /** Something that is made by the files. */
    static StaticValue made(CheckedObject object) {
        return new StaticValue(object.type(), true, false, null, null, object, List.of());
    }

    /** What a method returns, which may be of a subclass of the declared type. */
    static StaticValue returned(CheckedObject object) {
        return new StaticValue(
                object.type(), Modifier.isFinal(object.type().getModifiers()), false, null, null, object, List.of());
    }

    /** What a method of this type returns, or a field of this type holds. */
    static StaticValue ofType(Class<?> declared) {
        Class<?> type = boxed(declared);
        return new StaticValue(type, Modifier.isFinal(type.getModifiers()), false, null, null, null, List.of());
    }

    static Class<?> boxed(Class<?> type) {
        return BOXES.getOrDefault(type, type);
    }

    StaticValue from(@Nullable String source) {
        return new StaticValue(type, isExact, isKnown, literal, source, object, items);
    }

    /** The value without white space around it, if it is a text. */
    StaticValue trimmed() {
        return literal instanceof String text
                ? new StaticValue(type, isExact, isKnown, text.trim(), property, object, items)
                : this;
    }

    /** The same array with what it holds. */
    StaticValue of(List<CheckedObject> objects) {
        return new StaticValue(type, isExact, isKnown, literal, property, object, List.copyOf(objects));
    }

    boolean isNull() {
        return isKnown && literal == null;
    }

    /** Whether a parameter of this type may take the value: false only when it certainly does not. */
    boolean mayBe(Class<?> parameter) {
        if (isNull()) {
            return !parameter.isPrimitive();
        }
        Class<?> wanted = boxed(parameter);
        if (wanted.isAssignableFrom(type)) {
            return true;
        }
        if (isKnown && isJudged(parameter)) {
            return Coercion.coerce(literal, parameter) != null;
        }
        // of interfaces, a text makes a path only
        if (type == String.class && wanted.isInterface()) {
            return wanted == java.nio.file.Path.class;
        }
        if (!isExact) {
            return true;
        }
        if (Number.class.isAssignableFrom(type)) {
            return Number.class.isAssignableFrom(wanted) || wanted == String.class;
        }
        // what is converted from text, collected, or written out, is not decided here
        if (type == String.class || type.isArray() || java.util.Collection.class.isAssignableFrom(type)) {
            return true;
        }
        return wanted == String.class || parameter.isArray();
    }

    /** Conversions that neither look up hosts nor run code of other classes. */
    private static boolean isJudged(Class<?> parameter) {
        Class<?> wanted = boxed(parameter);
        return wanted.getPackageName().equals("java.lang")
                || parameter.isEnum()
                || wanted == java.net.URI.class
                || wanted == java.net.URL.class
                || wanted == java.nio.charset.Charset.class;
    }
}
