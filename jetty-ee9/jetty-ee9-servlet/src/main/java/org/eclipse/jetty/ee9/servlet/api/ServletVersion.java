package org.eclipse.jetty.ee9.servlet.api;

/** What this version of the Servlet API asks for where behaviour, not a signature, differs. Thread-safe. */
public final class ServletVersion {
    /** The major version of the specification. */
    public static final int MAJOR = 5;

    /** The minor version of the specification. */
    public static final int MINOR = 0;

    /** Whether a path with an ambiguous segment is answered 400 (since Servlet 6.0). */
    public static final boolean REFUSES_AMBIGUOUS_PATHS = false;

    /** The name of the environment that this layer brings. */
    public static final String ENVIRONMENT = "ee9";

    private ServletVersion() {}
}
