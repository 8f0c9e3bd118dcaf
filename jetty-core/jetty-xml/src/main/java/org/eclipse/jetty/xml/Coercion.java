package org.eclipse.jetty.xml;

import java.io.File;
import java.lang.reflect.Array;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.util.Loader;
import org.eclipse.jetty.util.TypeUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.jspecify.annotations.Nullable;

/** Makes values fit the types of parameters, and says how far-fetched that is. */
final class Coercion {
    /** The type does not take the value. */
    static final int IMPOSSIBLE = -1;

    private static final int EXACT = 0;
    private static final int ASSIGNABLE = 1;
    private static final int PRIMITIVE = 2;
    private static final int NUMBER = 3;
    private static final int COLLECTION = 6;
    /** More than for any parameter that takes the value as it is: the farthest is Object. */
    private static final int TEXT = 12;

    private static final int ONE_ITEM = 18;
    private static final int TO_STRING = 20;
    private static final int CONSTRUCTED = 30;

    /** A value of the type. */
    record Coerced(@Nullable Object value, int cost) {}

    private Coercion() {}

    /** The type of a short name, as {@code int} or {@code URL}; null when it can only be that of a class. */
    static @Nullable Class<?> typeNamed(String name) {
        Class<?> type = TypeUtil.fromName(name);
        if (type != null) {
            return type;
        }
        return switch (name) {
            case "URL" -> java.net.URL.class;
            case "URI" -> java.net.URI.class;
            case "InetAddress", "InetAddrPort" -> java.net.InetAddress.class;
            case "Path" -> java.nio.file.Path.class;
            default -> null;
        };
    }

    /**
     * The value as one of the type.
     *
     * @return null when the type does not take it
     */
    static @Nullable Coerced coerce(@Nullable Object value, Class<?> type) {
        if (value == null) {
            return type.isPrimitive() ? null : new Coerced(null, ASSIGNABLE);
        }
        Class<?> boxed = boxed(type);
        if (boxed == value.getClass()) {
            return new Coerced(value, type.isPrimitive() ? PRIMITIVE : EXACT);
        }
        if (boxed.isInstance(value)) {
            return new Coerced(value, ASSIGNABLE + distance(value.getClass(), boxed));
        }
        if (value instanceof Number number && Number.class.isAssignableFrom(boxed)) {
            Object converted = convert(number, boxed);
            return converted == null ? null : new Coerced(converted, NUMBER);
        }
        if (type.isArray() || Collection.class.isAssignableFrom(type)) {
            Object collected = collect(value, type);
            if (collected != null) {
                boolean isOne =
                        !(value instanceof Collection) && !value.getClass().isArray();
                return new Coerced(collected, isOne ? ONE_ITEM : COLLECTION);
            }
        }
        if (value instanceof String text) {
            Object converted = fromText(text, type, boxed);
            if (converted != null) {
                return new Coerced(converted, TEXT + rank(boxed));
            }
            converted = constructed(text, type);
            return converted == null ? null : new Coerced(converted, CONSTRUCTED);
        }
        if (type == String.class) {
            return new Coerced(value.toString(), TO_STRING);
        }
        return null;
    }

    /** In words, what one of these types takes. */
    static String expected(Collection<Class<?>> types) {
        Set<String> names = new LinkedHashSet<>();
        for (Class<?> type : types) {
            Class<?> boxed = boxed(type);
            if (type.isEnum()) {
                names.add("one of " + Arrays.asList(type.getEnumConstants()));
            } else if (boxed == Boolean.class) {
                names.add("true or false");
            } else if (boxed == Integer.class) {
                names.add("a whole number");
            } else if (boxed == Long.class) {
                names.add("a whole number of up to 19 digits");
            } else if (type == Resource.class) {
                names.add("an existing file or directory");
            } else {
                names.add(type.getSimpleName());
            }
        }
        return String.join(" or ", names);
    }

    private static @Nullable Object constructed(String text, Class<?> type) {
        if (type.isPrimitive()
                || type.isArray()
                || type.isInterface()
                || Number.class.isAssignableFrom(type)
                || type == Boolean.class
                || type == Character.class
                || type.isEnum()) {
            return null;
        }
        return TypeUtil.valueOf(type, text);
    }

    /** Inheritance steps, so that the nearest type wins; Object is the farthest. */
    private static int distance(Class<?> from, Class<?> to) {
        if (to == Object.class) {
            return 10;
        }
        int steps = 0;
        for (Class<?> c = from; c != null && c != to; c = c.getSuperclass()) {
            if (to.isInterface() && Arrays.asList(c.getInterfaces()).contains(to)) {
                return steps + 1;
            }
            steps++;
        }
        return Math.min(steps, 9);
    }

