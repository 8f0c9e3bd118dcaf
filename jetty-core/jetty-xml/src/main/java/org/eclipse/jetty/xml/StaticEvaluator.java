package org.eclipse.jetty.xml;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.util.Loader;

/**
 * Follows the elements of a file as {@link Evaluator} does, with types in place of objects: nothing is made, set or called.
 *
 * <p>As there, each kind of element is one method. A finding does not end it. What depends on a value that is not known before a start is taken to be right. Confined to one
 * file.
 */
final class StaticEvaluator {
    private static final List<String> VALUES =
            List.of("Call", "Get", "New", "Ref", "Array", "Map", "Property", "SystemProperty", "Env");
    private static final List<String> STATEMENTS =
            List.of("Set", "Put", "Call", "Get", "New", "Array", "Map", "Ref", "Property", "SystemProperty", "Env");

    private final CheckedConfiguration checked;
    private final Map<String, StaticValue> ids;
    private final Map<String, String> properties;

    StaticEvaluator(CheckedConfiguration checked, Map<String, StaticValue> ids, Map<String, String> properties) {
        this.checked = checked;
        this.ids = ids;
        this.properties = properties;
    }

    /**
     * The object of the file's id, or the one that it would make.
     *
     * @param applied what the file is applied to unless it names a class or id; may be null
     */
    StaticValue configure(XmlParser.Node node, CheckedObject applied) {
        if (!"Configure".equals(node.getTag())) {
            error(node, "unknown root element " + node.getTag(), "the root element is Configure");
            return StaticValue.UNKNOWN;
        }
        StaticAttributes attributes = new StaticAttributes(this, StaticValue.NULL, node, "Id", "Class");
        String id = attributes.text("id");
        String className = attributes.text("class");
        StaticValue known = id == null ? null : ids.get(id);
        StaticValue object;
        if (known != null) {
            object = known;
            Class<?> type = className == null ? null : load(node, className);
            if (type != null && !type.isAssignableFrom(known.type()) && !known.mayBe(type))
                error(
                        node,
                        "object of id " + id + " is a " + known.type().getName() + ", not a " + type.getName(),
                        "name its class, or give the object another id");
        } else if (className != null) {
            object = make(node, id, className, arguments(StaticValue.NULL, node, attributes.next()));
        } else if (applied != null) {
            object = new StaticValue(applied.type(), false, false, null, null, applied);
        } else {
            object = StaticValue.NULL;
        }
        if (!object.isNull()) put(id, object);
        children(object, node, afterArguments(node, attributes.next()));
        return object;
    }

    private void put(String id, StaticValue value) {
        if (id != null) ids.put(id, value);
    }

    private void children(StaticValue scope, XmlParser.Node node, int from) {
        for (int i = from; i < node.size(); i++) {
            Object child = node.get(i);
            if (child instanceof XmlParser.Node element) statement(scope, element);
            else if (!child.toString().isBlank())
                error(node, "text is not expected here: \"" + child.toString().trim() + '"', "put it into an element");
        }
    }

    private void statement(StaticValue scope, XmlParser.Node node) {
        try {
            switch (node.getTag()) {
                case "Set" -> set(scope, node);
                case "Put" -> putEntry(scope, node);
                default -> evaluate(scope, node, STATEMENTS);
            }
        } catch (LinkageError x) {
            unlinked(node, x);
        }
    }

    private StaticValue evaluate(StaticValue scope, XmlParser.Node node, List<String> expected) {
        try {
            return evaluateLinked(scope, node, expected);
        } catch (LinkageError x) {
            unlinked(node, x);
            return StaticValue.UNKNOWN;
        }
    }

    /** A class refers to one that is not there, which shows when its members are looked at. */
    private void unlinked(XmlParser.Node node, LinkageError x) {
        error(node, "a class is missing that another one needs: " + x.getMessage(), "add the library that holds it");
    }

