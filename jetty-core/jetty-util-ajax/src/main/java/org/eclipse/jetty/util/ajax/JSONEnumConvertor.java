package org.eclipse.jetty.util.ajax;

import java.util.Map;
import org.eclipse.jetty.util.Loader;

/** Writes constants of enums by their name, or as an object that is read again as the constant. Immutable. */
public class JSONEnumConvertor implements JSON.Convertor {
    private final boolean fromJson;

    /** Writes the name alone. */
    public JSONEnumConvertor() {
        this(false);
    }

    /** @param fromJSON whether an object with class and value is written, which can be read again */
    public JSONEnumConvertor(boolean fromJSON) {
        fromJson = fromJSON;
    }

    @Override
    public void toJSON(Object constant, JSON.Output out) {
        Enum<?> value = (Enum<?>) constant;
        if (fromJson) {
            out.addClass(value.getDeclaringClass());
            out.add("value", value.name());
        } else {
            out.add(value.name());
        }
    }

    /** @throws IllegalArgumentException if there is no such constant */
    @Override
    public Object fromJSON(Map<String, Object> object) {
        if (!fromJson) {
            throw new UnsupportedOperationException("made for writing only");
        }
        for (Object constant : constants(String.valueOf(object.get("class")))) {
            if (((Enum<?>) constant).name().equals(object.get("value"))) {
                return constant;
            }
        }
        throw new IllegalArgumentException("no constant: " + object);
    }

    private static Object[] constants(String className) {
        try {
            Class<?> type = Loader.loadClass(className);
            if (type.isEnum()) {
                return type.getEnumConstants();
            }
        } catch (ClassNotFoundException x) {
            throw new IllegalArgumentException("no enum: " + className, x);
        }
        throw new IllegalArgumentException("no enum: " + className);
    }
}
