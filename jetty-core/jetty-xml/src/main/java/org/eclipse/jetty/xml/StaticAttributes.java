package org.eclipse.jetty.xml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/** What the attributes of an element, or the child elements that stand for them, say before anything is made. */
final class StaticAttributes {
    private static final Set<String> LONG_FORM = Set.of("Id", "Name", "Class", "Type", "Default", "Deprecated");

    private final XmlParser.Node node;
    private final Map<String, List<StaticValue>> values = new HashMap<>();
    private int next;

    StaticAttributes(StaticEvaluator evaluator, StaticValue scope, XmlParser.Node node, String... names) {
        this.node = node;
        evaluator.checkAttributes(node);
        Set<String> known = Set.of(names);
        for (int i = 0; i < node.size(); i++) {
            if (!(node.get(i) instanceof XmlParser.Node element)) {
                if (!node.get(i).toString().isBlank()) {
                    break;
                }
                continue;
            }
            if (!LONG_FORM.contains(element.getTag()) || !known.contains(element.getTag())) {
                break;
            }
            values.computeIfAbsent(StringUtil.asciiToLowerCase(element.getTag()), k -> new ArrayList<>())
                    .add(evaluator.value(scope, element, 0, element.getAttribute("type")));
            next = i + 1;
        }
    }

    /** The first child that is content. */
    int next() {
        return next;
    }

    /** What is said by this name; null when nothing is. */
    @Nullable
    StaticValue value(String name) {
        String attribute = node.getAttribute(name);
        if (attribute != null) {
            return StaticValue.of(attribute);
        }
        List<StaticValue> given = values.get(name);
        return given == null ? null : given.get(0);
    }

    /** The text; null when there is none, or it is not known. */
    @Nullable
    String text(String name) {
        StaticValue value = value(name);
        return value == null || !value.isKnown() || value.literal() == null
                ? null
                : value.literal().toString();
    }

    /** Whether it is said, but depends on what is not known. */
    boolean isUncertain(String name) {
        StaticValue value = value(name);
        return value != null && !value.isKnown();
    }

    List<String> list(String name) {
        List<String> list = new ArrayList<>();
        String attribute = node.getAttribute(name);
        if (attribute != null) {
            StringUtil.csvSplit(list, attribute, 0, attribute.length());
        }
        for (StaticValue value : values.getOrDefault(name, List.of())) {
            if (!value.isKnown() || value.literal() == null) {
                continue;
            }
            String text = value.literal().toString();
            StringUtil.csvSplit(list, text, 0, text.length());
        }
        return list;
    }
}