    private StaticValue evaluateLinked(StaticValue scope, XmlParser.Node node, List<String> expected) {
        return switch (node.getTag()) {
            case "Call" -> call(scope, node);
            case "Get" -> get(scope, node);
            case "New" -> create(scope, node);
            case "Ref" -> ref(node);
            case "Array" -> array(scope, node);
            case "Map" -> map(scope, node);
            case "Property" -> variable(scope, node, properties::get, true);
            case "SystemProperty" -> variable(scope, node, System::getProperty, false);
            case "Env" -> variable(scope, node, System::getenv, false);
            default -> {
                error(
                        node,
                        "unknown element " + node.getTag() + Similar.didYouMean(node.getTag(), expected),
                        "expected here: " + String.join(", ", expected));
                yield StaticValue.UNKNOWN;
            }
        };
    }

    private void set(StaticValue scope, XmlParser.Node node) {
        StaticAttributes attributes =
                new StaticAttributes(this, scope, node, "Name", "Class", "Type", "Id", "Property");
        String name = required(node, attributes, "name");
        String property = attributes.text("property");
        if (property != null && properties.get(property) == null) {
            if (name != null) settable(scope, node, attributes, name);
            return;
        }
        StaticValue value = property != null && isEmpty(node, attributes.next())
                ? typed(
                        node,
                        attributes.text("type"),
                        StaticValue.of(properties.get(property)).from(property))
                : value(scope, node, attributes.next(), attributes.text("type"));
        if (property != null) value = value.from(property);
        put(attributes.text("id"), value);
        if (name == null) return;
        Set<Class<?>> types = settable(scope, node, attributes, name);
        boolean onObject = attributes.value("class") == null && scope.object() != null;
        if (onObject) scope.object().settings().put(name, setting(node, value));
        if (types.isEmpty()) return;
        if (types.stream().noneMatch(value::mayBe)) {
            fed(node, value, name + ": " + text(value), expected(types));
            return;
        }
        String refused = refused(onObject && scope.isExact() ? scope.object() : null, name, value);
        if (refused != null) fed(node, value, name + ": " + text(value), refused);
    }

    /** What is against the value, by the range of what it means or by the setter; null when nothing is. */
    private static String refused(CheckedObject object, String name, StaticValue value) {
        if (object == null || !value.isKnown() || value.literal() == null) return null;
        if (name.equals("port") || name.endsWith("Port")) {
            Coercion.Coerced port = Coercion.coerce(value.literal(), Integer.class);
            if (port != null && ((Integer) port.value() > 65535 || (Integer) port.value() < -1)) return "0-65535";
        }
        // a file may be made by another object before it is read
        return name.endsWith("Path") ? null : object.trial().set(StaticMembers.setter(name), value.literal());
    }

    /** The types that can be set by this name; empty when that is not known, or wrong, which is then told. */
    private Set<Class<?>> settable(StaticValue scope, XmlParser.Node node, StaticAttributes attributes, String name) {
        Class<?> type = typeOf(scope, node, attributes, "on which to set " + name);
        if (type == null) return Set.of();
        Set<Class<?>> types = StaticMembers.settable(type, name);
        boolean exact = attributes.value("class") != null || scope.isExact();
        if (types.isEmpty() && exact)
            error(
                    node,
                    "nothing to set by the name " + name + " in " + type.getName()
                            + Similar.didYouMean(name, StaticMembers.names(type, "set", 1)),
                    "name a property that has a setter");
        return types;
    }

    /** The class of the attribute or of the scope; null when it is not known, or wrong, which is then told. */
    private Class<?> typeOf(StaticValue scope, XmlParser.Node node, StaticAttributes attributes, String purpose) {
        if (attributes.isUncertain("class")) return null;
        String className = attributes.text("class");
        if (className != null) return load(node, className.trim());
        if (scope.isNull()) {
            error(
                    node,
                    "there is no object " + purpose + missingId(node),
                    "put it into the element of the object, or name a class");
            return null;
        }
        return scope.type() == Object.class && !scope.isExact() ? null : scope.type();
    }

    /** The id of the root, when that is why there is no object. */
    private String missingId(XmlParser.Node node) {
        XmlParser.Node root = node;
        while (root.getParent() != null) root = root.getParent();
        String id = root.getAttribute("id");
        return id == null || ids.containsKey(id)
                ? ""
                : ": no object for id=" + id + Similar.didYouMean(id, ids.keySet());
    }

