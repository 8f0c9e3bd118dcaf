package org.eclipse.jetty.xml;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.util.Loader;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluates the elements of one file. Each kind of element is one method; what an attribute says may also be said by a
 * child element of the same name, with a capital letter, whose content is evaluated. Confined to one call.
 */
final class Evaluator {
    private static final Logger LOG = LoggerFactory.getLogger(XmlConfiguration.class);
    private static final Set<String> LONG_FORM =
            Set.of("Id", "Name", "Class", "Type", "Default", "Deprecated", "Arg", "Item", "Entry");

    private final XmlConfiguration configuration;
    private final Map<String, Object> ids;
    private final Map<String, String> properties;
    private final Failures failures;

    Evaluator(XmlConfiguration configuration) {
        this.configuration = configuration;
        this.ids = configuration.getIdMap();
        this.properties = configuration.getProperties();
        this.failures = new Failures(ids, properties);
    }

    Object configure(Object object, XmlParser.Node node) throws Exception {
        try {
            Attributes attributes = new Attributes(null, node, "Id", "Class");
            Class<?> type = attributes.type();
            if (type != null && object != null && !type.isInstance(object)) {
                throw failures.at(
                        node,
                        "object of " + object.getClass().getName() + " is not a " + type.getName() + " (loaders: "
                                + object.getClass().getClassLoader() + ", " + type.getClassLoader() + ")");
            }
            put(attributes.get("id"), object);
            children(object, node, afterArguments(node, attributes.next));
            return object;
        } catch (Exception x) {
            throw failures.place(node, x);
        }
    }

    @Nullable
    Object configure(XmlParser.Node node) throws Exception {
        try {
            Attributes attributes = new Attributes(null, node, "Id", "Class");
            String id = attributes.get("id");
            Class<?> type = attributes.type();
            Object object = id == null ? null : ids.get(id);
            int next = attributes.next;
            if (object == null && type != null) {
                object = construct(node, type, arguments(null, node, next));
                configuration.initializeDefaults(object);
            } else if (object != null && type != null && !type.isInstance(object)) {
                throw failures.at(
                        node,
                        "object of id " + id + " is a " + object.getClass().getName() + ", not a " + type.getName());
            }
            if (object != null) {
                put(id, object);
            }
            children(object, node, afterArguments(node, next));
            return object;
        } catch (Exception x) {
            throw failures.place(node, x);
        }
    }

    private void put(@Nullable String id, @Nullable Object object) {
        if (id != null) {
            ids.put(id, object);
        }
    }

    private void children(@Nullable Object scope, XmlParser.Node node, int from) throws Exception {
        for (int i = from; i < node.size(); i++) {
            Object child = node.get(i);
            if (child instanceof XmlParser.Node element) {
                child(scope, element);
            } else if (!child.toString().isBlank()) {
                throw failures.at(
                        node, "text is not expected here: \"" + child.toString().trim() + '"');
            }
        }
    }

    private void child(@Nullable Object scope, XmlParser.Node node) throws Exception {
        try {
            switch (node.getTag()) {
                case "Set" -> set(scope, node);
                case "Put" -> put(scope, node);
                case "Call" -> call(scope, node);
                case "Get" -> get(scope, node);
                case "New" -> create(scope, node);
                case "Array" -> array(scope, node);
                case "Map" -> map(scope, node);
                case "Ref" -> ref(node);
                case "Property" -> property(scope, node);
                case "SystemProperty" -> systemProperty(scope, node);
                case "Env" -> env(scope, node);
                default ->
                    throw failures.at(
                            node,
                            "unknown element " + node.getTag()
                                    + Similar.didYouMean(
                                            node.getTag(),
                                            List.of(
                                                    "Set",
                                                    "Put",
                                                    "Call",
                                                    "Get",
                                                    "New",
                                                    "Array",
                                                    "Map",
                                                    "Ref",
                                                    "Property",
                                                    "SystemProperty",
                                                    "Env")));
            }
        } catch (Exception x) {
            throw failures.place(node, x);
        }
    }

