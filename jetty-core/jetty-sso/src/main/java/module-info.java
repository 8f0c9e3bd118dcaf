/** Single sign-on: a login in one application counts in others, and a logout ends it in all. */
module org.eclipse.jetty.sso {
    requires transitive org.eclipse.jetty.security;
    requires transitive org.eclipse.jetty.session;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.security.sso;
}
