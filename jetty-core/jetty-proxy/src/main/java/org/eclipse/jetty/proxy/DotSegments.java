package org.eclipse.jetty.proxy;

/** Segments of paths that lead elsewhere (RFC 3986, section 3.3), by which a path might leave the prefix that it begins with. */
public final class DotSegments {
    private DotSegments() {}

    /**
     * Returns whether a server might take a segment for "." or "..", encoded or not: parameters do not count.
     *
     * @param path as it was sent, without a query
     */
    public static boolean isIn(String path) {
        int length = path.length();
        for (int from = 0; from <= length; ) {
            int slash = path.indexOf('/', from);
            int to = slash < 0 ? length : slash;
            if (isDots(path, from, to)) {
                return true;
            }
            from = to + 1;
        }
        return false;
    }

    private static boolean isDots(String path, int from, int to) {
        int dots = 0;
        for (int i = from; i < to && path.charAt(i) != ';'; dots++) {
            if (path.charAt(i) == '.') {
                i++;
            } else if (path.regionMatches(true, i, "%2e", 0, 3)) {
                i += 3;
            } else {
                return false;
            }
        }
        return dots == 1 || dots == 2;
    }
}