    private void set(@Nullable Object scope, XmlParser.Node node) throws Exception {
        Attributes attributes = new Attributes(scope, node, "Name", "Class", "Type", "Id", "Property");
        String name = attributes.required("name");
        String property = attributes.get("property");
        String fed = property == null ? null : properties.get(property);
        if (property != null && fed == null) {
            return;
        }
        Object value = property != null && isEmpty(node, attributes.next)
                ? typed(node, attributes.get("type"), fed)
                : value(scope, node, attributes.next, attributes.get("type"));
        Class<?> type = attributes.type();
        boolean isStatic = type != null;
        if (type == null) {
            if (scope == null) {
                throw failures.noObject(node, "set " + name);
            }
            type = scope.getClass();
        }
        String method = "set" + name.substring(0, 1).toUpperCase(java.util.Locale.ENGLISH) + name.substring(1);
        Object target = isStatic ? null : scope;
        boolean hasSetter = false;
        for (Method m : type.getMethods()) {
            hasSetter |= m.getName().equals(method) && m.getParameterCount() == 1;
        }
        if (!hasSetter && setField(type, target, name, value)) {
            put(attributes.get("id"), value);
            return;
        }
        try {
            Members.call(type, target, method, List.of(new Members.Argument(null, value)));
        } catch (Members.NoMatchException x) {
            if (setField(type, target, name, value)) {
                put(attributes.get("id"), value);
                return;
            }
            if (!hasSetter) {
                throw failures.at(node, Failures.noSetter(type, name), null, property, null);
            }
            throw failures.at(
                    node, Trial.text(value), Coercion.expected(StaticMembers.settable(type, name)), property, null);
        } catch (InvocationTargetException x) {
            throw failures.refused(node, property, x.getTargetException());
        }
        put(attributes.get("id"), value);
    }

    private static boolean setField(Class<?> type, @Nullable Object target, String name, @Nullable Object value)
            throws IllegalAccessException {
        Field field;
        try {
            field = type.getField(name);
        } catch (NoSuchFieldException x) {
            return false;
        }
        if (Modifier.isFinal(field.getModifiers())) {
            return false;
        }
        if (target == null && !Modifier.isStatic(field.getModifiers())) {
            return false;
        }
        Coercion.Coerced coerced = Coercion.coerce(value, field.getType());
        if (coerced == null) {
            return false;
        }
        field.set(target, coerced.value());
        return true;
    }

    private void put(@Nullable Object scope, XmlParser.Node node) throws Exception {
        Attributes attributes = new Attributes(scope, node, "Name", "Type", "Id");
        if (!(scope instanceof Map<?, ?>)) {
            throw failures.at(
                    node,
                    "Put needs a Map, not "
                            + (scope == null ? "null" : scope.getClass().getName()));
        }
        @SuppressWarnings("unchecked") // what is put into a map of the configuration is up to its author
        Map<Object, Object> map = (Map<Object, Object>) scope;
        Object value = value(scope, node, attributes.next, attributes.get("type"));
        map.put(attributes.required("name"), value);
        put(attributes.get("id"), value);
    }

    private @Nullable Object get(@Nullable Object scope, XmlParser.Node node) throws Exception {
        Attributes attributes = new Attributes(scope, node, "Name", "Class", "Id");
        String name = attributes.required("name");
        Class<?> type = attributes.type();
        Object target = type == null || type.isInstance(scope) ? scope : null;
        if (type == null) {
            if (scope == null) {
                throw failures.noObject(node, "get " + name);
            }
            type = scope.getClass();
        }
        Object value = "class".equalsIgnoreCase(name) ? type : get(node, type, target, name);
        put(attributes.get("id"), value);
        children(value, node, attributes.next);
        return value;
    }

    private @Nullable Object get(XmlParser.Node node, Class<?> type, @Nullable Object target, String name)
            throws Exception {
        String capital = name.substring(0, 1).toUpperCase(java.util.Locale.ENGLISH) + name.substring(1);
        for (String method : List.of("get" + capital, "is" + capital, name)) {
            try {
                Method getter = type.getMethod(method);
                if (target != null || Modifier.isStatic(getter.getModifiers())) {
                    return Members.accessible(getter).invoke(target);
                }
            } catch (NoSuchMethodException x) {
                LOG.trace("no {} in {}", method, type, x);
            } catch (InvocationTargetException x) {
                throw failures.refused(node, null, x.getTargetException());
            }
        }
        try {
            Field field = type.getField(name);
            if (target != null || Modifier.isStatic(field.getModifiers())) {
                return field.get(target);
            }
        } catch (NoSuchFieldException x) {
            LOG.trace("no field {} in {}", name, type, x);
        }
        throw failures.at(
                node,
                "nothing to get by the name " + name + " in " + type.getName()
                        + Similar.didYouMean(name, StaticMembers.names(type, "get", 0)),
                null,
                null,
                null);
    }

