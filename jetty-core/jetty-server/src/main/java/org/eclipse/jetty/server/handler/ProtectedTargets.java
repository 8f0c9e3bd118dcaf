package org.eclipse.jetty.server.handler;

/** Paths in a context that must not be served, such as {@code /WEB-INF}, with all below them. Immutable. */
final class ProtectedTargets {
    static final ProtectedTargets NONE = new ProtectedTargets();

    private final String[] prefixes;

    ProtectedTargets(String... prefixes) {
        this.prefixes = prefixes.clone();
    }

    String[] toArray() {
        return prefixes.clone();
    }

    /** Whether a path, which may be null, is one of these or below one, in any case of its letters. */
    boolean contains(String path) {
        if (prefixes.length == 0 || path == null) {
            return false;
        }
        // several slashes in front may reach the same resource
        int start = 0;
        while (start + 1 < path.length() && path.charAt(start) == '/' && path.charAt(start + 1) == '/') {
            start++;
        }
        for (String prefix : prefixes) {
            if (path.regionMatches(true, start, prefix, 0, prefix.length())) {
                int end = start + prefix.length();
                if (end == path.length()) {
                    return true;
                }
                char next = path.charAt(end);
                if (next == '/' || next == ';' || next == '?' || next == '#') {
                    return true;
                }
            }
        }
        return false;
    }
}
