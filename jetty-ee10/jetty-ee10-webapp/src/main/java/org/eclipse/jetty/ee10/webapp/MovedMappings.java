package org.eclipse.jetty.ee10.webapp;

import jakarta.servlet.descriptor.JspConfigDescriptor;
import jakarta.servlet.descriptor.JspPropertyGroupDescriptor;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHandler;
import org.eclipse.jetty.ee10.servlet.ServletMapping;

/** Takes paths from servlets that another one has as well, and counts before them. Stateless. */
final class MovedMappings {
    /** The name of the servlet that pages are mapped to. */
    static final String PAGES = "jsp";

    private MovedMappings() {}

    /** Moves a path from other servlets to one, which has it. */
    static void move(ServletHandler handler, String spec, String name) {
        for (ServletMapping mapping : handler.getServletMappings()) {
            if (name.equals(mapping.getServletName()) || !mapping.containsPathSpec(spec)) {
                continue;
            }
            List<String> kept = new ArrayList<>(List.of(mapping.getPathSpecs()));
            kept.remove(spec);
            mapping.setPathSpecs(kept.toArray(new String[0]));
        }
    }

    /**
     * Gives groups of pages the patterns that servlets have as well, once all are known: of the same pattern the group counts
     * (Pages section 3.3.1).
     */
    static void toPages(ServletContextHandler context) {
        JspConfigDescriptor config = context.getJspConfigDescriptor();
        ServletHandler handler = context.getServletHandler();
        if (config == null || handler.getServlet(PAGES) == null) {
            return;
        }
        for (JspPropertyGroupDescriptor group : config.getJspPropertyGroups()) {
            for (String pattern : group.getUrlPatterns()) {
                move(handler, pattern, PAGES);
            }
        }
    }
}
