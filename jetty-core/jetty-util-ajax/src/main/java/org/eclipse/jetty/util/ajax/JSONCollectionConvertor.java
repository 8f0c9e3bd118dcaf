package org.eclipse.jetty.util.ajax;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/**
 * Writes a collection as an object with its class and its elements, so that it is read as a collection of that class; without it,
 * collections are written as arrays. Thread-safe.
 */
public class JSONCollectionConvertor implements JSON.Convertor {
    private static final String ELEMENTS = "list";

    public JSONCollectionConvertor() {}

    @Override
    public void toJSON(Object object, JSON.Output out) {
        out.addClass(object.getClass());
        out.add(ELEMENTS, ((Collection<?>) object).toArray());
    }

    /** Returns the collection; one of a class that has no public constructor without parameters is an {@link ArrayList}. */
    @Override
    public Object fromJSON(Map<String, Object> object) {
        Object elements = object.get(ELEMENTS);
        Collection<Object> collection = newCollection(object);
        if (elements instanceof Object[] array) {
            collection.addAll(Arrays.asList(array));
        } else if (elements instanceof Collection<?> list) {
            collection.addAll(list);
        }
        return collection;
    }

    @SuppressWarnings("unchecked")
    private static Collection<Object> newCollection(Map<String, Object> object) {
        Class<?> type = BeanClass.of(object);
        if (type != null && Collection.class.isAssignableFrom(type)) {
            try {
                return (Collection<Object>) type.getConstructor().newInstance();
            } catch (ReflectiveOperationException x) {
                // such as List.of()
                return new ArrayList<>();
            }
        }
        return new ArrayList<>();
    }
}
