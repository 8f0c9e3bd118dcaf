package org.eclipse.jetty.security.openid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.server.handler.ServedAs;
import org.eclipse.jetty.server.handler.WithoutHost;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenIdAuthenticatorTest extends AbstractOpenIdTest {
    @Test
    void userLogsInAndTheRequestIsRepeated() throws Exception {
        start();
        String begun = browser.get("/ctx/a?p=1");
        assertThat(Browser.status(begun)).isEqualTo(302);
        Map<String, String> query = TestProvider.query(Browser.location(begun));
        assertThat(query)
                .containsEntry("response_type", "code")
                .containsEntry("client_id", "shop")
                .containsEntry("redirect_uri", transport.scheme() + "://shop.example/ctx/j_security_check")
                .containsEntry("scope", "openid")
                .containsEntry("code_challenge_method", "S256");
        assertThat(List.of(query.get("state"), query.get("nonce"), query.get("code_challenge")))
                .allMatch(value -> value.matches("[A-Za-z0-9_-]{43}"))
                .doesNotHaveDuplicates();
        String before = browser.session;
        String answer = browser.get(provider.authorize(Browser.location(begun)));
        assertThat(answer).contains("no-store");
        assertThat(browser.session).as("session id").isNotEqualTo(before);
        assertThat(Browser.location(answer)).endsWith("/ctx/a?p=1");
        assertThat(browser.get("/ctx/a?p=1")).contains("ann GET /a p=1");
        Fields token = provider.tokenRequests.get(0);
        assertThat(token.getValue("client_id")).isEqualTo("shop");
        assertThat(token.getValue("client_secret")).isEqualTo(TestProvider.SECRET);
    }

    @Test
    void loginWithoutAHostToComeBackToIsRefused() throws Exception {
        security.setAuthenticator(new OpenIdAuthenticator(builder().build()));
        security.put("/*", Constraint.ANY_USER);
        serve(new WithoutHost(security));
        assertThat(browser.get("/ctx/a")).startsWith("HTTP/1.1 400 ").contains("names no host");
    }

    @Test
    void pathOutsideOfTheContextIsNotFound() throws Exception {
        security.setAuthenticator(new OpenIdAuthenticator(builder().build()));
        security.put("/*", Constraint.ANY_USER);
        serve(new ServedAs("/other", security));
        assertThat(browser.get("/ctx/a")).startsWith("HTTP/1.1 404 ");
    }

    @Test
    void formIsRepeatedAfterTheLogin() throws Exception {
        start();
        String begun = browser.send("POST", "/ctx/a", "p=x%26y");
        String answer = browser.get(provider.authorize(Browser.location(begun)));
        assertThat(browser.get(Browser.location(answer))).contains("ann POST /a p=x&y");
        assertThat(browser.get("/ctx/a")).contains("ann GET /a p=null");
    }

    @Test
    void formOfAnEarlierLoginIsForgottenByALaterOne() throws Exception {
        start();
        String begun = browser.send("POST", "/ctx/a", "p=x");
        browser.get(provider.authorize(Browser.location(begun)));
        // the page that repeats the form was never asked for
        browser.get("/ctx/logout");
        assertThat(browser.login(provider, "/ctx/b")).contains("ann GET /b");
        assertThat(browser.get("/ctx/a")).contains("ann GET /a p=null");
    }

    @Test
    void configurationThatIsNoBeanStartsAndStopsWithTheContext() throws Exception {
        configuration = builder().build();
        security.setAuthenticator(new OpenIdAuthenticator(configuration));
        security.put("/*", Constraint.ANY_USER);
        serve();
        for (int i = 0; i < 2; i++) {
            assertThat(configuration.isStarted()).isTrue();
            assertThat(browser.login(provider, "/ctx/a")).contains("ann GET /a");
            security.stop();
            assertThat(configuration.isStopped()).isTrue();
            assertThat(configuration.getHttpClient().isStopped()).isTrue();
            browser.session = null;
            security.start();
        }
    }

    @Test
    void configurationThatIsABeanIsLeftToTheServer() throws Exception {
        configuration = builder().build();
        server.addBean(configuration);
        security.setAuthenticator(new OpenIdAuthenticator(configuration));
        security.put("/*", Constraint.ANY_USER);
        serve();
        assertThat(browser.login(provider, "/ctx/a")).contains("ann GET /a");
        security.stop();
        assertThat(configuration.isStarted()).isTrue();
    }

    @Test
    void formThatIsTooLargeIsRefusedWithoutASession() throws Exception {
        start();
        assertThat(Browser.status(browser.send("POST", "/ctx/a", "p=" + "x".repeat(5000))))
                .isEqualTo(413);
        assertThat(browser.session).isNull();
    }

    @Test
    void severalTabsLogInTogether() throws Exception {
        start();
        String first = browser.begin("/ctx/one");
        String second = browser.begin("/ctx/two");
        String third = browser.begin("/ctx/three");
        assertThat(Browser.location(browser.get(provider.authorize(second)))).endsWith("/ctx/two");
        assertThat(Browser.location(browser.get(provider.authorize(third)))).endsWith("/ctx/three");
        assertThat(Browser.location(browser.get(provider.authorize(first)))).endsWith("/ctx/one");
        assertThat(browser.get("/ctx/two")).contains("ann GET /two");
    }

    @Test
    void sessionHasTenLoginsThatHaveBegun() throws Exception {
        start();
        String eldest = browser.begin("/ctx/0");
        String second = browser.begin("/ctx/1");
        for (int i = 2; i <= 10; i++) {
            browser.begin("/ctx/" + i);
        }
        assertThat(Browser.status(browser.get(provider.authorize(eldest)))).isEqualTo(403);
        assertThat(Browser.location(browser.get(provider.authorize(second)))).endsWith("/ctx/1");
    }

    @Test
    void clientAuthenticatesByBasicAuthentication() throws Exception {
        start(builder().authenticationMethod("client_secret_basic"));
        assertThat(browser.login(provider, "/ctx/a")).contains("ann GET /a");
        Fields token = provider.tokenRequests.get(0);
        // "shop:s3cret%2B%2F+%C3%A4"
        assertThat(token.getValue("authorization")).isEqualTo("Basic c2hvcDpzM2NyZXQlMkIlMkYrJUMzJUE0");
        assertThat(token.getValue("client_secret")).isNull();
    }

    @Test
    void rolesAreThoseOfClaims() throws Exception {
        provider.claims = claims -> claims.put("realm_access", Map.of("roles", List.of("user", "admin")));
        start(builder().rolesClaims("groups", "realm_access.roles"));
        assertThat(browser.login(provider, "/ctx/admin/a"))
                .contains("ann GET /admin/a")
                .contains("admin=true");
    }

    @Test
    void userWithoutTheRoleIsForbidden() throws Exception {
        provider.claims = claims -> claims.put("groups", List.of("user"));
        start(builder().rolesClaims("groups"));
        assertThat(Browser.status(browser.login(provider, "/ctx/admin/a"))).isEqualTo(403);
        assertThat(browser.get("/ctx/a")).contains("ann GET /a");
    }

    private static HashLoginService roles() {
        UserStore store = new UserStore();
        store.addUser("ann", Credential.getCredential("*"), new String[] {"admin"});
        HashLoginService service = new HashLoginService("roles");
        service.setUserStore(store);
        return service;
    }

    @Test
    void rolesAreThoseOfAnotherLoginServiceToo() throws Exception {
        start(builder(), new OpenIdAuthenticator(), roles());
        assertThat(browser.login(provider, "/ctx/admin/a"))
                .contains("ann GET /admin/a")
                .contains("admin=true");
    }

    @Test
    void userWhomTheOtherLoginServiceDoesNotKnowIsNotLetIn() throws Exception {
        provider.user = "eve";
        start(builder(), new OpenIdAuthenticator(), roles());
        assertThat(Browser.status(browser.answer(provider, "/ctx/a"))).isEqualTo(403);
        assertThat(logged()).anyMatch(line -> line.contains("User eve") && line.contains("not known to roles"));
        assertThat(browser.get("/ctx/open/a")).contains("nobody");
    }

    @Test
    void newUsersAreLetInIfTheConfigurationSaysSo() throws Exception {
        provider.user = "eve";
        start(builder().authenticateNewUsers(true), new OpenIdAuthenticator(), roles());
        assertThat(browser.login(provider, "/ctx/a")).contains("eve GET /a").contains("admin=false");
    }

    @Test
    void nameOfTheUserIsTheConfiguredClaim() throws Exception {
        provider.claims = claims -> claims.put("preferred_username", "Ann B.");
        start(builder().userNameClaim("preferred_username"));
        assertThat(browser.login(provider, "/ctx/a")).contains("Ann B. GET /a");
    }

    @Test
    void userInfoIsAskedFor() throws Exception {
        start(builder().userInfo(true).userNameClaim("email").scopes("email,profile"));
        assertThat(browser.login(provider, "/ctx/a")).contains("ann@x.org GET /a");
        assertThat(TestProvider.query(provider.authorizations.get(0))).containsEntry("scope", "openid email profile");
    }

    @Test
    void userInfoIsAskedForAtTheEndpointOfTheMetadataWhereTheOthersAreSet() throws Exception {
        String issuer = provider.issuer();
        start(builder()
                .authorizationEndpoint(issuer + "/authorize")
                .tokenEndpoint(issuer + "/token")
                .jwksUri(issuer + "/jwks")
                .userInfo(true)
                .userNameClaim("email"));
        assertThat(browser.login(provider, "/ctx/a")).contains("ann@x.org GET /a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "/", "/a?b"})
    void redirectPathThatIsNoneIsRefused(String path) {
        OpenIdAuthenticator authenticator = new OpenIdAuthenticator();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> authenticator.setRedirectPath(path))
                .withMessageContaining("redirect path: " + path);
    }

    @Test
    void openPathKnowsTheUserWithoutAskingForALogin() throws Exception {
        start();
        assertThat(browser.get("/ctx/open/a")).contains("nobody GET");
        browser.login(provider, "/ctx/a");
        assertThat(browser.get("/ctx/open/a")).contains("ann GET");
    }

    @Test
    void anotherUserOfTheSameBrowserGetsAnotherSession() throws Exception {
        start();
        String second = browser.begin("/ctx/two");
        browser.login(provider, "/ctx/a");
        String first = browser.session;
        provider.user = "bob";
        browser.get(provider.authorize(second));
        assertThat(browser.session).isNotEqualTo(first);
        assertThat(browser.get("/ctx/a")).contains("bob GET");
        browser.session = first;
        assertThat(Browser.status(browser.get("/ctx/a"))).isEqualTo(302);
    }

    @Test
    void logoutEndsTheSessionOfTheProviderToo() throws Exception {
        start(builder(), new OpenIdAuthenticator(null, null, null, "/open/bye"), null);
        browser.login(provider, "/ctx/a");
        String response = browser.get("/ctx/logout");
        assertThat(Browser.status(response)).isEqualTo(303);
        String location = Browser.location(response);
        assertThat(location).startsWith(provider.issuer() + "/logout?");
        assertThat(TestProvider.query(location))
                .containsEntry("client_id", "shop")
                .containsEntry("post_logout_redirect_uri", transport.scheme() + "://shop.example/ctx/open/bye")
                .containsKey("id_token_hint");
        assertThat(Browser.status(browser.get("/ctx/a"))).isEqualTo(302);
    }

    @Test
    void providerThatDoesNotAnswerAtTheStartIsAskedLater() throws Exception {
        provider.answerBy("/.well-known/openid-configuration", 500, "");
        start();
        assertThat(Browser.status(browser.get("/ctx/a"))).isEqualTo(503);
        assertThat(logged()).anyMatch(line -> line.contains("cannot be reached, and is asked again at the next login"));
    }

    @Test
    void tokensAreRefreshedWhenTheyHaveExpired() throws Exception {
        provider.lifetime = 0;
        start(builder().refreshTokens(true));
        String first = browser.login(provider, "/ctx/a");
        provider.lifetime = 300;
        String second = browser.get("/ctx/a");
        assertThat(second).contains("ann GET").contains("access=access-");
        assertThat(first.substring(first.indexOf("access="))).isNotEqualTo(second.substring(second.indexOf("access=")));
        String third = browser.get("/ctx/a");
        assertThat(third.substring(third.indexOf("access="))).isEqualTo(second.substring(second.indexOf("access=")));
    }

    @Test
    void userStaysWhileTheProviderCannotRefresh() throws Exception {
        provider.lifetime = 0;
        start(builder().refreshTokens(true));
        browser.answer(provider, "/ctx/a");
        provider.answerBy("/token", 500, "");
        assertThat(browser.get("/ctx/a")).contains("ann GET");
        assertThat(logged()).anyMatch(line -> line.contains("cannot be refreshed now"));
    }

    @Test
    void refreshThatIsRefusedEndsTheLogin() throws Exception {
        provider.lifetime = 0;
        start(builder().refreshTokens(true));
        browser.answer(provider, "/ctx/a");
        // another login makes the provider forget the token
        new Browser(connector).answer(provider, "/ctx/a");
        assertThat(Browser.status(browser.get("/ctx/a"))).isEqualTo(302);
        assertThat(logged()).anyMatch(line -> line.contains("cannot be refreshed"));
    }

    @Test
    void userLogsInAgainWhenTheIdTokenHasExpired() throws Exception {
        provider.claims = claims -> claims.put("exp", java.time.Instant.now().getEpochSecond());
        start(builder().logoutWhenIdTokenIsExpired(true));
        String answer = browser.answer(provider, "/ctx/a");
        assertThat(Browser.status(answer)).as("within the skew").isIn(302, 303);
        assertThat(Browser.location(browser.get("/ctx/a"))).startsWith(provider.issuer());
    }
}
