package org.eclipse.jetty.xml;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Follows the elements of a file as {@link Evaluator} does, with types in place of objects: nothing is made, set or called.
 *
 * <p>As there, each kind of element is one method: those with arguments in {@link StaticCalls}, those that collect in {@link StaticCollections}. A finding does not end it. What depends on a value that is not known before a start is taken to be right. Confined to one
 * file.
 */
final class StaticEvaluator {
    private static final List<String> VALUES =
            List.of("Call", "Get", "New", "Ref", "Array", "Map", "Property", "SystemProperty", "Env");
    private static final List<String> STATEMENTS =
            List.of("Set", "Put", "Call", "Get", "New", "Array", "Map", "Ref", "Property", "SystemProperty", "Env");

    private final StaticFindings findings;
    private final StaticTypes types;
    private final StaticCalls calls;
    private final StaticCollections collections;
    private final Map<String, StaticValue> ids;
    private final Map<String, String> properties;

    StaticEvaluator(CheckedConfiguration checked, Map<String, StaticValue> ids, Map<String, String> properties) {
        this.findings = new StaticFindings(checked);
        this.types = new StaticTypes(checked, findings, ids);
        this.calls = new StaticCalls(this, checked, findings, types);
        this.collections = new StaticCollections(this, findings, types);
        this.ids = ids;
        this.properties = properties;
    }

    /**
     * The object of the file's id, or the one that it would make.
     *
     * @param applied what the file is applied to unless it names a class or id
     */
    StaticValue configure(XmlParser.Node node, @Nullable CheckedObject applied) {
        if (!"Configure".equals(node.getTag())) {
            findings.error(node, "unknown root element " + node.getTag(), "the root element is Configure");
            return StaticValue.UNKNOWN;
        }
        StaticAttributes attributes = new StaticAttributes(this, StaticValue.NULL, node, "Id", "Class");
        String id = attributes.text("id");
        String className = attributes.text("class");
        StaticValue known = id == null ? null : ids.get(id);
        StaticValue object;
        if (known != null) {
            object = known;
            Class<?> type = className == null ? null : types.load(node, className);
            if (type != null && !type.isAssignableFrom(known.type()) && !known.mayBe(type)) {
                findings.error(
                        node,
                        "object of id " + id + " is a " + known.type().getName() + ", not a " + type.getName(),
                        "name its class, or give the object another id");
            }
        } else if (className != null) {
            object = calls.make(node, id, className, calls.arguments(StaticValue.NULL, node, attributes.next()));
        } else if (applied != null) {
            object = new StaticValue(applied.type(), false, false, null, null, applied, List.of());
        } else {
            object = StaticValue.NULL;
        }
        if (!object.isNull()) {
            put(id, object);
        }
        children(object, node, StaticCalls.afterArguments(node, attributes.next()));
        return object;
    }

    void checkAttributes(XmlParser.Node node) {
        String unknown = KnownAttributes.unknown(node);
        if (unknown != null) {
            findings.error(node, unknown, "correct its name, or remove it");
        }
    }

    void put(@Nullable String id, StaticValue value) {
        if (id != null) {
            ids.put(id, value);
        }
    }

    void children(StaticValue scope, XmlParser.Node node, int from) {
        for (int i = from; i < node.size(); i++) {
            Object child = node.get(i);
            if (child instanceof XmlParser.Node element) {
                statement(scope, element);
            } else if (!child.toString().isBlank()) {
                findings.error(
                        node,
                        "text is not expected here: \"" + child.toString().trim() + '"',
                        "put it into an element");
            }
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
            findings.unlinked(node, x);
        }
    }

    private StaticValue evaluate(StaticValue scope, XmlParser.Node node, List<String> expected) {
        try {
            return evaluateLinked(scope, node, expected);
        } catch (LinkageError x) {
            findings.unlinked(node, x);
            return StaticValue.UNKNOWN;
        }
    }

