package org.eclipse.jetty.ee.webapp;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.ClassMatcher;
import org.eclipse.jetty.util.component.Environment;

/**
 * Which classes of the server are protected (cannot be replaced by web applications) and hidden (cannot be seen by them),
 * by default, by server, and by environment.
 *
 * <p>Additions count for web applications that are made, or get their server, afterwards. Not thread-safe.
 */
public class WebAppClassLoading {
    /** The attribute of a server or environment with its matcher of protected classes. */
    public static final String PROTECTED_CLASSES_ATTRIBUTE = "org.eclipse.jetty.webapp.systemClasses";

    /** The attribute of a server or environment with its matcher of hidden classes. */
    public static final String HIDDEN_CLASSES_ATTRIBUTE = "org.eclipse.jetty.webapp.serverClasses";

    /** The platform's and the specifications' classes (Servlet section 10.7.2). */
    public static final ClassMatcher DEFAULT_PROTECTED_CLASSES =
            new ClassMatcher("java.", "javax.", "jakarta.", "org.w3c.", "org.xml.");

    /** The classes of this server. */
    public static final ClassMatcher DEFAULT_HIDDEN_CLASSES = new ClassMatcher("org.eclipse.jetty.");

    private WebAppClassLoading() {}

    /** Returns the protected classes of a server, to be added to. */
    public static ClassMatcher getProtectedClasses(Server server) {
        return matcher(server, PROTECTED_CLASSES_ATTRIBUTE, DEFAULT_PROTECTED_CLASSES);
    }

    /** Returns the protected classes of an environment, to be added to. */
    public static ClassMatcher getProtectedClasses(Environment environment) {
        return matcher(environment, PROTECTED_CLASSES_ATTRIBUTE, DEFAULT_PROTECTED_CLASSES);
    }

    /** Protects classes from the web applications of all servers of this JVM. */
    public static void addProtectedClasses(String... patterns) {
        DEFAULT_PROTECTED_CLASSES.add(patterns);
    }

    public static void addProtectedClasses(Attributes attributes, String... patterns) {
        add(attributes, PROTECTED_CLASSES_ATTRIBUTE, DEFAULT_PROTECTED_CLASSES, patterns);
    }

    public static void addProtectedClasses(Server server, String... patterns) {
        add(server, PROTECTED_CLASSES_ATTRIBUTE, DEFAULT_PROTECTED_CLASSES, patterns);
    }

    public static void addProtectedClasses(Environment environment, String... patterns) {
        add(environment, PROTECTED_CLASSES_ATTRIBUTE, DEFAULT_PROTECTED_CLASSES, patterns);
    }

    /** Returns the hidden classes of a server, to be added to. */
    public static ClassMatcher getHiddenClasses(Server server) {
        return matcher(server, HIDDEN_CLASSES_ATTRIBUTE, DEFAULT_HIDDEN_CLASSES);
    }

    /** Returns the hidden classes of an environment, to be added to. */
    public static ClassMatcher getHiddenClasses(Environment environment) {
        return matcher(environment, HIDDEN_CLASSES_ATTRIBUTE, DEFAULT_HIDDEN_CLASSES);
    }

    /** Hides classes from the web applications of all servers of this JVM. */
    public static void addHiddenClasses(String... patterns) {
        DEFAULT_HIDDEN_CLASSES.add(patterns);
    }

    public static void addHiddenClasses(Attributes attributes, String... patterns) {
        add(attributes, HIDDEN_CLASSES_ATTRIBUTE, DEFAULT_HIDDEN_CLASSES, patterns);
    }

    public static void addHiddenClasses(Server server, String... patterns) {
        add(server, HIDDEN_CLASSES_ATTRIBUTE, DEFAULT_HIDDEN_CLASSES, patterns);
    }

    public static void addHiddenClasses(Environment environment, String... patterns) {
        add(environment, HIDDEN_CLASSES_ATTRIBUTE, DEFAULT_HIDDEN_CLASSES, patterns);
    }

    private static void add(Attributes attributes, String name, ClassMatcher defaults, String... patterns) {
        if (patterns == null || patterns.length == 0) {
            return;
        }
        matcher(attributes, name, defaults).add(patterns);
    }

    /** The matcher of that attribute, which may also hold patterns; without one a copy of the defaults is put there. */
    private static ClassMatcher matcher(Attributes attributes, String name, ClassMatcher defaults) {
        if (attributes == null) {
            return defaults;
        }
        Object value = attributes.getAttribute(name);
        if (value instanceof ClassMatcher matcher) {
            return matcher;
        }
        ClassMatcher matcher =
                value instanceof String[] patterns ? new ClassMatcher(patterns) : new ClassMatcher(defaults);
        attributes.setAttribute(name, matcher);
        return matcher;
    }
}
