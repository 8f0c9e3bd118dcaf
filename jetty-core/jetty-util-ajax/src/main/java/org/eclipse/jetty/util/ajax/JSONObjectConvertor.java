package org.eclipse.jetty.util.ajax;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the properties of any object, as its public getters tell them. Objects are not read: {@link JSONPojoConvertor} does. Thread-safe. */
public class JSONObjectConvertor implements JSON.Convertor {
    private final boolean fromJSON;
    private final Set<String> excluded;

    /** Writes no class. */
    public JSONObjectConvertor() {
        this(false);
    }

    /** @param fromJSON whether the class is written, so that another convertor can read the object */
    public JSONObjectConvertor(boolean fromJSON) {
        this(fromJSON, new String[0]);
    }

    /** @param excludedFieldNames the properties that are not written */
    public JSONObjectConvertor(boolean fromJSON, String[] excludedFieldNames) {
        this.fromJSON = fromJSON;
        excluded = Set.of(excludedFieldNames);
    }

    @Override
    public void toJSON(Object object, JSON.Output out) {
        if (fromJSON) {
            out.addClass(object.getClass());
        }
        for (Map.Entry<String, Method> getter :
                BeanClass.getters(object.getClass()).entrySet()) {
            if (includeField(getter.getKey(), object, getter.getValue())) {
                out.add(getter.getKey(), get(object, getter.getValue()));
            }
        }
    }

    static @Nullable Object get(Object object, Method getter) {
        try {
            return getter.invoke(object);
        } catch (InvocationTargetException x) {
            throw new IllegalArgumentException(getter + " has failed", x.getCause());
        } catch (IllegalAccessException x) {
            throw new IllegalArgumentException(getter + " cannot be called: its class is not public", x);
        }
    }

    /** Returns whether a property is written. */
    protected boolean includeField(String name, Object object, Method getter) {
        return !excluded.contains(name);
    }

    /** @throws UnsupportedOperationException always */
    @Override
    public Object fromJSON(Map<String, Object> object) {
        throw new UnsupportedOperationException("Objects are only written (use a JSONPojoConvertor to read them)");
    }
}
