package org.eclipse.jetty.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients with tokens, RFC 6750. */
class JwtAuthenticatorTest extends AbstractJwtTest {
    @Test
    void clientWithATokenIsItsUserWithoutASession() throws Exception {
        start();
        String response = askWith(issuer.token(), "/a");
        assertThat(response)
                .contains(" 200 ", "ann by JWT admin=false read=false client=phone")
                .doesNotContain("Set-Cookie");
        await().untilAsserted(() -> assertThat(accessLog).anyMatch(line -> line.contains(" ann ")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bearer ", "BEARER ", "Bearer   "})
    void schemeIsNotCaseSensitive(String scheme) throws Exception {
        start();
        assertThat(ask("/a", "Authorization: " + scheme + issuer.token() + "\r\n"))
                .contains("ann by JWT");
    }

    /** RFC 6750, section 3.1: without authentication information there is no error code. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Authorization: Basic YTpi\r\n", "Authorization: Bearers x\r\n"})
    void clientWithoutATokenIsChallengedWithoutAnErrorCode(String fields) throws Exception {
        start();
        assertThat(ask("/a", fields))
                .contains(" 401 ", "WWW-Authenticate: Bearer realm=\"api\"\r\n")
                .doesNotContain("Set-Cookie");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer",
                "Bearer  ",
                "Bearer a b",
                "Bearer a,b",
                "Bearer \"a\"",
                "Bearer =",
                "Bearer a=b",
                "Bearer a\\b",
                "Bearer a\tb",
                "Bearer a\r\nAuthorization: Bearer a",
                "Bearer a\r\nAuthorization: Basic YTpi",
                "x\r\nAuthorization: Bearer a"
            })
    void requestThatIsMalformedIs400(String authorization) throws Exception {
        start();
        assertThat(ask("/a", "Authorization: " + authorization + "\r\n"))
                .contains(
                        " 400 ",
                        "WWW-Authenticate: Bearer realm=\"api\", error=\"invalid_request\", error_description=\"");
    }

    @Test
    void tokenInTheQueryOrAFormIsNotUsed() throws Exception {
        start();
        String token = issuer.token();
        String query = ask("/a?access_token=" + token, "");
        // a client that sends a token so has it in the log
        await().untilAsserted(() -> assertThat(accessLog).hasSize(1));
        accessLog.clear();
        assertThat(query).contains(" 401 ", "WWW-Authenticate: Bearer realm=\"api\"\r\n");
        String form = "access_token=" + token;
        assertThat(connector.getResponse("POST /ctx/a HTTP/1.1\r\nHost: h\r\nContent-Type:"
                        + " application/x-www-form-urlencoded\r\nContent-Length: " + form.length() + "\r\n\r\n" + form))
                .contains(" 401 ", "WWW-Authenticate: Bearer realm=\"api\"\r\n");
    }

    @Test
    void userIsKnownWherePathsNeedNone() throws Exception {
        start();
        assertThat(askWith(issuer.token(), "/open/a")).contains("ann by JWT", "client=phone");
        assertThat(ask("/open/a", "")).contains("nobody");
        assertThat(askWith(issuer.token(claims -> claims.put("aud", "other")), "/open/a"))
                .contains(" 200 ", "nobody");
    }

    @Test
    void claimsGiveRoles() throws Exception {
        start(builder().rolesClaims("groups", "realm_access.roles"));
        assertThat(askWith(issuer.token(claims -> claims.put("groups", List.of("admin"))), "/admin/a"))
                .contains("admin=true");
        assertThat(askWith(
                        issuer.token(claims -> claims.put("realm_access", Map.of("roles", List.of("admin")))),
                        "/admin/a"))
                .contains("admin=true");
    }

    /** RFC 6750, section 3.1: insufficient_scope. */
    @Test
    void tokenWithoutTheRoleIs403() throws Exception {
        start();
        assertThat(askWith(issuer.token(), "/admin/a"))
                .contains(
                        " 403 ",
                        "WWW-Authenticate: Bearer realm=\"api\", error=\"insufficient_scope\","
                                + " error_description=\"The access token does not allow this\"\r\n");
    }

    @Test
    void scopesAreRolesByOption() throws Exception {
        start(builder().scopesAsRoles(true));
        assertThat(askWith(issuer.token(), "/read/a")).contains("read=true");
        assertThat(askWith(issuer.token(), "/delete/a"))
                .contains(" 403 ", "error=\"insufficient_scope\"", ", scope=\"delete\"\r\n");
        assertThat(askWith(
                        issuer.token(claims -> {
                            claims.remove("scope");
                            claims.put("scp", List.of("delete"));
                        }),
                        "/delete/a"))
                .contains(" 200 ");
    }

    @Test
    void rolesOfScopesMayHaveAPrefix() throws Exception {
        start(builder().scopesAsRoles(true).scopeRolePrefix("SCOPE_"));
        assertThat(askWith(issuer.token(), "/read/a")).contains(" 403 ").doesNotContain("scope=\"");
        assertThat(askWith(issuer.token(claims -> claims.put("scope", "x y")), "/a"))
                .contains("read=false");
    }

    @Test
    void userNameIsThatOfTheClaim() throws Exception {
        start(builder().userNameClaim("client_id"));
        assertThat(askWith(issuer.token(), "/a")).contains("phone by JWT");
        assertRefused(askWith(issuer.token(claims -> claims.remove("client_id")), "/a"), "claim client_id is missing");
    }

    @Test
    void oneOfSeveralAudiencesIsEnough() throws Exception {
        start(builder().audiences("other,third"));
        assertThat(askWith(issuer.token(claims -> claims.put("aud", List.of("x", "third"))), "/a"))
                .contains("ann by JWT");
    }

    @Test
    void tokensOfSeveralIssuersAreThoseOfTheirOwnKeys() throws Exception {
        try (TokenIssuer second = new TokenIssuer()) {
            second.key = TestKeys.newKey("first");
            security.setAuthenticator(new JwtAuthenticator());
            security.setLoginService(new JwtLoginService(
                    "api", builder().build(), new JwtIssuer.Builder(second.issuer(), TokenIssuer.AUDIENCE).build()));
            serve();
            assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
            assertThat(askWith(second.token(claims -> claims.put("sub", "bob")), "/a"))
                    .contains("bob by JWT");
            assertRefused(
                    askWith(second.token(claims -> claims.put("iss", issuer.issuer())), "/a"),
                    "the signature is wrong");
        }
    }

    @ParameterizedTest
    @CsvSource({"JWT, JWT", "at+jwt, at+jwt", "application/at+jwt, at+jwt", "at+JWT, at+jwt", ", JWT"})
    void typesAreThoseThatAreAccepted(String type, String accepted) throws Exception {
        start(builder().types(accepted));
        String token = TokenIssuer.sign(
                issuer.header().type(type == null ? null : new com.nimbusds.jose.JOSEObjectType(type)),
                issuer.key,
                issuer.claims());
        assertThat(askWith(token, "/a")).contains("ann by JWT");
    }

    private static HashLoginService users() {
        HashLoginService users = new HashLoginService("users");
        UserStore store = new UserStore();
        store.addUser("carl", Credential.getCredential("secret"), new String[0]);
        users.setUserStore(store);
        return users;
    }

    @Test
    void descriptorNamesTheMethodAndTheRealm() throws Exception {
        server.addBean(new JwtLoginService("api", builder().build()));
        server.addBean(users());
        security.setAuthenticationType("JWT");
        security.setRealmName("api");
        serve();
        assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
    }

    @Test
    void methodWithoutARealmFindsTheOnlyServiceOfTokens() throws Exception {
        server.addBean(new JwtLoginService("api", builder().build()));
        server.addBean(users());
        security.setAuthenticationType("JWT");
        serve();
        assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
    }

    @Test
    void serviceThatIsNoBeanStartsWithTheContext() throws Exception {
        security.setAuthenticator(
                new JwtAuthenticator(new JwtLoginService("api", builder().build())));
        serve();
        assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
    }

    @Test
    void realmOfNoServiceFailsTheStart() {
        server.addBean(new JwtLoginService("api", builder().build()));
        security.setAuthenticationType("JWT");
        security.setRealmName("other");
        assertThatThrownBy(this::serve)
                .hasMessageContaining("JwtLoginService beans for realm other: 0 (expected: 1")
                .hasMessageContaining("[api]");
    }
}
