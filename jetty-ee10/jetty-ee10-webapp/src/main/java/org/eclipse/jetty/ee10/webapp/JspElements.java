package org.eclipse.jetty.ee10.webapp;

import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.all;
import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.text;

import jakarta.servlet.descriptor.TaglibDescriptor;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.JspConfig;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.JspPropertyGroup;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.TagLib;
import org.eclipse.jetty.ee10.servlet.ServletHandler;
import org.eclipse.jetty.ee10.servlet.ServletMapping;
import org.eclipse.jetty.xml.XmlParser.Node;

/** Records what JSPs are told, and maps their patterns to the servlet named jsp. Confined to one descriptor. */
final class JspElements {
    private final DescriptorMerge merge;

    JspElements(DescriptorMerge merge) {
        this.merge = merge;
    }

    private JspConfig config() {
        if (merge.context().getJspConfigDescriptor() instanceof JspConfig config) {
            return config;
        }
        JspConfig config = new JspConfig();
        merge.context().getContext().getServletContext().setJspConfigDescriptor(config);
        return config;
    }

    void jspConfig(Node node) {
        config();
        for (Node taglib : all(node, "taglib")) {
            taglib(taglib);
        }
        List<String> patterns = new ArrayList<>();
        for (Node group : all(node, "jsp-property-group")) {
            config().addJspPropertyGroup(group(group, patterns));
        }
        ServletHandler handler = merge.context().getServletHandler();
        if (patterns.isEmpty() || handler.getServlet(MovedMappings.PAGES) == null) {
            return;
        }
        ServletMapping mapping = new ServletMapping(merge.source());
        mapping.setServletName(MovedMappings.PAGES);
        mapping.setPathSpecs(patterns.toArray(new String[0]));
        handler.addServletMapping(mapping);
    }

    void taglib(Node node) {
        String uri = DescriptorMerge.required(node, "taglib-uri");
        TagLib taglib = new TagLib();
        taglib.setTaglibURI(uri);
        taglib.setTaglibLocation(DescriptorMerge.required(node, "taglib-location"));
        for (TaglibDescriptor other : config().getTaglibs()) {
            if (!uri.equals(other.getTaglibURI())) {
                continue;
            }
            if (merge.isFragment()) {
                return;
            }
        }
        config().addTaglibDescriptor(taglib);
    }

    private static JspPropertyGroup group(Node node, List<String> patterns) {
        JspPropertyGroup group = new JspPropertyGroup();
        for (Object child : node) {
            if (!(child instanceof Node element)) {
                continue;
            }
            String text = text(element);
            switch (element.getTag()) {
                case "url-pattern" -> {
                    group.addUrlPattern(text);
                    patterns.add(text);
                }
                case "el-ignored" -> group.setElIgnored(text);
                case "error-on-el-not-found" -> group.setErrorOnELNotFound(text);
                case "page-encoding" -> group.setPageEncoding(text);
                case "scripting-invalid" -> group.setScriptingInvalid(text);
                case "is-xml" -> group.setIsXml(text);
                case "deferred-syntax-allowed-as-literal" -> group.setDeferredSyntaxAllowedAsLiteral(text);
                case "trim-directive-whitespaces" -> group.setTrimDirectiveWhitespaces(text);
                case "default-content-type" -> group.setDefaultContentType(text);
                case "buffer" -> group.setBuffer(text);
                case "error-on-undeclared-namespace" -> group.setErrorOnUndeclaredNamespace(text);
                case "include-prelude" -> group.addIncludePrelude(text);
                case "include-coda" -> group.addIncludeCoda(text);
                default -> {
                    // description, display-name, icon
                }
            }
        }
        return group;
    }
}
