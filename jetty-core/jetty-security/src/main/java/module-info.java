/**
 * Who may do what: constraints, authenticators, login services, independent of any servlet API.
 *
 * <p>{@code org.bouncycastle.provider}, where it is there, derives Argon2, bcrypt and scrypt; {@code unboundid.ldapsdk} is the
 * client of LDAP directories.
 */
@SuppressWarnings({
    // the LDAP client has no module name of its own
    "requires-automatic",
    // the module that it exports to is compiled later
    "module"
})
module org.eclipse.jetty.security {
    requires java.naming;
    requires java.security.jgss;
    requires transitive java.sql;
    requires static org.bouncycastle.provider;
    requires static unboundid.ldapsdk;
    requires transitive org.eclipse.jetty.server;
    requires static org.jspecify;

    exports org.eclipse.jetty.security;
    exports org.eclipse.jetty.security.authentication;
    // saved requests, which other mechanisms with a login page of their own restore as well, and networks of clients
    exports org.eclipse.jetty.security.internal to
            org.eclipse.jetty.jwt,
            org.eclipse.jetty.openid;
    exports org.eclipse.jetty.security.jaas;
    exports org.eclipse.jetty.security.jaas.callback;
    exports org.eclipse.jetty.security.jaas.spi;
    exports org.eclipse.jetty.security.ldap;

    provides org.eclipse.jetty.util.security.CredentialProvider with
            org.eclipse.jetty.security.internal.hash.Argon2,
            org.eclipse.jetty.security.internal.hash.Bcrypt,
            org.eclipse.jetty.security.internal.hash.Scrypt,
            org.eclipse.jetty.security.internal.hash.Pbkdf2;

    uses org.eclipse.jetty.security.Authenticator.Factory;
}
