package org.eclipse.jetty.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Array, Map and what is in them. Confined to one file. */
final class StaticCollections {
    private final StaticEvaluator evaluator;
    private final StaticFindings findings;
    private final StaticTypes types;

    StaticCollections(StaticEvaluator evaluator, StaticFindings findings, StaticTypes types) {
        this.evaluator = evaluator;
        this.findings = findings;
        this.types = types;
    }

    StaticValue array(StaticValue scope, XmlParser.Node node) {
        StaticAttributes attributes = new StaticAttributes(evaluator, scope, node, "Id", "Type");
        String name = attributes.text("type");
        Class<?> type = name == null ? Object.class : types.typeNamed(node, name);
        List<CheckedObject> items = new ArrayList<>();
        boolean made = true;
        for (int i = attributes.next(); i < node.size(); i++) {
            if (!(node.get(i) instanceof XmlParser.Node item)) {
                continue;
            }
            StaticValue value = item(scope, item);
            CheckedObject object = value == null ? null : value.object();
            made &= object != null;
            if (object != null) {
                items.add(object);
            }
            if (type != null && value != null && !value.mayBe(type)) {
                findings.fed(item, value, StaticFindings.text(value), "a " + type.getName());
            }
        }
        StaticValue array = type == null ? StaticValue.UNKNOWN : StaticValue.ofType(type.arrayType());
        if (made) {
            array = array.of(items);
        }
        evaluator.put(attributes.text("id"), array);
        return array;
    }

    private @Nullable StaticValue item(StaticValue scope, XmlParser.Node item) {
        if (!"Item".equals(item.getTag())) {
            findings.error(item, "not an Item: " + item.getTag(), "only Item elements are expected here");
            return null;
        }
        StaticAttributes attributes = new StaticAttributes(evaluator, scope, item, "Id", "Type");
        StaticValue value = evaluator.value(scope, item, attributes.next(), attributes.text("type"));
        evaluator.put(attributes.text("id"), value);
        return value;
    }

    StaticValue map(StaticValue scope, XmlParser.Node node) {
        StaticAttributes attributes = new StaticAttributes(evaluator, scope, node, "Id", "Class");
        String className = attributes.text("class");
        Class<?> type = className == null ? java.util.HashMap.class : types.load(node, className.trim());
        if (type != null && !Map.class.isAssignableFrom(type)) {
            findings.error(node, "not a Map: " + className, "name a Map");
        }
        for (int i = attributes.next(); i < node.size(); i++) {
            if (!(node.get(i) instanceof XmlParser.Node entry)) {
                continue;
            }
            if ("Entry".equals(entry.getTag())) {
                entry(scope, entry);
            } else {
                findings.error(entry, "not an Entry: " + entry.getTag(), "only Entry elements are expected here");
            }
        }
        StaticValue map = type == null ? StaticValue.UNKNOWN : StaticValue.ofType(type);
        evaluator.put(attributes.text("id"), map);
        return map;
    }

    private void entry(StaticValue scope, XmlParser.Node entry) {
        int count = 0;
        for (Object child : entry) {
            if (!(child instanceof XmlParser.Node item)) {
                continue;
            }
            item(scope, item);
            count++;
        }
        if (count != 2) {
            findings.error(entry, "an Entry has two Items (key and value), not " + count, "give it two");
        }
    }
}
