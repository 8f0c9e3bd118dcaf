package org.eclipse.jetty.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/** Tells which properties fed the value of an element, for the message of an error. Confined to one evaluation. */
final class Sources {
    private static final String HIDDEN = "(hidden)";
    /** Properties of paths, which are no settings. */
    static final Set<String> PLACES = Set.of("jetty.home", "jetty.home.uri", "jetty.base", "jetty.base.uri");

    private final Map<String, String> properties;

    Sources(Map<String, String> properties) {
        this.properties = properties;
    }

    /** What to add to the message; empty when nothing fed the value but the file itself. */
    String of(XmlParser.Node node) {
        StringBuilder text = new StringBuilder();
        append(node, text);
        return text.toString();
    }

    /** The property that fed the value, or whose default it is; null when there is none. */
    @Nullable
    String property(XmlParser.Node node, @Nullable String attribute) {
        if (attribute != null) {
            return attribute;
        }
        Matcher matcher = Patterns.PROPERTY.matcher(of(node));
        return matcher.find() ? matcher.group(1) : null;
    }

    /** The same for an element whose attribute names a property. */
    String of(XmlParser.Node node, @Nullable String property) {
        if (property == null) {
            return of(node);
        }
        return ", from property " + assignment(property, String.valueOf(properties.get(property))) + of(node);
    }

    private void append(XmlParser.Node node, StringBuilder text) {
        for (Object child : node) {
            if (!(child instanceof XmlParser.Node element)) {
                continue;
            }
            switch (element.getTag()) {
                case "Property" -> append(element, "property", properties::get, text);
                case "SystemProperty" -> append(element, "system property", System::getProperty, text);
                case "Env" -> append(element, "environment variable", System::getenv, text);
                // what leads to the value; in the long form of an element, Name and the like do
                case "Arg", "Item", "Entry", "Array", "Map", "Call", "Get", "Name", "Class", "Type", "Default" ->
                    append(element, text);
                default -> {
                    // what another element made is its own matter
                }
            }
        }
    }

    private void append(XmlParser.Node node, String kind, UnaryOperator<String> lookup, StringBuilder text) {
        String name = attribute(node, "name", "Name");
        if (name == null || PLACES.contains(name)) {
            return;
        }
        for (String candidate : names(node, name)) {
            String value = lookup.apply(candidate);
            if (value == null) {
                continue;
            }
            text.append(", from ").append(kind).append(' ').append(assignment(candidate, value));
            return;
        }
        text.append(", from the default of ").append(kind).append(' ').append(name);
        // a default may be made of other properties
        append(node, text);
    }

    /** What is reported about a value that a property, if any, has fed: a message ends in a log, and tells no secret. */
    String shown(@Nullable String property, String message) {
        String value = property == null || !Patterns.SECRET.matcher(property).find() ? null : properties.get(property);
        return hiding(value == null || value.isBlank() ? message : message.replace(value, HIDDEN));
    }

    private static String assignment(String name, String value) {
        return name + "=" + (Patterns.SECRET.matcher(name).find() ? HIDDEN : hiding(value));
    }

    /** A value without the passwords that URLs, as those of databases, have in their parameters or before the host. */
    private static String hiding(String value) {
        return Patterns.USER_INFO
                .matcher(Patterns.ASSIGNED.matcher(value).replaceAll("$1" + HIDDEN))
                .replaceAll("//" + HIDDEN + "@");
    }

    private static List<String> names(XmlParser.Node node, String name) {
        List<String> names = new ArrayList<>(List.of(name));
        String deprecated = attribute(node, "deprecated", "Deprecated");
        if (deprecated != null) {
            names.addAll(List.of(StringUtil.csvSplit(deprecated)));
        }
        return names;
    }

    private static @Nullable String attribute(XmlParser.Node node, String attribute, String element) {
        String value = node.getAttribute(attribute);
        return value == null ? node.getString(element, false, true) : value;
    }

    /** Made when something has to be told: most starts have no fault. */
    private static final class Patterns {
        private static final Pattern SECRET = Pattern.compile("password|secret", Pattern.CASE_INSENSITIVE);
        private static final Pattern ASSIGNED =
                Pattern.compile("((?:password|passwd|pwd|secret|token)=)[^;&,\\s]+", Pattern.CASE_INSENSITIVE);
        private static final Pattern USER_INFO = Pattern.compile("//[^/@:\\s]+:[^/@\\s]+@");
        private static final Pattern PROPERTY = Pattern.compile(", from (?:the default of )?property ([^=,\\s]+)");
    }
}
