package org.eclipse.jetty.util.ajax;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the components of records, and makes records of such values. */
final class Records {
    /** Stands for a value that a component does not take. */
    private static final Object UNFIT = new Object();

    private Records() {}

    /**
     * Returns the components and their values.
     *
     * @throws IllegalArgumentException if they cannot be read
     */
    static Map<String, Object> values(Object record) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            values.put(component.getName(), get(record, component.getAccessor()));
        }
        return values;
    }

    private static Object get(Object record, Method accessor) {
        try {
            // a public component of a class that is not public, as a local one
            accessor.trySetAccessible();
            return accessor.invoke(record);
        } catch (IllegalAccessException x) {
            throw new IllegalArgumentException(
                    accessor + " is not accessible (expected: a package that is open to "
                            + Records.class.getPackageName() + ")",
                    x);
        } catch (InvocationTargetException x) {
            throw new IllegalArgumentException(accessor + " has failed", x.getCause());
        }
    }

    /** Makes a record by its canonical constructor; null if the type is none, or does not take the values: each component needs one. */
    static @Nullable Object read(Class<?> type, Map<String, Object> values) {
        RecordComponent[] components = type.getRecordComponents();
        if (components == null) {
            return null;
        }
        Class<?>[] types = new Class<?>[components.length];
        Object[] arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            String name = components[i].getName();
            types[i] = components[i].getType();
            arguments[i] = values.containsKey(name) ? convert(values.get(name), types[i]) : UNFIT;
            if (arguments[i] == UNFIT) {
                return null;
            }
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            return constructor.trySetAccessible() ? constructor.newInstance(arguments) : null;
        } catch (InvocationTargetException x) {
            if (x.getCause() instanceof Error error) {
                throw error;
            }
            // the constructor refuses the values
            return null;
        } catch (ReflectiveOperationException x) {
            return null;
        }
    }

    private static @Nullable Object convert(@Nullable Object value, Class<?> type) {
        if (value == null) {
            return type.isPrimitive() ? UNFIT : null;
        }
        Function<Number, Object> numberType = NumberTypes.ALL.get(type);
        if (numberType != null) {
            return value instanceof Number number ? convert(number, numberType) : UNFIT;
        }
        if (type == boolean.class) {
            return value instanceof Boolean ? value : UNFIT;
        }
        if (type == char.class || type == Character.class) {
            return value instanceof String text && text.length() == 1 ? (Object) text.charAt(0) : UNFIT;
        }
        if (type.isEnum()) {
            for (Object constant : type.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(value)) {
                    return constant;
                }
            }
            return UNFIT;
        }
        if (type.isArray()) {
            return array(value, type.getComponentType());
        }
        if (type.isRecord() && value instanceof Map<?, ?>) {
            @SuppressWarnings("unchecked")
            Object record = read(type, (Map<String, Object>) value);
            return record == null ? UNFIT : record;
        }
        if (type.isInstance(value)) {
            return value;
        }
        // arrays are read as such by default
        return value instanceof Object[] elements && type.isAssignableFrom(List.class)
                ? Arrays.asList(elements)
                : UNFIT;
    }

    /** A number of the type, unless it would be another one. */
    private static Object convert(Number number, Function<Number, Object> type) {
        Object converted = type.apply(number);
        boolean same = converted instanceof Double
                || converted instanceof Float
                || number instanceof Long && ((Number) converted).longValue() == number.longValue()
                || number instanceof Double && ((Number) converted).doubleValue() == number.doubleValue();
        return same ? converted : UNFIT;
    }

    /** Returns the elements of what an array is read as; null if the value is no array. */
    static @Nullable Collection<?> elements(Object value) {
        if (value instanceof Collection<?> collection) {
            return collection;
        }
        return value instanceof Object[] objects ? Arrays.asList(objects) : null;
    }

    private static Object array(Object value, Class<?> type) {
        Collection<?> elements = elements(value);
        if (elements == null) {
            return UNFIT;
        }
        Object array = Array.newInstance(type, elements.size());
        int index = 0;
        for (Object element : elements) {
            Object converted = convert(element, type);
            if (converted == UNFIT) {
                return UNFIT;
            }
            Array.set(array, index++, converted);
        }
        return array;
    }
}
