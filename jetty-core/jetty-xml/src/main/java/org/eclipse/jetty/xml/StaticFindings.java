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

    private static String path(XmlParser.Node node) {
        String name = node.getAttribute("name");
        if (name == null) name = node.getAttribute("id");
        if (name == null) name = node.getAttribute("class");
        String step = "/" + node.getTag() + (name == null ? "" : "[" + name + "]");
        return node.getParent() == null ? step : path(node.getParent()) + step;
    }

    static String text(StaticValue value) {
        return value.isKnown()
                ? String.valueOf(value.literal())
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
