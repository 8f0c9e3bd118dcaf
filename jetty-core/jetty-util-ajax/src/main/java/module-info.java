/** Reads and writes JSON (RFC 8259), whole or as its bytes arrive. */
module org.eclipse.jetty.util.ajax {
    requires transitive org.eclipse.jetty.util;
    requires static org.jspecify;

    exports org.eclipse.jetty.util.ajax;
}
