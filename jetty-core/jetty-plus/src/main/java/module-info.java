/** Injection and life-cycle callbacks of objects that a container makes, without a word about annotations or servlets. */
module org.eclipse.jetty.plus {
    requires transitive org.eclipse.jetty.util;

    exports org.eclipse.jetty.plus.annotation;
}
