/** Builds and configures objects from XML. */
module org.eclipse.jetty.xml {
    requires transitive java.xml;
    requires transitive org.eclipse.jetty.util;

    exports org.eclipse.jetty.xml;
}
