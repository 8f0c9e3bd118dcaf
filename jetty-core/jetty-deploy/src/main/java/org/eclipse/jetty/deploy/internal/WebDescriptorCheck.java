package org.eclipse.jetty.deploy.internal;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.eclipse.jetty.xml.XmlParser;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a deployment descriptor (Servlet 6.0, section 14): names that nobody declares, classes that are not there, URL patterns
 * (section 12.2), numbers.
 *
 * <p>Servlets and filters may also be declared by annotations, fragments and code. Therefore a mapping of an unknown name is only
 * told when the descriptor says that it is all ({@code metadata-complete}), and warned about else.
 */
final class WebDescriptorCheck {
    private static final String LOGIN_SERVICE = "org.eclipse.jetty.security.LoginService";

    private static final Set<String> ELEMENTS = Set.of(
            "absolute-ordering",
            "administered-object",
            "context-param",
            "connection-factory",
            "context-service",
            "data-source",
            "default-context-path",
            "deny-uncovered-http-methods",
            "description",
            "display-name",
            "distributable",
            "ejb-local-ref",
            "ejb-ref",
            "env-entry",
            "error-page",
            "filter",
            "filter-mapping",
            "icon",
            "jms-connection-factory",
            "jms-destination",
            "jsp-config",
            "listener",
            "locale-encoding-mapping-list",
            "login-config",
            "mail-session",
            "managed-executor",
            "managed-scheduled-executor",
            "managed-thread-factory",
            "message-destination",
            "message-destination-ref",
            "mime-mapping",
            "module-name",
            "ordering",
            "persistence-context-ref",
            "persistence-unit-ref",
            "post-construct",
            "pre-destroy",
            "request-character-encoding",
            "resource-env-ref",
            "resource-ref",
            "response-character-encoding",
            "security-constraint",
            "security-role",
            "service-ref",
            "servlet",
            "servlet-mapping",
            "session-config",
            "taglib",
            "welcome-file-list");

    private final CheckedConfiguration configuration;
    private final XmlParser.Node root;
    private final Predicate<String> hasClass;

    WebDescriptorCheck(CheckedConfiguration configuration, XmlParser.Node root, Predicate<String> hasClass) {
        this.configuration = configuration;
        this.root = root;
        this.hasClass = hasClass;
    }

    /** The context path that the descriptor asks for. */
    @Nullable
    String contextPath() {
        return root.getString("default-context-path", false, true);
    }

    void check() {
        if (!root.getTag().equals("web-app")) {
            error(root, "unknown root element " + root.getTag(), "the root element is web-app");
            return;
        }
        for (Object child : root) {
            if (child instanceof XmlParser.Node node && !ELEMENTS.contains(node.getTag())) {
                warning(
                        node,
                        "unknown element " + node.getTag() + CheckedConfiguration.didYouMean(node.getTag(), ELEMENTS),
                        "correct its name: it has no effect");
            }
        }
        Set<String> servlets = declared("servlet", "servlet-class", "jsp-file");
        servlets.addAll(List.of("default", "jsp"));
        checkMappings("servlet", servlets);
        checkMappings("filter", declared("filter", "filter-class", null));
        each("listener", listener -> checkClass(listener, "listener-class"));
        each("servlet", servlet -> checkNumber(servlet, "load-on-startup"));
        each("session-config", session -> checkNumber(session, "session-timeout"));
        each("error-page", this::checkErrorPage);
        each("security-constraint", this::checkConstraint);
        each("login-config", this::checkLogin);
    }

    private void each(String tag, java.util.function.Consumer<XmlParser.Node> check) {
        for (Iterator<XmlParser.Node> nodes = root.iterator(tag); nodes.hasNext(); ) {
            check.accept(nodes.next());
        }
    }

    private Set<String> declared(String kind, String classTag, @Nullable String otherTag) {
        Map<String, XmlParser.Node> names = new HashMap<>();
        each(kind, node -> {
            String name = node.getString(kind + "-name", false, true);
            if (name == null) {
                error(node, kind + " without " + kind + "-name", "give it a name");
                return;
            }
            XmlParser.Node other = names.putIfAbsent(name, node);
            if (other != null) {
                error(node, kind + " " + name + " is declared at " + other.getLocation() + ", too", "rename one");
            }
            if (node.get(classTag) != null) {
                checkClass(node, classTag);
            } else if (otherTag == null || node.get(otherTag) == null) {
                warning(node, kind + " " + name + " has no " + classTag, "name its class");
            }
        });
        return new HashSet<>(names.keySet());
    }

    private void checkClass(XmlParser.Node node, String tag) {
        String name = node.getString(tag, false, true);
        if (name == null) {
            error(node, node.getTag() + " without " + tag, "name its class");
        } else if (!hasClass.test(name)) {
            error(
                    place(node, tag),
                    tag + ": " + name + " is not in the application",
                    "correct the name, or put the class into WEB-INF/classes or its jar into WEB-INF/lib");
        }
    }

