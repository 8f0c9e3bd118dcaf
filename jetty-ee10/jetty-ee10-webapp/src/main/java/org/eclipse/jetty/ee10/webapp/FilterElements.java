package org.eclipse.jetty.ee10.webapp;

import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.all;
import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.bool;
import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.required;
import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.text;

import jakarta.servlet.DispatcherType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.FilterMapping;
import org.eclipse.jetty.ee10.servlet.ListenerHolder;
import org.eclipse.jetty.ee10.servlet.ServletHandler;
import org.eclipse.jetty.xml.XmlParser.Node;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies filters, their mappings, and listeners (Servlet section 14.4). Confined to the processing of one descriptor. */
final class FilterElements {
    private static final Logger LOG = LoggerFactory.getLogger(FilterElements.class);

    private final DescriptorMerge merge;
    private final ServletHandler handler;

    FilterElements(DescriptorMerge merge) {
        this.merge = merge;
        this.handler = merge.context().getServletHandler();
    }

    void filter(Node node) {
        String name = required(node, "filter-name");
        FilterHolder holder = handler.getFilter(name);
        if (holder == null) {
            holder = handler.newFilterHolder(merge.source());
            holder.setName(name);
            holder.setAsyncSupported(false);
            handler.addFilter(holder);
        }
        String prefix = name + ".filter.";
        for (Object child : node) {
            if (!(child instanceof Node element)) {
                continue;
            }
            switch (element.getTag()) {
                case "filter-class" -> {
                    if (merge.sets(prefix + "filter-class", element, holder.getClassName(), text(element))) {
                        holder.setClassName(text(element));
                    }
                }
                case "init-param" -> {
                    String param = required(element, "param-name");
                    String value = element.getString("param-value", false, true);
                    String given = value == null ? "" : value;
                    if (merge.sets(prefix + "init-param." + param, element, holder.getInitParameter(param), given)) {
                        holder.setInitParameter(param, given);
                    }
                }
                case "async-supported" -> {
                    if (merge.sets(prefix + "async-supported", element, holder.isAsyncSupported(), bool(element))) {
                        holder.setAsyncSupported(bool(element));
                    }
                }
                case "display-name" -> holder.setDisplayName(text(element));
                default -> {
                    // name, description, icon
                }
            }
        }
    }

    void filterMapping(Node node) {
        String name = required(node, "filter-name");
        if (handler.getFilter(name) == null) {
            merge.context().whenComplete(() -> checkFilter(node, name));
        }
        Origin before = merge.metaData().getOrigin(name + ".filter.mappings");
        if (!merge.adds(name + ".filter.mappings")) {
            return;
        }
        // a descriptor's patterns replace those of an annotation (Servlet section 8.2.3)
        if (before == Origin.Annotation) {
            removeMappings(name);
        }
        List<String> patterns = new ArrayList<>();
        for (Node pattern : all(node, "url-pattern")) {
            patterns.add(DescriptorMerge.pattern(pattern));
        }
        List<String> servlets = texts(node, "servlet-name");
        if (patterns.isEmpty() && servlets.isEmpty()) {
            throw new DescriptorException(node, "<filter-mapping> without <url-pattern> or <servlet-name>");
        }
        EnumSet<DispatcherType> dispatches = EnumSet.noneOf(DispatcherType.class);
        for (Node dispatcher : all(node, "dispatcher")) {
            try {
                dispatches.add(FilterMapping.dispatch(text(dispatcher)));
            } catch (IllegalArgumentException x) {
                throw new DescriptorException(
                        dispatcher,
                        "<dispatcher>: " + text(dispatcher) + " (expected: one of "
                                + EnumSet.allOf(DispatcherType.class) + ")");
            }
        }
        for (Node servlet : all(node, "servlet-name")) {
            merge.context().whenStarted(() -> checkServlet(name, servlet));
        }
        FilterMapping mapping = new FilterMapping();
        mapping.setFilterName(name);
        if (!patterns.isEmpty()) {
            mapping.setPathSpecs(patterns.toArray(new String[0]));
        }
        if (!servlets.isEmpty()) {
            mapping.setServletNames(servlets.toArray(new String[0]));
        }
        if (!dispatches.isEmpty()) {
            mapping.setDispatcherTypes(dispatches);
        }
        handler.addFilterMapping(mapping);
    }

    private void checkFilter(Node mapping, String name) {
        if (handler.getFilter(name) == null) {
            throw new DescriptorException(mapping, "no <filter> is named " + name + ", which is mapped");
        }
    }

    /** Tells a servlet that is mapped and that neither descriptors, annotations nor code have made. */
    private void checkServlet(String filter, Node servlet) {
        if (!"*".equals(text(servlet)) && handler.getServlet(text(servlet)) == null) {
            LOG.warn(
                    "{}: no servlet is named {}, which filter {} is mapped to: it sees no request by that name"
                            + " (expected: the name of a servlet, or *)",
                    servlet.getLocation(),
                    text(servlet),
                    filter);
        }
    }

    private static List<String> texts(Node node, String tag) {
        List<String> texts = new ArrayList<>();
        for (Node element : all(node, tag)) {
            texts.add(text(element));
        }
        return texts;
    }

    private void removeMappings(String name) {
        for (FilterMapping mapping : handler.getFilterMappings()) {
            if (name.equals(mapping.getFilterName())) {
                handler.removeFilterMapping(mapping);
            }
        }
    }

    /** Adds a listener; the same class a second time is ignored (Servlet section 8.2.3). */
    void listener(Node node) {
        String className = required(node, "listener-class");
        for (ListenerHolder holder : handler.getListeners()) {
            if (className.equals(holder.getClassName())) {
                return;
            }
        }
        ListenerHolder holder = handler.newListenerHolder(merge.source());
        holder.setClassName(className);
        handler.addListener(holder);
        merge.adds(className + ".listener");
    }
}
