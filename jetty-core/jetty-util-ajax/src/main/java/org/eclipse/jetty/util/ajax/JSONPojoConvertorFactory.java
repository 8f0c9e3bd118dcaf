package org.eclipse.jetty.util.ajax;

import java.util.Map;

/**
 * Makes a {@link JSONPojoConvertor} for each class that is written or read, a {@link JSONEnumConvertor} for enums, and adds it to a {@link JSON}. Thread-safe.
 *
 * <p>It is the convertor of {@code Object}, or of a superclass of those that it is for. As that of {@code Object} it makes
 * objects of any class that input names, by its public constructor and setters: it is for input that is trusted.
 */
public class JSONPojoConvertorFactory implements JSON.Convertor {
    private final JSON json;
    private final boolean fromJSON;

    /** @param json what the convertors are added to */
    public JSONPojoConvertorFactory(JSON json) {
        this(json, true);
    }

    /** @param fromJSON whether classes are written, so that objects can be read */
    public JSONPojoConvertorFactory(JSON json, boolean fromJSON) {
        this.json = json;
        this.fromJSON = fromJSON;
    }

    @Override
    public void toJSON(Object object, JSON.Output out) {
        convertor(object.getClass()).toJSON(object, out);
    }

    /** Returns the object; the map itself if it names no class. */
    @Override
    public Object fromJSON(Map<String, Object> object) {
        Class<?> type = BeanClass.of(object);
        return type == null ? object : convertor(type).fromJSON(object);
    }

    private JSON.Convertor convertor(Class<?> type) {
        JSON.Convertor known = json.getConvertorFor(type.getName());
        if (known != null && known != this) {
            return known;
        }
        JSON.Convertor made = Enum.class.isAssignableFrom(type)
                ? new JSONEnumConvertor(fromJSON)
                : new JSONPojoConvertor(type, fromJSON);
        json.addConvertor(type, made);
        return made;
    }
}