    private void putEntry(StaticValue scope, XmlParser.Node node) {
        StaticAttributes attributes = new StaticAttributes(this, scope, node, "Name", "Type", "Id");
        required(node, attributes, "name");
        put(attributes.text("id"), value(scope, node, attributes.next(), attributes.text("type")));
        if (scope.isExact() && !Map.class.isAssignableFrom(scope.type()))
            error(node, "Put needs a Map, not " + scope.type().getName(), "use Set or Call");
    }

    private StaticValue get(StaticValue scope, XmlParser.Node node) {
        StaticAttributes attributes = new StaticAttributes(this, scope, node, "Name", "Class", "Id");
        String name = required(node, attributes, "name");
        Class<?> type = name == null ? null : typeOf(scope, node, attributes, "from which to get " + name);
        StaticValue value = StaticValue.UNKNOWN;
        if (type != null && "class".equalsIgnoreCase(name)) value = StaticValue.of(type);
        else if (type != null) {
            Class<?> got = StaticMembers.gettable(type, name);
            if (got != null) value = StaticValue.ofType(got);
            else if (scope.isExact() || attributes.value("class") != null)
                error(
                        node,
                        "nothing to get by the name " + name + " in " + type.getName()
                                + Similar.didYouMean(name, StaticMembers.names(type, "get", 0)),
                        "name a property that has a getter");
        }
        put(attributes.text("id"), value);
        children(value, node, attributes.next());
        return value;
    }

    private StaticValue call(StaticValue scope, XmlParser.Node node) {
        StaticAttributes attributes = new StaticAttributes(this, scope, node, "Id", "Name", "Class");
        String name = required(node, attributes, "name");
        List<StaticMembers.Argument> arguments = arguments(scope, node, attributes.next());
        Class<?> type = name == null ? null : typeOf(scope, node, attributes, "on which to call " + name);
        StaticValue result = type == null ? StaticValue.UNKNOWN : call(scope, node, attributes, type, name, arguments);
        put(attributes.text("id"), result);
        children(result, node, afterArguments(node, attributes.next()));
        return result;
    }

    private StaticValue call(
            StaticValue scope,
            XmlParser.Node node,
            StaticAttributes attributes,
            Class<?> type,
            String name,
            List<StaticMembers.Argument> arguments) {
        boolean named = attributes.value("class") != null;
        boolean onScope = !named || !scope.isNull() && scope.mayBe(type);
        List<Method> methods = StaticMembers.methods(type, !onScope, name, arguments);
        Class<?> returned = methods.size() == 1 ? methods.get(0).getReturnType() : Object.class;
        CheckedObject result = new CheckedObject(StaticValue.boxed(returned), null, node.getLocation());
        if (onScope && scope.object() != null)
            scope.object()
                    .calls()
                    .add(new CheckedObject.Call(name, settings(node, arguments), result, node.getLocation()));
        if (methods.isEmpty()) {
            if (named || scope.isExact()) noMethod(node, type, !onScope, name, arguments);
            return StaticValue.UNKNOWN;
        }
        if (type == XmlConfiguration.class
                && arguments.stream().allMatch(a -> a.value().isKnown())) return fold(name, arguments);
        return methods.size() == 1 ? StaticValue.returned(result) : StaticValue.UNKNOWN;
    }

    private void noMethod(
            XmlParser.Node node,
            Class<?> type,
            boolean onlyStatic,
            String name,
            List<StaticMembers.Argument> arguments) {
        StringBuilder same = new StringBuilder();
        for (Method method : type.getMethods())
            if (method.getName().equals(name) && (!onlyStatic || Modifier.isStatic(method.getModifiers())))
                same.append(same.length() == 0 ? "" : ", ").append(method);
        String message = "no public " + (onlyStatic ? "static method " : "method ") + type.getName() + "." + name
                + StaticMembers.describe(arguments);
        StaticValue culprit = arguments.stream()
                .map(StaticMembers.Argument::value)
                .filter(value -> value.property() != null)
                .findFirst()
                .orElse(StaticValue.UNKNOWN);
        if (same.length() == 0)
            error(
                    node,
                    message + Similar.didYouMean(name, StaticMembers.names(type, "", -1)),
                    "name a method of the class");
        else fed(node, arguments.size() == 1 ? culprit : StaticValue.UNKNOWN, message, same.toString());
    }