    private @Nullable Object call(@Nullable Object scope, XmlParser.Node node) throws Exception {
        Attributes attributes = new Attributes(scope, node, "Id", "Name", "Class");
        String name = attributes.required("name");
        Class<?> type = attributes.type();
        Object target = type == null || type.isInstance(scope) ? scope : null;
        if (type == null) {
            if (scope == null) {
                throw failures.noObject(node, "call " + name);
            }
            type = scope.getClass();
        }
        List<Members.Argument> arguments = arguments(scope, node, attributes.next);
        Object result;
        try {
            result = Members.call(type, target, name, arguments);
        } catch (Members.NoMatchException x) {
            throw failures.at(node, Objects.requireNonNull(x.getMessage()), null, null, null);
        } catch (InvocationTargetException x) {
            throw failures.refused(node, null, x.getTargetException());
        }
        put(attributes.get("id"), result);
        children(result, node, afterArguments(node, attributes.next));
        return result;
    }

    private Object create(@Nullable Object scope, XmlParser.Node node) throws Exception {
        Attributes attributes = new Attributes(scope, node, "Id", "Class");
        Class<?> type = attributes.type();
        if (type == null) {
            throw failures.at(node, "New needs a class");
        }
        Object object = construct(node, type, arguments(scope, node, attributes.next));
        put(attributes.get("id"), object);
        children(object, node, afterArguments(node, attributes.next));
        return object;
    }

    private Object construct(XmlParser.Node node, Class<?> type, List<Members.Argument> arguments) throws Exception {
        try {
            return Members.construct(type, arguments);
        } catch (Members.NoMatchException x) {
            throw failures.at(node, Objects.requireNonNull(x.getMessage()), null, null, null);
        } catch (InstantiationException x) {
            throw failures.at(node, "cannot be created, as it is abstract: " + type.getName(), null);
        } catch (InvocationTargetException x) {
            throw failures.refused(node, null, x.getTargetException());
        }
    }

    /** The Args that come first; or that of the attribute. */
    private List<Members.Argument> arguments(@Nullable Object scope, XmlParser.Node node, int from) throws Exception {
        List<Members.Argument> arguments = new ArrayList<>();
        String single = node.getAttribute("arg");
        if (single != null) {
            arguments.add(new Members.Argument(null, single));
        }
        int end = afterArguments(node, from);
        for (int i = from; i < end; i++) {
            if (!(node.get(i) instanceof XmlParser.Node arg)) {
                continue;
            }
            try {
                Attributes attributes = new Attributes(scope, arg, "Id", "Name", "Type");
                Object value = value(scope, arg, attributes.next, attributes.get("type"));
                put(attributes.get("id"), value);
                arguments.add(new Members.Argument(attributes.get("name"), value));
            } catch (Exception x) {
                throw failures.place(arg, x);
            }
        }
        return arguments;
    }

    private static int afterArguments(XmlParser.Node node, int from) {
        int end = from;
        for (int i = from; i < node.size(); i++) {
            if (node.get(i) instanceof XmlParser.Node element) {
                if (!"Arg".equals(element.getTag())) {
                    return end;
                }
                end = i + 1;
            } else if (!node.get(i).toString().isBlank()) {
                return end;
            }
        }
        return end;
    }

    private @Nullable Object ref(XmlParser.Node node) throws Exception {
        Attributes attributes = new Attributes(null, node, "Id");
        String id = node.getAttribute("refid");
        if (id == null) {
            id = attributes.required("id");
        }
        Object object = ids.get(id);
        if (object == null && !ids.containsKey(id)) {
            throw failures.at(node, "No object for refid=" + id + Similar.didYouMean(id, ids.keySet()));
        }
        children(object, node, attributes.next);
        return object;
    }

    private Object array(@Nullable Object scope, XmlParser.Node node) throws Exception {
        Attributes attributes = new Attributes(scope, node, "Id", "Type");
        String name = attributes.get("type");
        Class<?> type = name == null ? Object.class : typeOf(node, name);
        List<Object> items = new ArrayList<>();
        for (int i = attributes.next; i < node.size(); i++) {
            if (!(node.get(i) instanceof XmlParser.Node item)) {
                continue;
            }
            if (!"Item".equals(item.getTag())) {
                throw failures.at(item, "not an Item: " + item.getTag());
            }
            items.add(item(scope, item));
        }
        Object array = Array.newInstance(type, items.size());
        for (int i = 0; i < items.size(); i++) {
            Coercion.Coerced coerced = Coercion.coerce(items.get(i), type);
            if (coerced == null) {
                throw failures.at(node, "not a " + type.getName() + ": " + items.get(i));
            }
            Array.set(array, i, coerced.value());
        }
        put(attributes.get("id"), array);
        return array;
    }