    /** Among the types that take a text, numbers come first. */
    private static int rank(Class<?> boxed) {
        if (boxed == Integer.class || boxed == Boolean.class) {
            return 0;
        }
        if (boxed == Long.class) {
            return 1;
        }
        if (Number.class.isAssignableFrom(boxed)) {
            return 2;
        }
        return boxed.isEnum() ? 1 : boxed == Character.class ? 8 : 4;
    }

    private static Class<?> boxed(Class<?> type) {
        if (!type.isPrimitive()) {
            return type;
        }
        if (type == int.class) {
            return Integer.class;
        }
        if (type == long.class) {
            return Long.class;
        }
        if (type == boolean.class) {
            return Boolean.class;
        }
        if (type == double.class) {
            return Double.class;
        }
        if (type == float.class) {
            return Float.class;
        }
        if (type == short.class) {
            return Short.class;
        }
        if (type == byte.class) {
            return Byte.class;
        }
        return type == char.class ? Character.class : Void.class;
    }

    private static @Nullable Object convert(Number number, Class<?> boxed) {
        if (boxed == Double.class) {
            return number.doubleValue();
        }
        if (boxed == Float.class) {
            return number.floatValue();
        }
        if (number.doubleValue() != Math.rint(number.doubleValue())) {
            return null;
        }
        long value = number.longValue();
        if (boxed == Long.class) {
            return value;
        }
        if (boxed == Integer.class && value == (int) value) {
            return (int) value;
        }
        if (boxed == Short.class && value == (short) value) {
            return (short) value;
        }
        return boxed == Byte.class && value == (byte) value ? (Object) (byte) value : null;
    }

    private static @Nullable Object fromText(String text, Class<?> type, Class<?> boxed) {
        try {
            if (boxed == Boolean.class) {
                String lower = text.trim().toLowerCase(Locale.ROOT);
                return lower.equals("true") ? Boolean.TRUE : lower.equals("false") ? Boolean.FALSE : null;
            }
            if (boxed == Character.class) {
                return text.length() == 1 ? text.charAt(0) : null;
            }
            if (Number.class.isAssignableFrom(boxed) && boxed != Number.class) {
                return TypeUtil.valueOf(boxed, text.trim());
            }
            if (type.isEnum()) {
                return enumValue(type, text.trim());
            }
            if (type == URL.class) {
                return new URL(text);
            }
            if (type == URI.class) {
                return new URI(text);
            }
            if (type == InetAddress.class) {
                return InetAddress.getByName(text);
            }
            if (type == Path.class) {
                return text.startsWith("file:") ? Path.of(URI.create(text)) : Path.of(text);
            }
            if (type == File.class) {
                return new File(text);
            }
            if (type == Charset.class) {
                return Charset.forName(text);
            }
            if (type == Resource.class) {
                return ResourceFactory.root().newResource(text);
            }
            if (type == Class.class) {
                return Loader.loadClass(text);
            }
        } catch (NumberFormatException
                | MalformedURLException
                | URISyntaxException
                | UnknownHostException
                | ClassNotFoundException x) {
            return null;
        } catch (IllegalArgumentException x) {
            return null;
        }
        return null;
    }

    private static @Nullable Object enumValue(Class<?> type, String text) {
        Object similar = null;
        for (Object constant : type.getEnumConstants()) {
            String name = ((Enum<?>) constant).name();
            if (name.equals(text)) {
                return constant;
            }
            if (name.equalsIgnoreCase(text)) {
                similar = constant;
            }
        }
        return similar;
    }

    /** An array or collection of what is in a collection, an array, or of one value. */
    private static @Nullable Object collect(Object value, Class<?> type) {
        List<Object> items = new ArrayList<>();
        if (value instanceof Collection<?> collection) {
            items.addAll(collection);
        } else if (value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                items.add(Array.get(value, i));
            }
        } else if (type.isArray()) {
            items.add(value);
        } else {
            return null;
        }
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), items.size());
            for (int i = 0; i < items.size(); i++) {
                Coerced item = coerce(items.get(i), type.getComponentType());
                if (item == null) {
                    return null;
                }
                Array.set(array, i, item.value());
            }
            return array;
        }
        if (type.isAssignableFrom(ArrayList.class)) {
            return items;
        }
        return type.isAssignableFrom(LinkedHashSet.class) || type == Set.class ? new LinkedHashSet<>(items) : null;
    }
}
