package org.eclipse.jetty.security.openid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.Fields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients with keys, and providers that the server has as beans. */
class ProvidersTest extends AbstractOpenIdTest {
    @TempDir
    Path folder;

    private String file(KeyPair pair) throws Exception {
        String pem = "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
        return Files.writeString(folder.resolve("key.pem"), pem).toString();
    }

    private SignedJWT assertion() throws Exception {
        Fields token = provider.tokenRequests.get(0);
        assertThat(token.getValue("client_secret")).isNull();
        assertThat(token.getValue("client_assertion_type"))
                .isEqualTo("urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
        SignedJWT assertion = SignedJWT.parse(token.getValue("client_assertion"));
        JWTClaimsSet claims = assertion.getJWTClaimsSet();
        assertThat(claims.getIssuer()).isEqualTo("shop");
        assertThat(claims.getSubject()).isEqualTo("shop");
        assertThat(claims.getAudience()).containsExactly(provider.issuer() + "/token");
        assertThat(claims.getJWTID()).isNotEmpty();
        assertThat(claims.getExpirationTime()).isAfter(claims.getIssueTime());
        return assertion;
    }

    @Test
    void clientAuthenticatesByAnRsaKey() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        KeyPair pair = generator.generateKeyPair();
        start(builder()
                .clientSecret(null)
                .authenticationMethod("private_key_jwt")
                .privateKeyFile(file(pair))
                .privateKeyId("k1"));
        assertThat(browser.login(provider, "/ctx/a")).contains("ann GET");
        assertThat(assertion().getHeader().getKeyID()).isEqualTo("k1");
        assertThat(assertion().verify(new RSASSAVerifier((RSAPublicKey) pair.getPublic())))
                .isTrue();
    }

    @Test
    void clientAuthenticatesByAKeyOfAnEllipticCurve() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp384r1"));
        KeyPair pair = generator.generateKeyPair();
        start(builder().authenticationMethod("private_key_jwt").privateKey(pair.getPrivate(), null));
        assertThat(browser.login(provider, "/ctx/a")).contains("ann GET");
        assertThat(assertion().getHeader().getAlgorithm().getName()).isEqualTo("ES384");
        assertThat(assertion().verify(new ECDSAVerifier((ECPublicKey) pair.getPublic())))
                .isTrue();
    }

    @Test
    void publicClientNeedsNoSecret() throws Exception {
        start(builder().clientSecret(null).authenticationMethod("none"));
        assertThat(browser.login(provider, "/ctx/a")).contains("ann GET");
        assertThat(provider.tokenRequests.get(0).getValue("client_id")).isEqualTo("shop");
    }

    @Test
    void fileWithoutAKeyIsNamed() throws Exception {
        String file = Files.writeString(folder.resolve("key.pem"), "nothing").toString();
        assertThatThrownBy(() -> builder()
                        .authenticationMethod("private_key_jwt")
                        .privateKeyFile(file)
                        .build())
                .hasMessageContaining(file)
                .hasMessageContaining("expected: -----BEGIN PRIVATE KEY-----");
    }

    /** As descriptors do it: the method, the realm, and parameters. */
    @Test
    void methodOpenIdFindsTheProviderOfTheServer() throws Exception {
        server.addBean(builder().build());
        security.setAuthenticationType("OPENID");
        security.setParameter(OpenIdAuthenticator.REDIRECT_PATH, "/back");
        security.put("/*", Constraint.ANY_USER);
        serve();
        assertThat(TestProvider.query(browser.begin("/ctx/a")).get("redirect_uri"))
                .endsWith("/ctx/back");
        assertThat(browser.login(provider, "/ctx/a")).contains("ann GET");
    }

    private ContextHandler context(String path, String realm) {
        SecurityHandler.PathMapped secured = new SecurityHandler.PathMapped(new Application());
        secured.setAuthenticationType("OPENID");
        secured.setRealmName(realm);
        secured.put("/*", Constraint.ANY_USER);
        SessionHandler each = new SessionHandler();
        each.setSessionPath("/");
        each.setHandler(secured);
        return new ContextHandler(each, path);
    }

    @Test
    void realmNamesOneOfSeveralProviders() throws Exception {
        try (TestProvider second = new TestProvider()) {
            second.user = "bob";
            server.addBean(builder().build());
            server.addBean(new OpenIdConfiguration(second.issuer(), "shop", TestProvider.SECRET));
            connector = new TestConnector(transport, server);
            server.setHandler(
                    new ContextHandlerCollection(context("/one", provider.issuer()), context("/two", second.issuer())));
            server.start();
            browser = new Browser(connector);
            assertThat(browser.login(provider, "/one/a")).contains("ann GET");
            browser = new Browser(connector);
            assertThat(browser.login(second, "/two/a")).contains("bob GET");
        }
    }

    @Test
    void realmOfNoProviderFailsTheStart() {
        server.addBean(builder().build());
        security.setAuthenticationType("OPENID");
        security.setRealmName("https://other.example");
        assertThatThrownBy(this::serve)
                .hasMessageContaining("OpenID providers for realm https://other.example: 0 (expected: 1")
                .hasMessageContaining(provider.issuer());
    }
}
