package org.eclipse.jetty.util.ajax;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the properties of the objects of one class, as its public getters tell them, and reads them by its public setters.
 *
 * <p>Numbers are converted to the type of the setter, arrays to its arrays; a field without setter is ignored, and a value that a
 * setter does not take fails with the property. The class has a public constructor without parameters. Thread-safe once configured.
 */
public class JSONPojoConvertor implements JSON.Convertor {
    private static final Map<Class<?>, NumberType> NUMBER_TYPES = NumberTypes.ALL.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> entry.getValue()::apply));

    private final Map<String, Method> getters = new HashMap<>();
    private final Map<String, Setter> setters = new HashMap<>();
    private final Class<?> type;
    private final Set<String> excluded;
    private final boolean fromJSON;

    public JSONPojoConvertor(Class<?> pojoClass) {
        this(pojoClass, true);
    }

    /** @param fromJSON whether the class is written, so that objects can be read */
    public JSONPojoConvertor(Class<?> pojoClass, boolean fromJSON) {
        this(pojoClass, Set.of(), fromJSON);
    }

    /** @param excludedFieldNames the properties that are neither written nor read */
    public JSONPojoConvertor(Class<?> pojoClass, String[] excludedFieldNames) {
        this(pojoClass, Set.of(excludedFieldNames));
    }

    public JSONPojoConvertor(Class<?> pojoClass, Set<String> excludedFieldNames) {
        this(pojoClass, excludedFieldNames, true);
    }

    /** As the others, with both. */
    public JSONPojoConvertor(Class<?> pojoClass, Set<String> excludedFieldNames, boolean fromJSON) {
        type = pojoClass;
        excluded = Set.copyOf(excludedFieldNames);
        this.fromJSON = fromJSON;
        init();
    }

    /** Finds the properties of the class; called by the constructor. */
    protected void init() {
        for (Map.Entry<String, Method> getter : BeanClass.getters(type).entrySet()) {
            if (includeField(getter.getKey(), getter.getValue())) {
                addGetter(getter.getKey(), getter.getValue());
            }
        }
        for (Method method : type.getMethods()) {
            String property = BeanClass.setterProperty(method);
            if (property != null && includeField(property, method) && isPreferred(property, method)) {
                addSetter(property, method);
            }
        }
    }

    /** Whether a setter is the first of its property, or of the type that the getter has. */
    private boolean isPreferred(String property, Method setter) {
        Method getter = getters.get(property);
        return !setters.containsKey(property)
                || getter != null && getter.getReturnType() == setter.getParameterTypes()[0];
    }

    protected void addGetter(String name, Method method) {
        getters.put(name, method);
    }

    protected void addSetter(String name, Method method) {
        setters.put(name, new Setter(name, method));
    }

    /** Returns the setter of a property; null if there is none. */
    protected @Nullable Setter getSetter(String name) {
        return setters.get(name);
    }

    /** Returns whether a property is written and read; called by the constructor. */
    protected boolean includeField(String name, Method method) {
        return !excluded.contains(name);
    }

    @Override
    public void toJSON(Object object, JSON.Output out) {
        if (fromJSON) {
            out.addClass(type);
        }
        for (Map.Entry<String, Method> getter : new TreeMap<>(getters).entrySet()) {
            out.add(getter.getKey(), JSONObjectConvertor.get(object, getter.getValue()));
        }
    }

    /**
     * Returns an object of the class with the fields of a JSON object.
     *
     * @throws IllegalArgumentException if the class has no public constructor without parameters, or a value is not of its property
     */
    @Override
    public Object fromJSON(Map<String, Object> object) {
        Object pojo;
        try {
            pojo = type.getConstructor().newInstance();
        } catch (ReflectiveOperationException x) {
            throw new IllegalArgumentException(
                    type.getName() + " cannot be made (expected: a public constructor without parameters)", x);
        }
        for (Map.Entry<String, Object> field : object.entrySet()) {
            Setter setter = getSetter(field.getKey());
            if (setter != null) {
                setter.invoke(pojo, field.getValue());
            }
        }
        return pojo;
    }

    /** Returns what converts to a type of numbers, a primitive one or its class; null if the type is none. */
    public static @Nullable NumberType getNumberType(Class<?> type) {
        return NUMBER_TYPES.get(type);
    }

    /** Converts numbers to one type. */
    public interface NumberType {
        Object getActualValue(Number number);
    }

    /** Sets one property. Immutable. */
    public static class Setter {
        private final String name;
        private final Method method;
        private final Class<?> type;
        private final Class<?> componentType;
        private final @Nullable NumberType numberType;

        public Setter(String propertyName, Method method) {
            name = propertyName;
            this.method = method;
            type = method.getParameterTypes()[0];
            componentType = type.getComponentType();
            numberType = JSONPojoConvertor.getNumberType(type.isArray() ? componentType : type);
        }

        public String getPropertyName() {
            return name;
        }

        public Method getMethod() {
            return method;
        }

        /** Returns what converts to the type of the property, or of the elements of its array; null if that is no type of numbers. */
        public @Nullable NumberType getNumberType() {
            return numberType;
        }

        public Class<?> getType() {
            return type;
        }

        /** Returns the type of the elements of an array; null if the property is none. */
        public @Nullable Class<?> getComponentType() {
            return componentType;
        }

        public boolean isPropertyNumber() {
            return numberType != null;
        }

        /**
         * Sets the property of an object.
         *
         * @throws IllegalArgumentException if the value is not of the type of the property, or the setter fails
         */
        public void invoke(Object object, Object value) {
            try {
                invokeObject(object, value);
            } catch (InvocationTargetException x) {
                throw new IllegalArgumentException(name + ": " + method + " has failed", x.getCause());
            } catch (IllegalAccessException | IllegalArgumentException x) {
                throw new IllegalArgumentException(
                        name + ": " + value + " (expected: " + type.getSimpleName() + ")", x);
            }
        }

        /** Converts the value and calls the setter; null is not given to a setter of a primitive type. */
        protected void invokeObject(Object object, @Nullable Object value)
                throws InvocationTargetException, IllegalAccessException {
            if (value == null) {
                if (!type.isPrimitive()) {
                    method.invoke(object, new Object[] {null});
                }
            } else if (componentType != null) {
                method.invoke(object, toArray(value));
            } else {
                method.invoke(object, convert(value, type));
            }
        }

        private Object toArray(Object value) {
            Collection<?> elements = Records.elements(value);
            if (elements == null) {
                return value;
            }
            Object array = Array.newInstance(componentType, elements.size());
            int index = 0;
            for (Object element : elements) {
                Array.set(array, index, convert(element, componentType));
                index++;
            }
            return array;
        }

        private Object convert(Object value, Class<?> target) {
            if (numberType != null && value instanceof Number number) {
                return numberType.getActualValue(number);
            }
            boolean character = target == char.class || target == Character.class;
            return character && value instanceof String text && text.length() == 1 ? text.charAt(0) : value;
        }
    }
}
