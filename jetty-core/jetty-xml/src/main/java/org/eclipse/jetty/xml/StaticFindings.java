package org.eclipse.jetty.xml;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Words what is wrong with an element, and where. Confined to one file. */
final class StaticFindings {
    private final CheckedConfiguration checked;

    StaticFindings(CheckedConfiguration checked) {
        this.checked = checked;
    }

    /** A class refers to one that is not there, which shows when its members are looked at. */
    void unlinked(XmlParser.Node node, LinkageError x) {
        error(node, "a class is missing that another one needs: " + x.getMessage(), "add the library that holds it");
    }

    void error(XmlParser.Node node, String message, String remedy) {
        checked.error(node.getLocation(), path(node) + ": " + message, remedy);
    }

    /** A value is wrong, which perhaps a property has fed. */
    void fed(XmlParser.Node node, StaticValue value, String message, String expected) {
        checked.wrong(node.getLocation(), value.property(), path(node) + ": " + message, expected);
    }

    /**
     * A method, constructor or setter has something against its arguments.
     *
     * @param what the name of what it is
     * @param refusal its message
     */
    void refused(XmlParser.Node node, String what, List<StaticValue> arguments, String refusal) {
        StaticValue culprit = culprit(arguments, refusal);
        Refusal told = Refusal.of(refusal);
        // a message of a number alone, as of a range, does not say what has it
        String value = text(culprit);
        boolean said = arguments.size() > 1 || told.message().contains(value);
        String message = what + ": " + (said ? "" : value + ", ") + told.message();
        checked.wrong(node.getLocation(), culprit.property(), path(node) + ": " + message, told.expected());
    }

    /** The argument that the message names, else the only one that a property fed. */
    private static StaticValue culprit(List<StaticValue> arguments, String refusal) {
        List<StaticValue> fed =
                arguments.stream().filter(value -> value.property() != null).toList();
        for (StaticValue value : fed) if (value.isKnown() && refusal.contains(text(value))) return value;
        if (fed.size() == 1) return fed.get(0);
        return arguments.size() == 1 ? arguments.get(0) : StaticValue.NULL;
    }

    private static String path(XmlParser.Node node) {
        String name = node.getAttribute("name");
        if (name == null) name = node.getAttribute("id");
        if (name == null) name = node.getAttribute("class");
        String step = "/" + node.getTag() + (name == null ? "" : "[" + name + "]");
        return node.getParent() == null ? step : path(node.getParent()) + step;
    }

    static String text(StaticValue value) {
        return value.isKnown()
                ? Trial.text(value.literal())
                : "a " + value.type().getName();
    }

    static String expected(Set<Class<?>> types) {
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
}