    /** Paths are put together by functions that do nothing else. */
    private static StaticValue fold(String name, List<StaticMembers.Argument> arguments) {
        List<Members.Argument> literals = new ArrayList<>();
        String property = null;
        for (StaticMembers.Argument argument : arguments) {
            literals.add(new Members.Argument(argument.name(), argument.value().literal()));
            if (argument.value().property() != null) property = argument.value().property();
        }
        try {
            return StaticValue.of(Members.call(XmlConfiguration.class, null, name, literals))
                    .from(property);
        } catch (Members.NoMatchException | ReflectiveOperationException x) {
            // a path that cannot be, such as one with a character 0
            return StaticValue.UNKNOWN;
        }
    }

    private StaticValue create(StaticValue scope, XmlParser.Node node) {
        StaticAttributes attributes = new StaticAttributes(this, scope, node, "Id", "Class");
        String className = required(node, attributes, "class");
        String id = attributes.text("id");
        List<StaticMembers.Argument> arguments = arguments(scope, node, attributes.next());
        StaticValue object = className == null ? StaticValue.UNKNOWN : make(node, id, className, arguments);
        put(id, object);
        children(object, node, afterArguments(node, attributes.next()));
        return object;
    }

    private StaticValue make(XmlParser.Node node, String id, String className, List<StaticMembers.Argument> arguments) {
        Class<?> type = load(node, className.trim());
        if (type == null) return StaticValue.UNKNOWN;
        List<Constructor<?>> constructors = StaticMembers.constructors(type, arguments);
        if (Modifier.isAbstract(type.getModifiers()))
            error(node, "cannot be created, as it is abstract: " + type.getName(), "name a class that can be made");
        else if (constructors.isEmpty())
            error(
                    node,
                    "no public constructor " + type.getName() + StaticMembers.describe(arguments),
                    "give the arguments of one of " + List.of(type.getConstructors()));
        CheckedObject object = new CheckedObject(type, id, node.getLocation());
        object.arguments().addAll(settings(node, arguments));
        checked.add(object);
        return StaticValue.made(object);
    }

    private static List<CheckedObject.Setting> settings(XmlParser.Node node, List<StaticMembers.Argument> arguments) {
        List<CheckedObject.Setting> settings = new ArrayList<>();
        for (StaticMembers.Argument argument : arguments) settings.add(setting(node, argument.value()));
        return settings;
    }

    private static CheckedObject.Setting setting(XmlParser.Node node, StaticValue value) {
        return new CheckedObject.Setting(value.literal(), value.isKnown(), value.property(), node.getLocation());
    }

    private List<StaticMembers.Argument> arguments(StaticValue scope, XmlParser.Node node, int from) {
        List<StaticMembers.Argument> arguments = new ArrayList<>();
        String single = node.getAttribute("arg");
        if (single != null) arguments.add(new StaticMembers.Argument(null, StaticValue.of(single)));
        int end = afterArguments(node, from);
        for (int i = from; i < end; i++) {
            if (!(node.get(i) instanceof XmlParser.Node arg)) continue;
            StaticAttributes attributes = new StaticAttributes(this, scope, arg, "Id", "Name", "Type");
            StaticValue value = value(scope, arg, attributes.next(), attributes.text("type"));
            put(attributes.text("id"), value);
            arguments.add(new StaticMembers.Argument(attributes.text("name"), value));
        }
        return arguments;
    }

    private static int afterArguments(XmlParser.Node node, int from) {
        int end = from;
        for (int i = from; i < node.size(); i++) {
            if (node.get(i) instanceof XmlParser.Node element) {
                if (!"Arg".equals(element.getTag())) return end;
                end = i + 1;
            } else if (!node.get(i).toString().isBlank()) return end;
        }
        return end;
    }

    private StaticValue ref(XmlParser.Node node) {
        StaticAttributes attributes = new StaticAttributes(this, StaticValue.NULL, node, "Id");
        String id = node.getAttribute("refid");
        if (id == null) id = required(node, attributes, "id");
        StaticValue object = id == null ? StaticValue.UNKNOWN : byId(node, id);
        children(object, node, attributes.next());
        return object;
    }

