package org.eclipse.jetty.http.pathmap;

/** Kinds of path specifications, the first to match first (Servlet 6.0 12.1). */
public enum PathSpecGroup {
    /** The root of a context alone. */
    ROOT,
    /** One path. */
    EXACT,
    /** Something variable between fixed parts. */
    MIDDLE_GLOB,
    /** A path and all below it. */
    PREFIX_GLOB,
    /** All paths of an extension. */
    SUFFIX_GLOB,
    /** Whatever nothing else matches. */
    DEFAULT
}
