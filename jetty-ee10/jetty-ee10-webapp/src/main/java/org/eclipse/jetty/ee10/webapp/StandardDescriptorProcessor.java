package org.eclipse.jetty.ee10.webapp;

import java.util.Set;
import org.eclipse.jetty.xml.XmlParser.Node;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies what a descriptor says about the servlet container (Servlet chapter 14); references to resources are left to
 * other processors. Thread-safe.
 */
public class StandardDescriptorProcessor implements DescriptorProcessor {
    private static final Logger LOG = LoggerFactory.getLogger(StandardDescriptorProcessor.class);

    /** Elements that describe, that are read elsewhere, or that are about resources. */
    private static final Set<String> OTHERS = Set.of(
            "absolute-ordering",
            "administered-object",
            "connection-factory",
            "context-service",
            "data-source",
            "description",
            "distributable",
            "ejb-local-ref",
            "ejb-ref",
            "env-entry",
            "icon",
            "jms-connection-factory",
            "jms-destination",
            "large-icon",
            "mail-session",
            "managed-executor",
            "managed-scheduled-executor",
            "managed-thread-factory",
            "message-destination",
            "message-destination-ref",
            "module-name",
            "name",
            "ordering",
            "persistence-context-ref",
            "persistence-unit-ref",
            "post-construct",
            "pre-destroy",
            "resource-env-ref",
            "resource-ref",
            "service-ref",
            "small-icon");

    public StandardDescriptorProcessor() {}

    @Override
    public void process(WebAppContext context, Descriptor descriptor) throws Exception {
        if (!(descriptor instanceof WebDescriptor web)) {
            return;
        }
        DescriptorMerge merge = new DescriptorMerge(context, web);
        ServletElements servlets = new ServletElements(merge);
        FilterElements filters = new FilterElements(merge);
        SecurityElements security = new SecurityElements(merge);
        ContextElements rest = new ContextElements(merge);
        JspElements jsp = new JspElements(merge);
        DescriptorDuplicates.refuse(descriptor.getRoot());
        // mappings may come before what they map
        for (Object child : descriptor.getRoot()) {
            if (!(child instanceof Node node)) {
                continue;
            }
            DescriptorChildren.check(node);
            apply(node, () -> {
                switch (node.getTag()) {
                    case "servlet" -> servlets.servlet(node);
                    case "filter" -> filters.filter(node);
                    default -> {
                        // comes with the second pass
                    }
                }
            });
        }
        for (Object child : descriptor.getRoot()) {
            if (!(child instanceof Node node)) {
                continue;
            }
            apply(node, () -> {
                switch (node.getTag()) {
                    case "servlet", "filter" -> {
                        // came with the first pass
                    }
                    case "servlet-mapping" -> servlets.servletMapping(node);
                    case "filter-mapping" -> filters.filterMapping(node);
                    case "listener" -> filters.listener(node);
                    case "security-constraint" -> security.securityConstraint(node);
                    case "login-config" -> security.loginConfig(node);
                    case "security-role" -> security.securityRole(node);
                    case "deny-uncovered-http-methods" -> security.denyUncoveredMethods(node);
                    case "jsp-config" -> jsp.jspConfig(node);
                    case "taglib" -> jsp.taglib(node);
                    default -> {
                        if (!rest.apply(node) && !OTHERS.contains(node.getTag())) {
                            LOG.warn("{}: unknown element <{}> is ignored", node.getLocation(), node.getTag());
                        }
                    }
                }
            });
        }
        rest.end();
    }

    /** Whatever an element provokes is told with its place. */
    private static void apply(Node node, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException x) {
            throw DescriptorException.at(node, x);
        }
    }
}
