/** Reads annotations and inheritance from class files without loading classes, for all environments. */
module org.eclipse.jetty.annotations {
    requires transitive org.eclipse.jetty.util;
    requires org.objectweb.asm;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.annotations;
}
