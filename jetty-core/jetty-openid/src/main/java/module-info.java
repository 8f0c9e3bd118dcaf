/** Logins by OpenID Connect providers; their tokens are checked by {@code org.eclipse.jetty.jwt}. */
module org.eclipse.jetty.openid {
    requires transitive org.eclipse.jetty.jwt;
    requires com.nimbusds.jose.jwt;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.security.openid;

    provides org.eclipse.jetty.security.Authenticator.Factory with
            org.eclipse.jetty.security.openid.OpenIdAuthenticatorFactory;
}
