/** Logins by OpenID Connect providers, and access by bearer tokens; signatures and keys are those of Nimbus JOSE+JWT. */
module org.eclipse.jetty.openid {
    requires transitive org.eclipse.jetty.security;
    requires transitive org.eclipse.jetty.client;
    requires com.nimbusds.jose.jwt;
    requires org.slf4j;

    exports org.eclipse.jetty.security.openid;

    provides org.eclipse.jetty.security.Authenticator.Factory with
            org.eclipse.jetty.security.openid.OpenIdAuthenticatorFactory;
}
