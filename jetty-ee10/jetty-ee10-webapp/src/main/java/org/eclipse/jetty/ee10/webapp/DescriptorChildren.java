package org.eclipse.jetty.ee10.webapp;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.xml.XmlParser.Node;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which elements may stand in which (the schemas of Servlet section 14.3), of the elements that the servlet container
 * reads. One that stands elsewhere says nothing: it is told, and ignored. Thread-safe.
 */
final class DescriptorChildren {
    private static final Logger LOG = LoggerFactory.getLogger(DescriptorChildren.class);

    /** What describes may stand anywhere. */
    private static final Set<String> DESCRIPTIONS =
            Set.of("description", "display-name", "icon", "small-icon", "large-icon");

    private static final Map<String, Set<String>> CHILDREN = Map.ofEntries(
            Map.entry(
                    "servlet",
                    Set.of(
                            "servlet-name",
                            "servlet-class",
                            "jsp-file",
                            "init-param",
                            "load-on-startup",
                            "enabled",
                            "async-supported",
                            "run-as",
                            "security-role-ref",
                            "multipart-config")),
            Map.entry("servlet-mapping", Set.of("servlet-name", "url-pattern")),
            Map.entry("filter", Set.of("filter-name", "filter-class", "async-supported", "init-param")),
            Map.entry("filter-mapping", Set.of("filter-name", "url-pattern", "servlet-name", "dispatcher")),
            Map.entry("listener", Set.of("listener-class")),
            Map.entry("init-param", Set.of("param-name", "param-value")),
            Map.entry("context-param", Set.of("param-name", "param-value")),
            Map.entry("run-as", Set.of("role-name")),
            Map.entry("security-role-ref", Set.of("role-name", "role-link")),
            Map.entry("security-role", Set.of("role-name")),
            Map.entry(
                    "multipart-config", Set.of("location", "max-file-size", "max-request-size", "file-size-threshold")),
            Map.entry("session-config", Set.of("session-timeout", "cookie-config", "tracking-mode")),
            Map.entry(
                    "cookie-config",
                    Set.of("name", "domain", "path", "comment", "http-only", "secure", "max-age", "attribute")),
            Map.entry("welcome-file-list", Set.of("welcome-file")),
            Map.entry("error-page", Set.of("error-code", "exception-type", "location")),
            Map.entry("mime-mapping", Set.of("extension", "mime-type")),
            Map.entry("locale-encoding-mapping-list", Set.of("locale-encoding-mapping")),
            Map.entry("locale-encoding-mapping", Set.of("locale", "encoding")),
            Map.entry(
                    "security-constraint",
                    Set.of("web-resource-collection", "auth-constraint", "user-data-constraint")),
            Map.entry(
                    "web-resource-collection",
                    Set.of("web-resource-name", "url-pattern", "http-method", "http-method-omission")),
            Map.entry("auth-constraint", Set.of("role-name")),
            Map.entry("user-data-constraint", Set.of("transport-guarantee")),
            Map.entry("login-config", Set.of("auth-method", "realm-name", "form-login-config")),
            Map.entry("form-login-config", Set.of("form-login-page", "form-error-page")));

    /** Where an element that is ignored would leave open what was to be closed. */
    private static final Set<String> PROTECTING =
            Set.of("security-constraint", "web-resource-collection", "auth-constraint", "user-data-constraint");

    private DescriptorChildren() {}

    /**
     * Tells the elements below one that do not belong there.
     *
     * @throws DescriptorException if one of them stands in a security constraint, which without it could let everybody in
     */
    static void check(Node parent) {
        Set<String> allowed = CHILDREN.get(parent.getTag());
        if (allowed == null) {
            return;
        }
        for (Object child : parent) {
            if (!(child instanceof Node node)) {
                continue;
            }
            if (allowed.contains(node.getTag())) {
                check(node);
            } else if (DESCRIPTIONS.contains(node.getTag())) {
                continue;
            } else if (PROTECTING.contains(parent.getTag())) {
                throw new DescriptorException(
                        node,
                        "<" + node.getTag() + "> does not belong into <" + parent.getTag() + "> (expected: one of "
                                + new TreeSet<>(allowed) + ")");
            } else {
                LOG.warn(
                        "{}: <{}> does not belong into <{}>, and is ignored",
                        node.getLocation(),
                        node.getTag(),
                        parent.getTag());
            }
        }
    }
}
