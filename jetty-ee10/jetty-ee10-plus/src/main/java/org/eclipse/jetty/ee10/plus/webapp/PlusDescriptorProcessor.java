package org.eclipse.jetty.ee10.plus.webapp;

import org.eclipse.jetty.ee10.webapp.Descriptor;
import org.eclipse.jetty.ee10.webapp.DescriptorException;
import org.eclipse.jetty.ee10.webapp.DescriptorMerge;
import org.eclipse.jetty.ee10.webapp.DescriptorProcessor;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebDescriptor;
import org.eclipse.jetty.plus.annotation.InjectionCollection;
import org.eclipse.jetty.plus.annotation.LifeCycleCallbackCollection;
import org.eclipse.jetty.xml.XmlParser.Node;

/**
 * Applies what descriptors say about resources, injection and life-cycle methods (Servlet section 14.4). References to enterprise beans,
 * web services and persistence are left to whoever brings these. Guarded by the life cycle of one web application.
 */
public class PlusDescriptorProcessor implements DescriptorProcessor {
    private final EnvEntryElements entries;
    private final ReferenceElements references;
    private final DataSourceElements dataSources;
    private final LifeCycleElements callbacks;

    PlusDescriptorProcessor(
            ResourceReferences references,
            DataSources dataSources,
            InjectionCollection injections,
            LifeCycleCallbackCollection callbacks) {
        InjectionTargets targets = new InjectionTargets(injections);
        this.entries = new EnvEntryElements(references, targets);
        this.references = new ReferenceElements(references, targets);
        this.dataSources = new DataSourceElements(dataSources);
        this.callbacks = new LifeCycleElements(callbacks);
    }

    @Override
    public void process(WebAppContext context, Descriptor descriptor) {
        if (!(descriptor instanceof WebDescriptor web)) {
            return;
        }
        DescriptorMerge merge = new DescriptorMerge(context, web);
        // references may stand for data sources that come after them
        for (Object child : descriptor.getRoot()) {
            if (child instanceof Node node && "data-source".equals(node.getTag())) {
                apply(merge, node);
            }
        }
        for (Object child : descriptor.getRoot()) {
            if (child instanceof Node node && !"data-source".equals(node.getTag())) {
                apply(merge, node);
            }
        }
    }

    private void apply(DescriptorMerge merge, Node node) {
        try {
            switch (node.getTag()) {
                case "env-entry" -> entries.apply(merge, node);
                case "resource-ref" -> references.apply(merge, node, "res-ref-name", "res-type");
                case "resource-env-ref" ->
                    references.apply(merge, node, "resource-env-ref-name", "resource-env-ref-type");
                case "message-destination-ref" ->
                    references.apply(merge, node, "message-destination-ref-name", "message-destination-type");
                case "data-source" -> dataSources.apply(merge, node);
                case "post-construct", "pre-destroy" -> callbacks.apply(node);
                default -> {
                    // others are applied by others
                }
            }
        } catch (Exception x) {
            throw DescriptorException.at(node, x);
        }
    }
}
