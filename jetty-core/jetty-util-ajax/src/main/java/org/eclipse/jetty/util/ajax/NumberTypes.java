package org.eclipse.jetty.util.ajax;

import java.util.Map;
import java.util.function.Function;

/** The conversions of numbers to the types of Java, primitive ones and their classes. */
final class NumberTypes {
    static final Map<Class<?>, Function<Number, Object>> ALL = Map.ofEntries(
            Map.entry(byte.class, Number::byteValue),
            Map.entry(Byte.class, Number::byteValue),
            Map.entry(short.class, Number::shortValue),
            Map.entry(Short.class, Number::shortValue),
            Map.entry(int.class, Number::intValue),
            Map.entry(Integer.class, Number::intValue),
            Map.entry(long.class, Number::longValue),
            Map.entry(Long.class, Number::longValue),
            Map.entry(float.class, Number::floatValue),
            Map.entry(Float.class, Number::floatValue),
            Map.entry(double.class, Number::doubleValue),
            Map.entry(Double.class, Number::doubleValue));

    private NumberTypes() {}
}
