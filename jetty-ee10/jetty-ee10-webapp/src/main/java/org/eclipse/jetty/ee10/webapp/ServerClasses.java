package org.eclipse.jetty.ee10.webapp;

import org.eclipse.jetty.util.ClassMatcher;

/**
 * Classes of the server that an application is restricted in: those of the environment, of the server and of the configurations,
 * unless the embedder has set others in place of all. Guarded by the life cycle of its web application.
 */
final class ServerClasses {
    private ClassMatcher matcher;
    private boolean replaced;

    ServerClasses(ClassMatcher environment) {
        matcher = new ClassMatcher(environment);
    }

    ClassMatcher get() {
        return matcher;
    }

    /** Sets the classes in place of all that are said elsewhere. */
    void replace(ClassMatcher replacement) {
        matcher = replacement;
        replaced = true;
    }

    /** Adds patterns of the embedder. */
    void add(ClassMatcher additions) {
        matcher.add(additions.getPatterns());
    }

    /**
     * Adds patterns of the server or of a configuration, but for those of which the opposite is there: the application's own wish
     * counts.
     */
    void addMissing(ClassMatcher additions) {
        if (replaced) {
            return;
        }
        for (String pattern : additions.getPatterns()) {
            String opposite = pattern.startsWith("-") ? pattern.substring(1) : "-" + pattern;
            if (!matcher.contains(opposite)) {
                matcher.add(pattern);
            }
        }
    }
}
