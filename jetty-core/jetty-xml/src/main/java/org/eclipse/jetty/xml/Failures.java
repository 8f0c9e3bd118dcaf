package org.eclipse.jetty.xml;

import java.time.DateTimeException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says what is wrong with an element: where it is, the value, what was expected, and the property that brought the value. Confined to one
 * evaluation.
 */
final class Failures {
    private final Map<String, Object> ids;
    private final Map<String, String> properties;
    private final Sources sources;

    Failures(Map<String, Object> ids, Map<String, String> properties) {
        this.ids = ids;
        this.properties = properties;
        this.sources = new Sources(properties);
    }

    /** An element is wrong. */
    XmlConfigurationException at(XmlParser.Node node, String message) {
        return at(node, message, null);
    }

    /** An element is wrong, as something else has failed. */
    XmlConfigurationException at(XmlParser.Node node, String message, @Nullable Throwable cause) {
        String told = path(node) + ": " + message;
        return new XmlConfigurationException(
                node.getLocation() + ": " + told,
                cause,
                FindingParts.of("error", node.getLocation(), null, told, null, "correct the element"));
    }

    /** A value is wrong, which perhaps a property has fed: that of the attribute, or one of an element inside. */
    XmlConfigurationException at(
            XmlParser.Node node,
            String message,
            @Nullable String expected,
            @Nullable String property,
            @Nullable Throwable cause) {
        String source = sources.property(node, property);
        String path = path(node) + ": ";
        String shown = sources.shown(source, message);
        return new XmlConfigurationException(
                node.getLocation() + ": " + path + shown + (expected == null ? "" : " (expected: " + expected + ")")
                        + sources.of(node, property),
                cause,
                FindingParts.of(
                        "error",
                        node.getLocation(),
                        source,
                        (source == null ? path : "") + shown,
                        expected,
                        FindingParts.remedy(source, properties.keySet())));
    }

    /** A setter, method or constructor failed; what it says of its arguments is all that the operator needs. */
    XmlConfigurationException refused(XmlParser.Node node, @Nullable String property, Throwable cause) {
        if (!(cause instanceof IllegalArgumentException || cause instanceof DateTimeException)
                || cause.getMessage() == null) {
            return at(node, describe(cause), null, property, cause);
        }
        Refusal refusal = Refusal.of(cause.getMessage());
        return at(node, refusal.message(), refusal.expected(), property, cause);
    }

    /** The innermost place counts; errors of other kinds get one. */
    Exception place(XmlParser.Node node, Exception x) {
        if (x instanceof XmlConfigurationException) {
            return x;
        }
        return at(node, describe(x), x);
    }

    /** Without an object, a file may still make others and call static methods; a mistyped id is reported when an object is needed. */
    XmlConfigurationException noObject(XmlParser.Node node, String purpose) {
        XmlParser.Node root = node;
        while (root.getParent() != null) {
            root = root.getParent();
        }
        String id = root.getAttribute("id");
        String hint = id == null || ids.containsKey(id)
                ? ""
                : ": no object for id=" + id + Similar.didYouMean(id, ids.keySet()) + " (or name a class)";
        return at(node, "there is no object to " + purpose + hint);
    }

    /** What to say where neither a setter nor a field has the name. */
    static String noSetter(Class<?> type, String name) {
        return "nothing to set by the name " + name + " in " + type.getName()
                + Similar.didYouMean(name, StaticMembers.names(type, "set", 1));
    }

    private static String describe(Throwable cause) {
        return cause.getMessage() == null
                ? cause.toString()
                : cause.getClass().getSimpleName() + ": " + cause.getMessage();
    }

    /** The element and those around it, each with its name, id or class: {@code /Configure[Server]/Set[port]}. */
    static String path(XmlParser.Node node) {
        String name = node.getAttribute("name");
        if (name == null) {
            name = node.getAttribute("id");
        }
        if (name == null) {
            name = node.getAttribute("class");
        }
        String step = "/" + node.getTag() + (name == null ? "" : "[" + name + "]");
        return node.getParent() == null ? step : path(node.getParent()) + step;
    }
}