    private StaticValue byId(XmlParser.Node node, String id) {
        StaticValue object = ids.get(id);
        if (object != null) return object;
        error(
                node,
                "No object for refid=" + id + Similar.didYouMean(id, ids.keySet()),
                "enable the module that makes it, before this one");
        return StaticValue.UNKNOWN;
    }

    private StaticValue array(StaticValue scope, XmlParser.Node node) {
        StaticAttributes attributes = new StaticAttributes(this, scope, node, "Id", "Type");
        String name = attributes.text("type");
        Class<?> type = name == null ? Object.class : typeNamed(node, name);
        for (int i = attributes.next(); i < node.size(); i++) {
            if (!(node.get(i) instanceof XmlParser.Node item)) continue;
            StaticValue value = item(scope, item);
            if (type != null && value != null && !value.mayBe(type))
                fed(item, value, text(value), "a " + type.getName());
        }
        StaticValue array = type == null ? StaticValue.UNKNOWN : StaticValue.ofType(type.arrayType());
        put(attributes.text("id"), array);
        return array;
    }

    private StaticValue item(StaticValue scope, XmlParser.Node item) {
        if (!"Item".equals(item.getTag())) {
            error(item, "not an Item: " + item.getTag(), "only Item elements are expected here");
            return null;
        }
        StaticAttributes attributes = new StaticAttributes(this, scope, item, "Id", "Type");
        StaticValue value = value(scope, item, attributes.next(), attributes.text("type"));
        put(attributes.text("id"), value);
        return value;
    }

    private StaticValue map(StaticValue scope, XmlParser.Node node) {
        StaticAttributes attributes = new StaticAttributes(this, scope, node, "Id", "Class");
        String className = attributes.text("class");
        Class<?> type = className == null ? java.util.HashMap.class : load(node, className.trim());
        if (type != null && !Map.class.isAssignableFrom(type)) error(node, "not a Map: " + className, "name a Map");
        for (int i = attributes.next(); i < node.size(); i++) {
            if (!(node.get(i) instanceof XmlParser.Node entry)) continue;
            if ("Entry".equals(entry.getTag())) entry(scope, entry);
            else error(entry, "not an Entry: " + entry.getTag(), "only Entry elements are expected here");
        }
        StaticValue map = type == null ? StaticValue.UNKNOWN : StaticValue.ofType(type);
        put(attributes.text("id"), map);
        return map;
    }

    private void entry(StaticValue scope, XmlParser.Node entry) {
        int count = 0;
        for (Object child : entry) {
            if (!(child instanceof XmlParser.Node item)) continue;
            item(scope, item);
            count++;
        }
        if (count != 2) error(entry, "an Entry has two Items (key and value), not " + count, "give it two");
    }

    private StaticValue variable(
            StaticValue scope, XmlParser.Node node, UnaryOperator<String> lookup, boolean isProperty) {
        StaticAttributes attributes = new StaticAttributes(this, scope, node, "Id", "Name", "Deprecated", "Default");
        String name = required(node, attributes, "name");
        String source = name;
        String text = name == null ? null : lookup.apply(name);
        for (String old : attributes.list("deprecated")) {
            if (text != null) break;
            text = lookup.apply(old);
            source = old;
        }
        StaticValue value;
        if (text != null) value = StaticValue.of(text).from(isProperty ? source : null);
        else value = attributes.value("default") == null ? StaticValue.NULL : attributes.value("default");
        put(attributes.text("id"), value);
        children(value, node, attributes.next());
        return value;
    }

    /** The content of an element from this child on. */
    StaticValue value(StaticValue scope, XmlParser.Node node, int from, String type) {
        boolean keepBlanks = "String".equals(type) || "java.lang.String".equals(type);
        String ref = node.getAttribute("ref");
        if (ref != null) return byId(node, ref);
        int first = from;
        int end = node.size();
        if (!keepBlanks) {
            while (first < end && node.get(first) instanceof String text && text.isBlank()) first++;
            while (end > first && node.get(end - 1) instanceof String text && text.isBlank()) end--;
        }
        if (first >= end) return keepBlanks ? StaticValue.of("") : StaticValue.NULL;
        if (end - first == 1 && node.get(first) instanceof XmlParser.Node element)
            return typed(node, type, evaluate(scope, element, VALUES));
        return typed(node, type, joined(scope, node, first, end, keepBlanks));
    }