    private void checkMappings(String kind, Set<String> names) {
        Map<String, String> patterns = new HashMap<>();
        each(kind + "-mapping", mapping -> {
            String name = mapping.getString(kind + "-name", false, true);
            if (name == null) {
                error(mapping, mapping.getTag() + " without " + kind + "-name", "name the " + kind);
            } else if (!names.contains(name)) {
                unknown(mapping, kind, name, names);
            }
            Iterator<XmlParser.Node> urls = mapping.iterator("url-pattern");
            if (!urls.hasNext() && mapping.get("servlet-name") == null) {
                error(mapping, mapping.getTag() + " without url-pattern", "add a url-pattern");
            }
            while (urls.hasNext()) {
                XmlParser.Node url = urls.next();
                checkPattern(url);
                String pattern = url.toString(false, true);
                String other = kind.equals("servlet") ? patterns.putIfAbsent(pattern, String.valueOf(name)) : null;
                if (other != null && !other.equals(name)) {
                    error(
                            url,
                            "url-pattern " + pattern + " is mapped to the servlets " + other + " and " + name,
                            "map it to one of them");
                }
            }
        });
    }

    private void unknown(XmlParser.Node mapping, String kind, String name, Set<String> names) {
        String message = "no " + kind + " by the name " + name + CheckedConfiguration.didYouMean(name, names);
        String remedy = "declare the " + kind + ", or correct the name";
        XmlParser.Node place = place(mapping, kind + "-name");
        // without a similar name, an annotation or fragment may declare it
        boolean certain =
                Boolean.parseBoolean(root.getAttribute("metadata-complete")) || message.contains("did you mean");
        if (certain) {
            error(place, message, remedy);
        } else {
            warning(place, message, remedy);
        }
    }

    private void checkPattern(XmlParser.Node url) {
        String pattern = url.toString(false, true);
        boolean good = pattern.isEmpty()
                || pattern.equals("/")
                || pattern.startsWith("/")
                        && !pattern.substring(0, pattern.length() - 1).contains("*")
                        && (!pattern.endsWith("*") || pattern.endsWith("/*"))
                || pattern.startsWith("*.") && pattern.indexOf('/') < 0 && pattern.indexOf('*', 1) < 0;
        if (good) {
            return;
        }
        // in the middle of a path, a star stands for itself
        if (pattern.startsWith("/")) {
            warning(url, "url-pattern " + pattern + ": the * stands for itself", "use /path/* or *.extension");
        } else {
            error(url, "url-pattern " + pattern, "begin it with / or *.");
        }
    }

    private void checkNumber(XmlParser.Node node, String tag) {
        String text = node.getString(tag, false, true);
        if (text == null) {
            return;
        }
        try {
            Integer.parseInt(text);
        } catch (NumberFormatException x) {
            error(place(node, tag), tag + ": " + text + " (expected: a whole number)", "correct the number");
        }
    }

    private void checkErrorPage(XmlParser.Node page) {
        checkNumber(page, "error-code");
        String location = page.getString("location", false, true);
        if (location == null) {
            error(page, "error-page without location", "add a location");
        } else if (!location.startsWith("/")) {
            error(place(page, "location"), "location: " + location, "begin it with /");
        }
    }

    private void checkLogin(XmlParser.Node login) {
        String method = login.getString("auth-method", false, true);
        if (method != null && !hasLoginService()) {
            error(
                    place(login, "auth-method"),
                    "auth-method: " + method + ", but no XML file makes a login service",
                    "add one to the server or to the application, such as org.eclipse.jetty.security.HashLoginService");
        }
    }

    private boolean hasLoginService() {
        return configuration.objects(Object.class.getName()).stream()
                .map(CheckedObject::type)
                .anyMatch(WebDescriptorCheck::isLoginService);
    }

    private static boolean isLoginService(@Nullable Class<?> type) {
        if (type == null) {
            return false;
        }
        if (type.getName().equals(LOGIN_SERVICE) || isLoginService(type.getSuperclass())) {
            return true;
        }
        for (Class<?> implemented : type.getInterfaces()) {
            if (isLoginService(implemented)) {
                return true;
            }
        }
        return false;
    }

    private void checkConstraint(XmlParser.Node constraint) {
        for (Iterator<XmlParser.Node> parts = constraint.iterator("web-resource-collection"); parts.hasNext(); ) {
            XmlParser.Node part = parts.next();
            for (Iterator<XmlParser.Node> urls = part.iterator("url-pattern"); urls.hasNext(); ) {
                checkPattern(urls.next());
            }
        }
        XmlParser.Node data = constraint.get("user-data-constraint");
        String guarantee = data == null ? null : data.getString("transport-guarantee", false, true);
        if (data != null
                && guarantee != null
                && !Set.of("NONE", "INTEGRAL", "CONFIDENTIAL").contains(guarantee)) {
            error(
                    place(data, "transport-guarantee"),
                    "transport-guarantee: " + guarantee + " (expected: NONE, INTEGRAL or CONFIDENTIAL)",
                    "name one of these");
        }
    }

    /** What a message about the text of a child names: the child. */
    private static XmlParser.Node place(XmlParser.Node node, String tag) {
        XmlParser.Node child = node.get(tag);
        return child == null ? node : child;
    }

    private void error(XmlParser.Node node, String message, String remedy) {
        configuration.error(node.getLocation(), message, remedy);
    }

    private void warning(XmlParser.Node node, String message, String remedy) {
        configuration.warning(node.getLocation(), message, remedy);
    }
}