    private @Nullable Object item(@Nullable Object scope, XmlParser.Node item) throws Exception {
        Attributes attributes = new Attributes(scope, item, "Id", "Type");
        Object value = value(scope, item, attributes.next, attributes.get("type"));
        put(attributes.get("id"), value);
        return value;
    }

    private Object map(@Nullable Object scope, XmlParser.Node node) throws Exception {
        Attributes attributes = new Attributes(scope, node, "Id", "Class");
        Class<?> type = attributes.type();
        Object created = type == null ? new HashMap<>() : construct(node, type, List.of());
        if (!(created instanceof Map<?, ?>)) {
            throw failures.at(node, "not a Map: " + created.getClass().getName());
        }
        @SuppressWarnings("unchecked") // what is put into a map of the configuration is up to its author
        Map<Object, Object> map = (Map<Object, Object>) created;
        put(attributes.get("id"), map);
        for (int i = attributes.next; i < node.size(); i++) {
            if (!(node.get(i) instanceof XmlParser.Node entry)) {
                continue;
            }
            if (!"Entry".equals(entry.getTag())) {
                throw failures.at(entry, "not an Entry: " + entry.getTag());
            }
            List<Object> pair = new ArrayList<>();
            for (Object child : entry) {
                if (!(child instanceof XmlParser.Node item)) {
                    continue;
                }
                if (!"Item".equals(item.getTag())) {
                    throw failures.at(item, "not an Item: " + item.getTag());
                }
                pair.add(item(scope, item));
            }
            if (pair.size() != 2) {
                throw failures.at(entry, "an Entry has two Items (key and value), not " + pair.size());
            }
            map.put(pair.get(0), pair.get(1));
        }
        return map;
    }

    private @Nullable Object property(@Nullable Object scope, XmlParser.Node node) throws Exception {
        return variable(scope, node, properties::get);
    }

    private @Nullable Object systemProperty(@Nullable Object scope, XmlParser.Node node) throws Exception {
        return variable(scope, node, System::getProperty);
    }

    private @Nullable Object env(@Nullable Object scope, XmlParser.Node node) throws Exception {
        return variable(scope, node, System::getenv);
    }

    private @Nullable Object variable(
            @Nullable Object scope, XmlParser.Node node, java.util.function.UnaryOperator<String> lookup)
            throws Exception {
        Attributes attributes = new Attributes(scope, node, "Id", "Name", "Deprecated", "Default");
        String name = attributes.required("name");
        Object value = lookup.apply(name);
        if (value == null) {
            for (String old : attributes.list("deprecated")) {
                value = lookup.apply(old);
                if (value == null) {
                    continue;
                }
                LOG.warn("{} '{}' is deprecated, use '{}' instead ({})", node.getTag(), old, name, node.getLocation());
                break;
            }
        }
        if (value == null) {
            value = attributes.object("default");
        }
        put(attributes.get("id"), value);
        children(value, node, attributes.next);
        return value;
    }

    private boolean isEmpty(XmlParser.Node node, int from) {
        for (int i = from; i < node.size(); i++) {
            if (node.get(i) instanceof XmlParser.Node || !node.get(i).toString().isBlank()) {
                return false;
            }
        }
        return true;
    }

    /** The content of an element from this child on. */
    private @Nullable Object value(@Nullable Object scope, XmlParser.Node node, int from, @Nullable String type)
            throws Exception {
        boolean keepBlanks = "String".equals(type) || "java.lang.String".equals(type);
        String ref = node.getAttribute("ref");
        if (ref != null) {
            if (!ids.containsKey(ref)) {
                throw failures.at(node, "No object for ref=" + ref + Similar.didYouMean(ref, ids.keySet()));
            }
            return ids.get(ref);
        }
        int first = from;
        int end = node.size();
        if (!keepBlanks) {
            while (first < end && node.get(first) instanceof String text && text.isBlank()) {
                first++;
            }
            while (end > first && node.get(end - 1) instanceof String text && text.isBlank()) {
                end--;
            }
        }
        if (first >= end) {
            return keepBlanks ? "" : null;
        }
        Object value;
        if (end - first == 1) {
            value = node.get(first) instanceof XmlParser.Node element ? evaluate(scope, element) : node.get(first);
        } else {
            StringBuilder text = new StringBuilder();
            for (int i = first; i < end; i++) {
                Object part = node.get(i);
                text.append(part instanceof XmlParser.Node element ? evaluate(scope, element) : part);
            }
            value = text.toString();
        }
        return typed(node, type, keepBlanks || !(value instanceof String text) ? value : text.trim());
    }