    private StaticValue joined(StaticValue scope, XmlParser.Node node, int first, int end, boolean keepBlanks) {
        StringBuilder text = new StringBuilder();
        String property = null;
        boolean known = true;
        for (int i = first; i < end; i++) {
            if (!(node.get(i) instanceof XmlParser.Node element)) {
                text.append(node.get(i));
                continue;
            }
            StaticValue part = evaluate(scope, element, VALUES);
            known &= part.isKnown();
            if (part.property() != null) property = part.property();
            text.append(part.literal());
        }
        if (!known) return StaticValue.ofType(String.class);
        return StaticValue.of(keepBlanks ? text.toString() : text.toString().trim())
                .from(property);
    }

    private StaticValue typed(XmlParser.Node node, String type, StaticValue value) {
        if (type == null || value.isNull()) return value;
        Class<?> c = typeNamed(node, type);
        if (c == null) return StaticValue.UNKNOWN;
        if (!value.mayBe(c)) {
            fed(node, value, text(value), type);
            return StaticValue.UNKNOWN;
        }
        boolean simple = StaticValue.boxed(c).getPackageName().equals("java.lang");
        Coercion.Coerced coerced = value.isKnown() && simple ? Coercion.coerce(value.literal(), c) : null;
        return coerced == null
                ? StaticValue.ofType(c).from(value.property())
                : StaticValue.of(coerced.value()).from(value.property());
    }

    private Class<?> typeNamed(XmlParser.Node node, String name) {
        Class<?> type = Coercion.typeNamed(name);
        return type == null ? load(node, name) : type;
    }

    private Class<?> load(XmlParser.Node node, String name) {
        try {
            return Loader.loadClass(name);
        } catch (UnsupportedClassVersionError x) {
            error(node, "the class " + name + " needs a newer Java: " + x.getMessage(), "start the server with that");
        } catch (ClassNotFoundException | LinkageError x) {
            if (checked.expects(name))
                error(node, "no class " + name, "correct the name, or enable the module that brings it");
        }
        return null;
    }

    private static boolean isEmpty(XmlParser.Node node, int from) {
        for (int i = from; i < node.size(); i++)
            if (node.get(i) instanceof XmlParser.Node || !node.get(i).toString().isBlank()) return false;
        return true;
    }

    private String required(XmlParser.Node node, StaticAttributes attributes, String name) {
        String value = attributes.text(name);
        if (value != null && !value.isBlank()) return value;
        if (!attributes.isUncertain(name)) error(node, node.getTag() + " needs a " + name, "add the attribute " + name);
        return null;
    }

    private static String text(StaticValue value) {
        return value.isKnown()
                ? String.valueOf(value.literal())
                : "a " + value.type().getName();
    }

    private static String expected(Set<Class<?>> types) {
        Set<String> names = new LinkedHashSet<>();
        for (Class<?> type : types) {
            if (type.isEnum()) names.add("one of " + List.of(type.getEnumConstants()));
            else if (StaticValue.boxed(type) == Boolean.class) names.add("true or false");
            else if (StaticValue.boxed(type) == Integer.class) names.add("a whole number");
            else if (StaticValue.boxed(type) == Long.class) names.add("a whole number of up to 19 digits");
            else names.add(type.getSimpleName());
        }
        return String.join(" or ", names);
    }

    private void error(XmlParser.Node node, String message, String remedy) {
        checked.error(node.getLocation(), path(node) + ": " + message, remedy);
    }

    /** A value is wrong, which perhaps a property has fed. */
    private void fed(XmlParser.Node node, StaticValue value, String message, String expected) {
        checked.wrong(node.getLocation(), value.property(), path(node) + ": " + message, expected);
    }

    private static String path(XmlParser.Node node) {
        String name = node.getAttribute("name");
        if (name == null) name = node.getAttribute("id");
        if (name == null) name = node.getAttribute("class");
        String step = "/" + node.getTag() + (name == null ? "" : "[" + name + "]");
        return node.getParent() == null ? step : path(node.getParent()) + step;
    }
}
