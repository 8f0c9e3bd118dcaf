/** Annotations and ServletContainerInitializers of web applications (Servlet chapter 8). */
// the digits are those of the environment's name
@SuppressWarnings("module")
module org.eclipse.jetty.ee10.annotations {
    requires jakarta.annotation;
    requires transitive org.eclipse.jetty.annotations;
    requires transitive org.eclipse.jetty.ee10.plus;
    requires transitive org.eclipse.jetty.ee10.webapp;
    requires transitive org.eclipse.jetty.plus;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.annotations;

    uses jakarta.servlet.ServletContainerInitializer;

    provides org.eclipse.jetty.ee10.webapp.Configuration with
            org.eclipse.jetty.ee10.annotations.AnnotationConfiguration;
}
