package org.eclipse.jetty.xml;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The elements with arguments: which method or constructor they mean, and what that gives. Confined to one file. */
final class StaticCalls {
    private final StaticEvaluator evaluator;
    private final CheckedConfiguration checked;
    private final StaticFindings findings;
    private final StaticTypes types;

    StaticCalls(StaticEvaluator evaluator, CheckedConfiguration checked, StaticFindings findings, StaticTypes types) {
        this.evaluator = evaluator;
        this.checked = checked;
        this.findings = findings;
        this.types = types;
    }

    StaticValue call(StaticValue scope, XmlParser.Node node) {
        StaticAttributes attributes = new StaticAttributes(evaluator, scope, node, "Id", "Name", "Class");
        String name = evaluator.required(node, attributes, "name");
        List<StaticMembers.Argument> arguments = arguments(scope, node, attributes.next());
        Class<?> type = name == null ? null : types.typeOf(scope, node, attributes, "on which to call " + name);
        StaticValue result = name == null || type == null
                ? StaticValue.UNKNOWN
                : call(scope, node, attributes, type, name, arguments);
        evaluator.put(attributes.text("id"), result);
        evaluator.children(result, node, afterArguments(node, attributes.next()));
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
        if (onScope && scope.object() != null) {
            scope.object()
                    .calls()
                    .add(new CheckedObject.Call(name, settings(node, arguments), result, node.getLocation()));
        }
        if (methods.isEmpty()) {
            if (named || scope.isExact()) {
                noMethod(node, type, !onScope, name, arguments);
            }
            return StaticValue.UNKNOWN;
        }
        boolean known = arguments.stream().allMatch(a -> a.value().isKnown());
        if (known && !onScope) {
            StaticValue made = tried(null, node, type, name, arguments);
            if (made.isKnown()) {
                return made;
            }
        } else if (known && scope.isExact() && scope.object() != null && !arguments.isEmpty()) {
            tried(scope.object(), node, type, name, arguments);
        }
        return methods.size() == 1 ? StaticValue.returned(result) : StaticValue.UNKNOWN;
    }

    private void noMethod(
            XmlParser.Node node,
            Class<?> type,
            boolean onlyStatic,
            String name,
            List<StaticMembers.Argument> arguments) {
        StringBuilder same = new StringBuilder();
        for (Method method : type.getMethods()) {
            if (method.getName().equals(name) && (!onlyStatic || Modifier.isStatic(method.getModifiers()))) {
                same.append(same.length() == 0 ? "" : ", ").append(method);
            }
        }
        String message = "no public " + (onlyStatic ? "static method " : "method ") + type.getName() + "." + name
                + StaticMembers.describe(arguments);
        StaticValue culprit = arguments.stream()
                .map(StaticMembers.Argument::value)
                .filter(value -> value.property() != null)
                .findFirst()
                .orElse(StaticValue.UNKNOWN);
        if (same.length() == 0) {
            findings.error(
                    node,
                    message + Similar.didYouMean(name, StaticMembers.names(type, "", -1)),
                    "name a method of the class");
        } else {
            findings.fed(node, arguments.size() == 1 ? culprit : StaticValue.UNKNOWN, message, same.toString());
        }
    }

    /** What the method has against the arguments, or what it makes of them, where it can be tried. */
    private StaticValue tried(
            @Nullable CheckedObject object,
            XmlParser.Node node,
            Class<?> type,
            String name,
            List<StaticMembers.Argument> given) {
        List<Members.Argument> arguments = new ArrayList<>();
        List<StaticValue> values = new ArrayList<>();
        String property = null;
        for (StaticMembers.Argument argument : given) {
            arguments.add(new Members.Argument(argument.name(), argument.value().literal()));
            values.add(argument.value());
            if (argument.value().property() != null) {
                property = argument.value().property();
            }
        }
        if (object != null) {
            String refusal = object.trial().call(name, arguments);
            if (refusal != null) {
                findings.refused(node, values, refusal);
            }
            return StaticValue.UNKNOWN;
        }
        Trial.Outcome outcome = Trial.make(type, name, arguments);
        if (outcome.refusal() != null) {
            findings.refused(node, values, outcome.refusal());
        }
        return outcome.isKnown() ? StaticValue.of(outcome.value()).from(property) : StaticValue.UNKNOWN;
    }

