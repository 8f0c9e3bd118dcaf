package org.eclipse.jetty.ee10.webapp;

import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.all;
import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.bool;
import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.required;
import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.text;

import jakarta.servlet.MultipartConfigElement;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.ServletHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.ee10.servlet.ServletMapping;
import org.eclipse.jetty.ee10.servlet.Source;
import org.eclipse.jetty.xml.XmlParser.Node;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies servlets and their mappings (Servlet section 14.4). Confined to the processing of one descriptor. */
final class ServletElements {
    private static final Logger LOG = LoggerFactory.getLogger(ServletElements.class);

    private final DescriptorMerge merge;
    private final ServletHandler handler;

    ServletElements(DescriptorMerge merge) {
        this.merge = merge;
        this.handler = merge.context().getServletHandler();
    }

    void servlet(Node node) {
        String name = required(node, "servlet-name");
        ServletHolder holder = handler.getServlet(name);
        if (holder == null) {
            holder = handler.newServletHolder(merge.source());
            holder.setName(name);
            // servlets of descriptors say themselves that they support asynchrony
            holder.setAsyncSupported(false);
            handler.addServlet(holder);
        }
        String prefix = name + ".servlet.";
        for (Object child : node) {
            if (child instanceof Node element) {
                apply(holder, prefix, element);
            }
        }
    }

    private void apply(ServletHolder holder, String prefix, Node element) {
        switch (element.getTag()) {
            case "init-param" -> initParam(holder, prefix, element);
            case "servlet-class" -> {
                if (merge.sets(prefix + "servlet-class", element, holder.getClassName(), text(element))) {
                    holder.setClassName(text(element));
                }
            }
            case "jsp-file" -> {
                if (merge.sets(prefix + "jsp-file", element, holder.getForcedPath(), jspFile(element))) {
                    holder.setForcedPath(jspFile(element));
                }
            }
            case "load-on-startup" -> {
                int order = text(element).isEmpty() ? 0 : DescriptorMerge.integer(element);
                if (merge.sets(prefix + "load-on-startup", element, holder.getInitOrder(), order)) {
                    holder.setInitOrder(order);
                }
            }
            case "run-as" -> {
                String role = required(element, "role-name");
                if (merge.sets(prefix + "run-as", element, holder.getRunAsRole(), role)) {
                    holder.setRunAsRole(role);
                }
            }
            case "security-role-ref" -> {
                String role = required(element, "role-name");
                String link = element.getString("role-link", false, true);
                if (link == null) {
                    return;
                }
                String old = holder.getRoleLinks().get(role);
                if (merge.sets(prefix + "security-role-ref." + role, element, old, link)) {
                    holder.setUserRoleLink(role, link);
                }
            }
            case "async-supported" -> {
                if (merge.sets(prefix + "async-supported", element, holder.isAsyncSupported(), bool(element))) {
                    holder.setAsyncSupported(bool(element));
                }
            }
            case "enabled" -> {
                if (merge.sets(prefix + "enabled", element, holder.isEnabled(), bool(element))) {
                    holder.setEnabled(bool(element));
                }
            }
            case "multipart-config" -> multipart(holder, prefix, element);
            case "display-name" -> holder.setDisplayName(text(element));
            default -> {
                // name, description, icon
            }
        }
    }

    private void initParam(ServletHolder holder, String prefix, Node element) {
        String name = required(element, "param-name");
        String value = element.getString("param-value", false, true);
        String old = holder.getInitParameter(name);
        String given = value == null ? "" : value;
        if (merge.isRepeated(prefix + "init-param." + name)) {
            if (!given.equals(old)) {
                LOG.warn(
                        "{}: the servlet has the init-param {} already: its first value counts",
                        element.getLocation(),
                        name);
            }
            return;
        }
        if (merge.sets(prefix + "init-param." + name, element, old, given)) {
            holder.setInitParameter(name, given);
        }
    }

    private static String jspFile(Node element) {
        String path = text(element);
        return path.startsWith("/") ? path : "/" + path;
    }

    private void multipart(ServletHolder holder, String prefix, Node element) {
        Node size = element.get("max-file-size");
        Node requestSize = element.get("max-request-size");
        Node threshold = element.get("file-size-threshold");
        MultipartConfigElement config = new MultipartConfigElement(
                element.getString("location", false, true),
                size == null ? -1 : DescriptorMerge.number(size),
                requestSize == null ? -1 : DescriptorMerge.number(requestSize),
                threshold == null ? 0 : DescriptorMerge.integer(threshold));
        MultipartConfigElement old = holder.getRegistration().getMultipartConfigElement();
        if (merge.sets(prefix + "multipart-config", element, describe(old), describe(config))) {
            holder.getRegistration().setMultipartConfig(config);
        }
    }

    private static @Nullable String describe(@Nullable MultipartConfigElement config) {
        return config == null
                ? null
                : config.getLocation() + "," + config.getMaxFileSize() + "," + config.getMaxRequestSize() + ","
                        + config.getFileSizeThreshold();
    }

    void servletMapping(Node node) {
        String name = required(node, "servlet-name");
        Origin before = merge.metaData().getOrigin(name + ".servlet.mappings");
        if (!merge.adds(name + ".servlet.mappings")) {
            return;
        }
        if (handler.getServlet(name) == null) {
            // a fragment, an annotation or an initializer may have it, such as that of JAX-RS
            merge.context().whenComplete(() -> checkServlet(node, name));
        }
        // a descriptor's patterns replace those of an annotation (Servlet section 8.2.3)
        if (before == Origin.Annotation) {
            removeAnnotated(name);
        }
        List<String> patterns = new ArrayList<>();
        for (Node pattern : all(node, "url-pattern")) {
            String spec = DescriptorMerge.pattern(pattern);
            if (merge.isOverride()) {
                MovedMappings.move(handler, spec, name);
            }
            patterns.add(spec);
        }
        if (patterns.isEmpty()) {
            throw new DescriptorException(node, "<servlet-mapping> without <url-pattern>");
        }
        ServletMapping mapping = new ServletMapping(merge.source());
        mapping.setServletName(name);
        mapping.setFromDefaultDescriptor(merge.isDefaults());
        mapping.setPathSpecs(patterns.toArray(new String[0]));
        handler.addServletMapping(mapping);
    }

    private void checkServlet(Node mapping, String name) {
        if (handler.getServlet(name) == null) {
            throw new DescriptorException(mapping, "no <servlet> is named " + name + ", which is mapped");
        }
    }

    private void removeAnnotated(String name) {
        List<ServletMapping> kept = new ArrayList<>();
        for (ServletMapping mapping : handler.getServletMappings()) {
            if (!name.equals(mapping.getServletName()) || mapping.getSource().getOrigin() != Source.Origin.ANNOTATION) {
                kept.add(mapping);
            }
        }
        handler.setServletMappings(kept.toArray(new ServletMapping[0]));
    }
}
