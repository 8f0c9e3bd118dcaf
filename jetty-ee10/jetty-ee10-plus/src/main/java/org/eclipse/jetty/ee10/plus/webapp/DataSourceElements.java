package org.eclipse.jetty.ee10.plus.webapp;

import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.required;
import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.text;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.ee10.webapp.DescriptorMerge;
import org.eclipse.jetty.xml.XmlParser.Node;

/** Makes data sources that descriptors define (Jakarta EE platform section 5.18.2). Guarded by the life cycle. */
final class DataSourceElements {
    private final DataSources dataSources;
    private final Map<String, Object> said = new HashMap<>();

    DataSourceElements(DataSources dataSources) {
        this.dataSources = dataSources;
    }

    void apply(DescriptorMerge merge, Node node) throws Exception {
        String name = required(node, "name");
        String className = required(node, "class-name");
        Map<String, String> settings = new LinkedHashMap<>();
        Map<String, String> properties = new LinkedHashMap<>();
        for (Object child : node) {
            if (!(child instanceof Node element)) {
                continue;
            }
            switch (element.getTag()) {
                case "name", "class-name", "description" -> {
                    // no settings of the data source
                }
                case "property" -> properties.put(required(element, "name"), required(element, "value"));
                default -> settings.put(DataSources.property(element.getTag()), text(element));
            }
        }
        String value = className + settings + properties;
        if (!merge.sets("data-source." + name, node, said.get(name), value)) {
            return;
        }
        said.put(name, value);
        dataSources.define(name, className, settings, properties);
    }
}
