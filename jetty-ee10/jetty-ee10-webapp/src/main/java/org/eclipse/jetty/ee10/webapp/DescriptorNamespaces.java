package org.eclipse.jetty.ee10.webapp;

import java.util.List;
import org.eclipse.jetty.xml.XmlParser.Node;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The XML namespaces of descriptors: that of the root, those of the schemas of all versions, or none. Thread-safe. */
final class DescriptorNamespaces {
    private static final Logger LOG = LoggerFactory.getLogger(DescriptorNamespaces.class);

    /** How the names of the namespaces of the schemas end, from 2.4 on (Servlet section 14.3). */
    private static final List<String> SCHEMAS = List.of("/xml/ns/j2ee", "/xml/ns/javaee", "/xml/ns/jakartaee");

    private DescriptorNamespaces() {}

    /**
     * Takes the elements of other namespaces out, and tells them: they are of other languages, even if their names are those
     * of elements of a descriptor.
     *
     * @throws DescriptorException if one stands in a security constraint, which without it could let everybody in
     */
    static void removeForeign(Node root) {
        removeForeign(root, root.getNamespace());
    }

    private static void removeForeign(Node parent, String own) {
        for (int i = parent.size(); i-- > 0; ) {
            if (!(parent.get(i) instanceof Node node)) {
                continue;
            }
            if (isForeign(node.getNamespace(), own)) {
                tell(node, own);
                parent.remove(i);
            } else {
                removeForeign(node, own);
            }
        }
    }

    private static boolean isForeign(String namespace, String own) {
        return !namespace.isEmpty()
                && !namespace.equals(own)
                && SCHEMAS.stream().noneMatch(namespace::endsWith);
    }

    private static void tell(Node node, String own) {
        String expected = own.isEmpty() ? "no namespace" : own;
        for (Node above = node; above != null; above = above.getParent()) {
            if ("security-constraint".equals(above.getTag())) {
                throw new DescriptorException(
                        node,
                        "<" + node.getTag() + "> is of the namespace " + node.getNamespace() + " (expected: " + expected
                                + ")");
            }
        }
        LOG.warn(
                "{}: <{}> is of the namespace {}, and is ignored (expected: {})",
                node.getLocation(),
                node.getTag(),
                node.getNamespace(),
                expected);
    }
}
