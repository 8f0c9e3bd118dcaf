package org.eclipse.jetty.operations;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedTypes;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * The components of a server as JSON, each with its class, state, managed attributes and components; without secrets.
 *
 * <p>A component that is in the tree twice is written at its first place, and by its id at the others. Confined to one thread.
 */
final class ComponentTree {
    private static final int MAX_TEXT = 2000;
    private static final int MAX_ELEMENTS = 200;

    private final StringBuilder text = new StringBuilder(64 * 1024);
    private final JsonWriter json = new JsonWriter(text);
    private final Set<Object> written = Collections.newSetFromMap(new IdentityHashMap<>());

    private ComponentTree() {}

    static String of(Object root) {
        ComponentTree tree = new ComponentTree();
        tree.append(root);
        return tree.text.append('\n').toString();
    }

    private void append(Object component) {
        Class<?> type = component.getClass();
        json.beginObject();
        json.member("class", type.getName());
        json.member("id", Integer.toHexString(System.identityHashCode(component)));
        if (!written.add(component)) {
            json.endObject();
            return;
        }
        if (component instanceof LifeCycle lifeCycle) {
            json.member("state", AbstractLifeCycle.getState(lifeCycle));
        }
        Map<String, Method> attributes = attributes(type);
        if (!attributes.isEmpty()) {
            json.name("attributes").beginObject();
            attributes.forEach((name, getter) -> appendAttribute(component, name, getter));
            json.endObject();
        }
        if (component instanceof Container container) {
            appendBeans(container);
        }
        json.endObject();
    }

    private void appendBeans(Container container) {
        List<Object> beans = new ArrayList<>();
        for (Object bean : container.getBeans()) {
            if (bean instanceof LifeCycle
                    || bean instanceof Container
                    || !attributes(bean.getClass()).isEmpty()) {
                beans.add(bean);
            }
        }
        if (!beans.isEmpty()) {
            json.name("components").beginArray();
            beans.forEach(this::append);
            json.endArray();
        }
    }

    private void appendAttribute(Object component, String name, Method getter) {
        Object value;
        try {
            value = getter.invoke(component);
        } catch (ReflectiveOperationException | RuntimeException x) {
            // such as an attribute that needs a started component
            Throwable cause = x.getCause() == null ? x : x.getCause();
            value = "(not available: " + cause + ")";
        }
        json.name(name);
        appendValue(name, value);
    }

    private void appendValue(String name, @Nullable Object value) {
        if (value instanceof Boolean flag) {
            json.value(flag);
        } else if (value instanceof Double || value instanceof Float) {
            json.value(((Number) value).doubleValue());
        } else if (value instanceof Number number) {
            json.value(number.longValue());
        } else if (value instanceof Collection<?> collection) {
            appendElements(name, collection.toArray());
        } else if (value != null && value.getClass().isArray()) {
            Object[] elements = new Object[Array.getLength(value)];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = Array.get(value, i);
            }
            appendElements(name, elements);
        } else {
            String shown = value == null ? null : Secrets.shown(name, value.toString());
            json.value(shown == null || shown.length() <= MAX_TEXT ? shown : shown.substring(0, MAX_TEXT) + "...");
        }
    }

    private void appendElements(String name, Object[] elements) {
        json.beginArray();
        for (int i = 0; i < elements.length && i < MAX_ELEMENTS; i++) {
            appendValue(name, elements[i]);
        }
        if (elements.length > MAX_ELEMENTS) {
            json.value("... " + (elements.length - MAX_ELEMENTS) + " more");
        }
        json.endArray();
    }

    /** The getters of managed attributes, by name: annotated in the class or in a supertype. */
    private static Map<String, Method> attributes(Class<?> type) {
        Map<String, Method> attributes = new TreeMap<>();
        for (Class<?> declaring : ManagedTypes.of(type)) {
            for (Method method : declaring.getDeclaredMethods()) {
                ManagedAttribute attribute = method.getAnnotation(ManagedAttribute.class);
                if (attribute == null
                        || attribute.proxied()
                        || method.getParameterCount() > 0
                        || !Modifier.isPublic(method.getModifiers())) {
                    continue;
                }
                String name = ManagedTypes.attributeName(attribute, method);
                if (!attributes.containsKey(name) && method.trySetAccessible()) {
                    attributes.put(name, method);
                }
            }
        }
        return attributes;
    }
}
