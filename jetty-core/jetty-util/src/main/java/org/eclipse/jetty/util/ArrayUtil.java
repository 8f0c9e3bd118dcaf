package org.eclipse.jetty.util;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** Helps with arrays: all methods leave their arguments alone. */
public class ArrayUtil {
    private ArrayUtil() {}

    /** The array without the first element that equals the item. */
    @NullContract("!null, _ -> !null")
    public static <T> T @Nullable [] removeFromArray(T @Nullable [] array, @Nullable Object item) {
        if (item == null || array == null) {
            return array;
        }
        for (int i = array.length; i-- > 0; ) {
            if (!item.equals(array[i])) {
                continue;
            }
            T[] result = Arrays.copyOf(array, array.length - 1);
            System.arraycopy(array, i + 1, result, i, array.length - 1 - i);
            return result;
        }
        return array;
    }

    @NullContract("!null, _ -> !null; _, !null -> !null")
    public static <T> T @Nullable [] add(T @Nullable [] array1, T @Nullable [] array2) {
        if (array1 == null || array1.length == 0) {
            return array2;
        }
        if (array2 == null || array2.length == 0) {
            return array1;
        }
        T[] result = Arrays.copyOf(array1, array1.length + array2.length);
        System.arraycopy(array2, 0, result, array1.length, array2.length);
        return result;
    }

    /** The array with the item at its end; a new one, of the type or that of the item, when it is null. */
    public static <T> T[] addToArray(T @Nullable [] array, T item, Class<?> type) {
        if (array == null) {
            return newArray(item, type);
        }
        T[] result = Arrays.copyOf(array, array.length + 1);
        result[array.length] = item;
        return result;
    }

    public static <T> T[] prependToArray(T item, T @Nullable [] array, Class<?> type) {
        if (array == null) {
            return newArray(item, type);
        }
        T[] result = Arrays.copyOf(array, array.length + 1);
        System.arraycopy(array, 0, result, 1, array.length);
        result[0] = item;
        return result;
    }

    @SuppressWarnings("unchecked") // the type is that of the item
    private static <T> T[] newArray(T item, @Nullable Class<?> type) {
        T[] result = (T[]) Array.newInstance(type == null ? item.getClass() : type, 1);
        result[0] = item;
        return result;
    }

    public static <E> List<E> asMutableList(E @Nullable [] array) {
        return array == null ? new ArrayList<>() : new ArrayList<>(Arrays.asList(array));
    }

    public static <T> T[] removeNulls(T[] array) {
        return Arrays.stream(array).filter(Objects::nonNull).toArray(n -> Arrays.copyOf(array, n));
    }
}