    private StaticValue evaluateLinked(StaticValue scope, XmlParser.Node node, List<String> expected) {
        return switch (node.getTag()) {
            case "Call" -> calls.call(scope, node);
            case "Get" -> get(scope, node);
            case "New" -> calls.create(scope, node);
            case "Ref" -> ref(node);
            case "Array" -> collections.array(scope, node);
            case "Map" -> collections.map(scope, node);
            case "Property" -> variable(scope, node, properties::get, true);
            case "SystemProperty" -> variable(scope, node, System::getProperty, false);
            case "Env" -> variable(scope, node, System::getenv, false);
            default -> {
                findings.error(
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
            if (name != null) {
                settable(scope, node, attributes, name);
            }
            return;
        }
        StaticValue value = property != null && isEmpty(node, attributes.next())
                ? typed(
                        node,
                        attributes.text("type"),
                        StaticValue.of(properties.get(property)).from(property))
                : value(scope, node, attributes.next(), attributes.text("type"));
        if (property != null) {
            value = value.from(property);
        }
        put(attributes.text("id"), value);
        if (name == null) {
            return;
        }
        Set<Class<?>> types = settable(scope, node, attributes, name);
        CheckedObject object = attributes.value("class") == null ? scope.object() : null;
        if (object != null) {
            object.settings().put(name, StaticCalls.setting(node, value));
        }
        if (types.isEmpty()) {
            return;
        }
        if (types.stream().noneMatch(value::mayBe)) {
            findings.fed(node, value, StaticFindings.text(value), Coercion.expected(types));
            return;
        }
        String refusal = refusal(scope.isExact() ? object : null, name, value);
        if (refusal != null) {
            findings.refused(node, List.of(value), refusal);
        }
    }

    /** What is against the value, by the range of what it means or by the setter; null when nothing is. */
    private static @Nullable String refusal(@Nullable CheckedObject object, String name, StaticValue value) {
        if (object == null || !value.isKnown() || value.literal() == null) {
            return null;
        }
        if (name.equals("port") || name.endsWith("Port")) {
            Coercion.Coerced coerced = Coercion.coerce(value.literal(), Integer.class);
            if (coerced != null && coerced.value() instanceof Integer port && (port > 65535 || port < -1)) {
                return value.literal() + " (expected: 0-65535)";
            }
        }
        // a file may be made by another object before it is read
        return name.endsWith("Path") ? null : object.trial().set(StaticMembers.setter(name), value.literal());
    }

    /** The types that can be set by this name; empty when that is not known, or wrong, which is then told. */
    private Set<Class<?>> settable(StaticValue scope, XmlParser.Node node, StaticAttributes attributes, String name) {
        Class<?> type = types.typeOf(scope, node, attributes, "on which to set " + name);
        if (type == null) {
            return Set.of();
        }
        Set<Class<?>> types = StaticMembers.settable(type, name);
        boolean exact = attributes.value("class") != null || scope.isExact();
        if (types.isEmpty() && exact) {
            findings.error(
                    node,
                    "nothing to set by the name " + name + " in " + type.getName()
                            + Similar.didYouMean(name, StaticMembers.names(type, "set", 1)),
                    "name a property that has a setter");
        }
        return types;
    }

    private void putEntry(StaticValue scope, XmlParser.Node node) {
        StaticAttributes attributes = new StaticAttributes(this, scope, node, "Name", "Type", "Id");
        required(node, attributes, "name");
        put(attributes.text("id"), value(scope, node, attributes.next(), attributes.text("type")));
        if (scope.isExact() && !Map.class.isAssignableFrom(scope.type())) {
            findings.error(node, "Put needs a Map, not " + scope.type().getName(), "use Set or Call");
        }
    }

    private StaticValue get(StaticValue scope, XmlParser.Node node) {
        StaticAttributes attributes = new StaticAttributes(this, scope, node, "Name", "Class", "Id");
        String name = required(node, attributes, "name");
        Class<?> type = name == null ? null : types.typeOf(scope, node, attributes, "from which to get " + name);
        StaticValue value = StaticValue.UNKNOWN;
        if (type != null && "class".equalsIgnoreCase(name)) {
            value = StaticValue.of(type);
        } else if (type != null && name != null) {
            Class<?> got = StaticMembers.gettable(type, name);
            if (got != null) {
                value = StaticValue.ofType(got);
            } else if (scope.isExact() || attributes.value("class") != null) {
                findings.error(
                        node,
                        "nothing to get by the name " + name + " in " + type.getName()
                                + Similar.didYouMean(name, StaticMembers.names(type, "get", 0)),
                        "name a property that has a getter");
            }
        }
        put(attributes.text("id"), value);
        children(value, node, attributes.next());
        return value;
    }

    private StaticValue ref(XmlParser.Node node) {
        StaticAttributes attributes = new StaticAttributes(this, StaticValue.NULL, node, "Id");
        String id = node.getAttribute("refid");
        if (id == null) {
            id = required(node, attributes, "id");
        }
        StaticValue object = id == null ? StaticValue.UNKNOWN : byId(node, id);
        children(object, node, attributes.next());
        return object;
    }

    private StaticValue byId(XmlParser.Node node, String id) {
        StaticValue object = ids.get(id);
        if (object != null) {
            return object;
        }
        findings.error(
                node,
                "No object for refid=" + id + Similar.didYouMean(id, ids.keySet()),
                "enable the module that makes it, before this one");
        return StaticValue.UNKNOWN;
    }

    private StaticValue variable(
            StaticValue scope, XmlParser.Node node, UnaryOperator<String> lookup, boolean isProperty) {
        StaticAttributes attributes = new StaticAttributes(this, scope, node, "Id", "Name", "Deprecated", "Default");
        String name = required(node, attributes, "name");
        String source = name;
        String text = name == null ? null : lookup.apply(name);
        for (String old : attributes.list("deprecated")) {
            if (text != null) {
                break;
            }
            text = lookup.apply(old);
            source = old;
        }
        StaticValue value;
        if (text != null) {
            value = StaticValue.of(text);
        } else {
            value = attributes.value("default") == null ? StaticValue.NULL : attributes.value("default");
        }
        // where the base is, is not the mistake
        boolean isCause = isProperty && name != null && !Sources.PLACES.contains(name);
        if (isCause && (text != null || value.property() == null && !value.isNull())) {
            value = value.from(text == null ? name : source);
        }
        put(attributes.text("id"), value);
        children(value, node, attributes.next());
        return value;
    }

    /** The content of an element from this child on. */
    StaticValue value(StaticValue scope, XmlParser.Node node, int from, @Nullable String type) {
        boolean keepBlanks = "String".equals(type) || "java.lang.String".equals(type);
        String ref = node.getAttribute("ref");
        if (ref != null) {
            return byId(node, ref);
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
            return keepBlanks ? StaticValue.of("") : StaticValue.NULL;
        }
        if (end - first == 1 && node.get(first) instanceof XmlParser.Node element) {
            StaticValue value = evaluate(scope, element, VALUES);
            return typed(node, type, keepBlanks ? value : value.trimmed());
        }
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
            if (part.property() != null) {
                property = part.property();
            }
            text.append(part.literal());
        }
        if (!known) {
            return StaticValue.ofType(String.class);
        }
        return StaticValue.of(keepBlanks ? text.toString() : text.toString().trim())
                .from(property);
    }

    private StaticValue typed(XmlParser.Node node, @Nullable String type, StaticValue value) {
        if (type == null || value.isNull()) {
            return value;
        }
        Class<?> c = types.typeNamed(node, type);
        if (c == null) {
            return StaticValue.UNKNOWN;
        }
        if (!value.mayBe(c)) {
            findings.fed(node, value, StaticFindings.text(value), Coercion.expected(List.of(c)));
            return StaticValue.UNKNOWN;
        }
        boolean simple = StaticValue.boxed(c).getPackageName().equals("java.lang");
        Coercion.Coerced coerced = value.isKnown() && simple ? Coercion.coerce(value.literal(), c) : null;
        return coerced == null
                ? StaticValue.ofType(c).from(value.property())
                : StaticValue.of(coerced.value()).from(value.property());
    }

    private static boolean isEmpty(XmlParser.Node node, int from) {
        for (int i = from; i < node.size(); i++) {
            if (node.get(i) instanceof XmlParser.Node || !node.get(i).toString().isBlank()) {
                return false;
            }
        }
        return true;
    }

    @Nullable
    String required(XmlParser.Node node, StaticAttributes attributes, String name) {
        String value = attributes.text(name);
        if (value != null && !value.isBlank()) {
            return value;
        }
        if (!attributes.isUncertain(name)) {
            findings.error(node, node.getTag() + " needs a " + name, "add the attribute " + name);
        }
        return null;
    }
}