    private @Nullable Object typed(XmlParser.Node node, @Nullable String type, @Nullable Object value) {
        if (type == null || value == null) {
            return value;
        }
        Class<?> c = typeOf(node, type);
        Coercion.Coerced coerced = Coercion.coerce(value, c);
        if (coerced == null) {
            throw failures.at(node, Trial.text(value), Coercion.expected(List.of(c)), null, null);
        }
        return coerced.value();
    }

    private Class<?> typeOf(XmlParser.Node node, String name) {
        Class<?> type = Coercion.typeNamed(name);
        return type == null ? load(node, name) : type;
    }

    private Class<?> load(XmlParser.Node node, String name) {
        try {
            return Loader.loadClass(name);
        } catch (ClassNotFoundException | NoClassDefFoundError x) {
            throw failures.at(node, "no class " + name + " (is the module enabled that brings it?)", null, null, x);
        }
    }

    private @Nullable Object evaluate(@Nullable Object scope, XmlParser.Node node) throws Exception {
        try {
            return switch (node.getTag()) {
                case "Call" -> call(scope, node);
                case "Get" -> get(scope, node);
                case "New" -> create(scope, node);
                case "Ref" -> ref(node);
                case "Array" -> array(scope, node);
                case "Map" -> map(scope, node);
                case "Property" -> property(scope, node);
                case "SystemProperty" -> systemProperty(scope, node);
                case "Env" -> env(scope, node);
                default ->
                    throw failures.at(
                            node,
                            "unknown value element " + node.getTag()
                                    + Similar.didYouMean(
                                            node.getTag(),
                                            List.of(
                                                    "Call",
                                                    "Get",
                                                    "New",
                                                    "Ref",
                                                    "Array",
                                                    "Map",
                                                    "Property",
                                                    "SystemProperty",
                                                    "Env")));
            };
        } catch (Exception x) {
            throw failures.place(node, x);
        }
    }

    /** What attributes, or the child elements that come first, say. */
    private final class Attributes {
        private final XmlParser.Node node;
        private final Map<String, List<Object>> values = new HashMap<>();
        private int next;

        private Attributes(@Nullable Object scope, XmlParser.Node node, String... names) throws Exception {
            this.node = node;
            String unknown = KnownAttributes.unknown(node);
            if (unknown != null) {
                throw failures.at(node, unknown);
            }
            Set<String> known = Set.of(names);
            int i = 0;
            for (; i < node.size(); i++) {
                if (!(node.get(i) instanceof XmlParser.Node element)) {
                    if (!node.get(i).toString().isBlank()) {
                        break;
                    }
                    continue;
                }
                if (!LONG_FORM.contains(element.getTag()) || !known.contains(element.getTag())) {
                    break;
                }
                Object value = value(scope, element, 0, element.getAttribute("type"));
                values.computeIfAbsent(StringUtil.asciiToLowerCase(element.getTag()), k -> new ArrayList<>())
                        .add(value);
                next = i + 1;
            }
        }

        private @Nullable Object object(String name) {
            String attribute = node.getAttribute(name);
            if (attribute != null) {
                return attribute;
            }
            List<Object> given = values.get(name);
            return given == null ? null : given.get(0);
        }

        private @Nullable String get(String name) {
            Object value = object(name);
            return value == null ? null : value.toString();
        }

        private String required(String name) {
            String value = get(name);
            if (StringUtil.isBlank(value)) {
                throw failures.at(node, node.getTag() + " needs a " + name);
            }
            return value;
        }

        private List<String> list(String name) {
            List<String> list = new ArrayList<>();
            String attribute = node.getAttribute(name);
            if (attribute != null) {
                StringUtil.csvSplit(list, attribute, 0, attribute.length());
            }
            for (Object value : values.getOrDefault(name, List.of())) {
                if (value != null) {
                    StringUtil.csvSplit(
                            list, value.toString(), 0, value.toString().length());
                }
            }
            return list;
        }

        private @Nullable Class<?> type() {
            String name = get("class");
            return StringUtil.isBlank(name) ? null : load(node, name.trim());
        }
    }
}