    StaticValue create(StaticValue scope, XmlParser.Node node) {
        StaticAttributes attributes = new StaticAttributes(evaluator, scope, node, "Id", "Class");
        String className = evaluator.required(node, attributes, "class");
        String id = attributes.text("id");
        List<StaticMembers.Argument> arguments = arguments(scope, node, attributes.next());
        StaticValue object = className == null ? StaticValue.UNKNOWN : make(node, id, className, arguments);
        evaluator.put(id, object);
        evaluator.children(object, node, afterArguments(node, attributes.next()));
        return object;
    }

    StaticValue make(
            XmlParser.Node node, @Nullable String id, String className, List<StaticMembers.Argument> arguments) {
        Class<?> type = types.load(node, className.trim());
        if (type == null) {
            return StaticValue.UNKNOWN;
        }
        List<Constructor<?>> constructors = StaticMembers.constructors(type, arguments);
        if (Modifier.isAbstract(type.getModifiers())) {
            findings.error(
                    node, "cannot be created, as it is abstract: " + type.getName(), "name a class that can be made");
        } else if (constructors.isEmpty()) {
            findings.error(
                    node,
                    "no public constructor " + type.getName() + StaticMembers.describe(arguments),
                    "give the arguments of one of " + List.of(type.getConstructors()));
        }
        CheckedObject object = new CheckedObject(type, id, node.getLocation());
        object.arguments().addAll(settings(node, arguments));
        List<StaticValue> values = new ArrayList<>();
        for (StaticMembers.Argument argument : arguments) {
            StaticValue value = argument.value();
            values.add(value);
            object.constructorArguments()
                    .add(new CheckedObject.Argument(argument.name(), value.literal(), value.isKnown(), value.object()));
        }
        checked.add(object);
        String refusal = arguments.isEmpty() ? null : object.trial().refusal();
        if (refusal != null && isOfValues(refusal, values)) {
            findings.refused(node, values, refusal);
        }
        return StaticValue.made(object);
    }

    /** Whether it is against a value: an object that is only tried may lack what another one would have had. */
    private static boolean isOfValues(String refusal, List<StaticValue> values) {
        boolean hasObject = false;
        for (StaticValue value : values) {
            if (value.isKnown() && !value.isNull() && refusal.contains(StaticFindings.text(value))) {
                return true;
            }
            hasObject |= value.object() != null;
        }
        return !hasObject;
    }

    private static List<CheckedObject.Setting> settings(XmlParser.Node node, List<StaticMembers.Argument> arguments) {
        List<CheckedObject.Setting> settings = new ArrayList<>();
        for (StaticMembers.Argument argument : arguments) {
            settings.add(setting(node, argument.value()));
        }
        return settings;
    }

    static CheckedObject.Setting setting(XmlParser.Node node, StaticValue value) {
        List<CheckedObject> objects = value.object() == null ? value.items() : List.of(value.object());
        return new CheckedObject.Setting(
                value.literal(), value.isKnown(), value.property(), node.getLocation(), objects);
    }

    List<StaticMembers.Argument> arguments(StaticValue scope, XmlParser.Node node, int from) {
        List<StaticMembers.Argument> arguments = new ArrayList<>();
        String single = node.getAttribute("arg");
        if (single != null) {
            arguments.add(new StaticMembers.Argument(null, StaticValue.of(single)));
        }
        int end = afterArguments(node, from);
        for (int i = from; i < end; i++) {
            if (!(node.get(i) instanceof XmlParser.Node arg)) {
                continue;
            }
            StaticAttributes attributes = new StaticAttributes(evaluator, scope, arg, "Id", "Name", "Type");
            StaticValue value = evaluator.value(scope, arg, attributes.next(), attributes.text("type"));
            evaluator.put(attributes.text("id"), value);
            arguments.add(new StaticMembers.Argument(attributes.text("name"), value));
        }
        return arguments;
    }

    static int afterArguments(XmlParser.Node node, int from) {
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
}
