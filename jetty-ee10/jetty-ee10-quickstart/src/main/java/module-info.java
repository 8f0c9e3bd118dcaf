/** Web applications that start from a descriptor that was made of them before. */
// the digits are those of the environment's name
@SuppressWarnings("module")
module org.eclipse.jetty.ee10.quickstart {
    requires transitive org.eclipse.jetty.ee10.annotations;
    requires transitive org.eclipse.jetty.ee10.webapp;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.quickstart;

    provides org.eclipse.jetty.ee10.webapp.Configuration with
            org.eclipse.jetty.ee10.quickstart.QuickStartConfiguration;
}
