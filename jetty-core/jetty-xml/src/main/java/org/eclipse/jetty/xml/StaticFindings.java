package org.eclipse.jetty.xml;

import java.util.List;
import org.jspecify.annotations.Nullable;

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
        checked.error(node.getLocation(), Failures.path(node) + ": " + message, remedy);
    }

    /** A value is wrong, which perhaps a property has fed. */
    void fed(XmlParser.Node node, StaticValue value, String message, @Nullable String expected) {
        // the property is what the operator looks for, not the element that reads it
        String where = value.property() == null ? Failures.path(node) + ": " : "";
        checked.wrong(node.getLocation(), value.property(), where + message, expected);
    }

    /**
     * A method, constructor or setter has something against its arguments.
     *
     * @param refusal its message
     */
    void refused(XmlParser.Node node, List<StaticValue> arguments, String refusal) {
        StaticValue culprit = culprit(arguments, refusal);
        Refusal told = Refusal.of(refusal);
        String value = text(culprit);
        // a message of a range alone does not say what is beyond it
        boolean said = arguments.size() > 1 || told.message().contains(value);
        fed(node, culprit, (said ? "" : value + ": ") + told.message(), told.expected());
    }

    /** The argument that the message names, else the only one that a property fed. */
    private static StaticValue culprit(List<StaticValue> arguments, String refusal) {
        List<StaticValue> fed =
                arguments.stream().filter(value -> value.property() != null).toList();
        for (StaticValue value : fed) {
            if (value.isKnown() && refusal.contains(text(value))) {
                return value;
            }
        }
        if (fed.size() == 1) {
            return fed.get(0);
        }
        return arguments.size() == 1 ? arguments.get(0) : StaticValue.NULL;
    }

    static String text(StaticValue value) {
        return value.isKnown()
                ? Trial.text(value.literal())
                : "a " + value.type().getName();
    }
}
