package org.eclipse.jetty.ee10.servlet.api;

/** What this version of the Servlet API asks for where behaviour, not a signature, differs. Thread-safe. */
public final class ServletVersion {
    /** The major version of the specification. */
    public static final int MAJOR = 6;

    /** The minor version of the specification. */
    public static final int MINOR = 0;

    /** Whether a path with an ambiguous segment is answered 400 (Servlet 6.0 section 3.5.2). */
    public static final boolean REFUSES_AMBIGUOUS_PATHS = true;

    /** Whether static content answers POST as it does GET, as in servers of the time of Servlet 5.0 and before; else by 405. */
    public static final boolean POST_GETS_STATIC_CONTENT = false;

    /** Whether listeners that code added may not ask the context for its versions, class loader, sessions and encodings. */
    public static final boolean RESTRICTS_GETTERS_OF_ADDED_LISTENERS = false;

    /** Whether HttpServlet has a method of its own for PATCH (since Servlet 6.1). */
    public static final boolean HAS_PATCH = false;

    /** Whether the attributes of a TLS connection include the name of the protocol (since Servlet 6.1). */
    public static final boolean NAMES_SECURE_PROTOCOL = false;

    /** The name of the environment that this layer brings. */
    public static final String ENVIRONMENT = "ee10";

    private ServletVersion() {}
}
