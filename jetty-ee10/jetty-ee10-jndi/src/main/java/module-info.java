/** Object factories for the directories of web applications. */
@SuppressWarnings("module") // the digits name the environment
module org.eclipse.jetty.ee10.jndi {
    requires static jakarta.mail;
    requires transitive org.eclipse.jetty.jndi;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.jndi.factories;
}
