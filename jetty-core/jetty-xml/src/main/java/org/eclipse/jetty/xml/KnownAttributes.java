package org.eclipse.jetty.xml;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The attributes that each element may have. */
final class KnownAttributes {
    private static final Map<String, List<String>> BY_TAG = Map.ofEntries(
            Map.entry("Configure", List.of("id", "class")),
            Map.entry("Set", List.of("id", "name", "class", "type", "property", "ref")),
            Map.entry("Get", List.of("id", "name", "class")),
            Map.entry("Put", List.of("id", "name", "type", "ref")),
            Map.entry("Call", List.of("id", "name", "class", "arg")),
            Map.entry("Arg", List.of("id", "name", "type", "ref")),
            Map.entry("New", List.of("id", "class", "arg")),
            Map.entry("Ref", List.of("id", "refid")),
            Map.entry("Array", List.of("id", "type")),
            Map.entry("Item", List.of("id", "type", "ref")),
            Map.entry("Map", List.of("id", "class")),
            Map.entry("Property", List.of("id", "name", "deprecated", "default")),
            Map.entry("SystemProperty", List.of("id", "name", "deprecated", "default")),
            Map.entry("Env", List.of("id", "name", "deprecated", "default")));

    /** Those of the namespaces that any XML document may use: they mean something to editors and parsers. */
    private static final List<String> OF_XML =
            List.of("space", "lang", "base", "schemaLocation", "noNamespaceSchemaLocation");

    private KnownAttributes() {}

    /** What to say about the first attribute that the element does not know; null when it knows all of them. */
    static @Nullable String unknown(XmlParser.Node node) {
        List<String> known = BY_TAG.get(node.getTag());
        if (known == null) {
            return null;
        }
        for (XmlParser.Attribute attribute : node.getAttributes()) {
            String name = attribute.getName();
            if (!known.contains(name) && !OF_XML.contains(name)) {
                return "unknown attribute " + name + Similar.didYouMean(name, known);
            }
        }
        return null;
    }
}
