/**
 * Access by bearer tokens (RFC 6750), and by tokens that are bound to a key of the client (RFC 9449): JSON Web Tokens that are checked here, and others that their provider is asked about.
 * Signatures and keys are those of Nimbus JOSE+JWT.
 */
@SuppressWarnings("module") // the module that it exports to is compiled later
module org.eclipse.jetty.jwt {
    requires transitive org.eclipse.jetty.security;
    requires transitive org.eclipse.jetty.client;
    requires com.nimbusds.jose.jwt;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.security.jwt;
    // providers, their keys and tokens, which logins by OpenID Connect need as well
    exports org.eclipse.jetty.security.jwt.internal to
            org.eclipse.jetty.openid;

    provides org.eclipse.jetty.security.Authenticator.Factory with
            org.eclipse.jetty.security.jwt.JwtAuthenticatorFactory;
}
