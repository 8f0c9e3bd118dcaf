package org.eclipse.jetty.security.openid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.MultiAuthenticator;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.security.authentication.FormAuthenticator;
import org.eclipse.jetty.security.jwt.JwtAuthenticator;
import org.eclipse.jetty.security.jwt.JwtIssuer;
import org.eclipse.jetty.security.jwt.JwtLoginService;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two providers, a form and Basic authentication in one application. */
class MultiAuthenticatorTest extends AbstractOpenIdTest {
    private final MultiAuthenticator multi = new MultiAuthenticator();
    private TestProvider second;

    @BeforeEach
    void addAuthenticators() throws Exception {
        second = new TestProvider();
        second.user = "bob";
        OpenIdConfiguration one = builder().authenticateNewUsers(true).build();
        OpenIdConfiguration two = new OpenIdConfiguration.Builder(second.issuer(), "shop", TestProvider.SECRET)
                .authenticateNewUsers(true)
                .build();
        server.addBean(one);
        server.addBean(two);
        UserStore store = new UserStore();
        store.addUser("carl", Credential.getCredential("secret"), new String[] {"admin"});
        HashLoginService service = new HashLoginService("users");
        service.setUserStore(store);
        multi.addAuthenticator("/login/one", new OpenIdAuthenticator(one));
        multi.addAuthenticator("/login/two/*", new OpenIdAuthenticator(two, "/back/two", null));
        multi.addAuthenticator("/login/form", new FormAuthenticator("/open/form", null, false));
        multi.addAuthenticator("/login/basic", new BasicAuthenticator());
        security.setAuthenticator(multi);
        security.setLoginService(service);
        security.put("/open/*", Constraint.ALLOWED);
        security.put("/admin/*", Constraint.from("admin"));
        security.put("/*", Constraint.ANY_USER);
    }

    @AfterEach
    void stopSecond() throws Exception {
        second.close();
    }

    @Test
    void plainPageLinksToTheAuthenticators() throws Exception {
        serve();
        String page = browser.get("/ctx/a?p=1");
        assertThat(Browser.status(page)).isEqualTo(200);
        assertThat(page)
                .contains("<a href=\"/ctx/login/one\">one</a>", "<a href=\"/ctx/login/two\">two</a>", "no-store")
                .doesNotContain("p=1");
    }

    @Test
    void plainPageLinksToTheAuthenticatorsOfAContextWhosePathIsEncoded() throws Exception {
        contextPath = "/a b";
        multi.addAuthenticator("/login/ü", new BasicAuthenticator());
        serve();
        String page = browser.get("/a%20b/a");
        assertThat(page).contains("<a href=\"/a%20b/login/one\">one</a>", "<a href=\"/a%20b/login/%C3%BC\">");
    }

    @Test
    void userLogsInByTheChosenProviderAndComesBack() throws Exception {
        serve();
        browser.get("/ctx/a?p=1");
        String answer = browser.answer(second, "/ctx/login/two/x");
        assertThat(Browser.location(answer)).endsWith("/ctx/login/two/x");
        String back = browser.get(Browser.location(answer));
        assertThat(Browser.location(back)).endsWith("/ctx/a?p=1");
        assertThat(browser.get("/ctx/a?p=1")).contains("bob GET /a p=1");
        assertThat(browser.get("/ctx/open/a")).contains("bob GET");
        assertThat(browser.get("/ctx/login/one"))
                .as("who has logged in stays so")
                .contains("bob GET /login/one");
    }

    @Test
    void loginPageOfTheApplicationIsShown() throws Exception {
        multi.setLoginPath("/open/choose");
        serve();
        String location = Browser.location(browser.get("/ctx/a"));
        assertThat(location).endsWith("/ctx/open/choose");
        assertThat(browser.get(location)).contains("nobody GET /open/choose");
    }

    @Test
    void loginPageIsServedInPlaceOfTheRequest() throws Exception {
        multi.setLoginPath("/open/choose");
        multi.setDispatch(true);
        serve();
        assertThat(browser.get("/ctx/a")).contains("nobody GET /open/choose");
    }

    @Test
    void userLogsInByTheForm() throws Exception {
        serve();
        browser.get("/ctx/admin/a");
        assertThat(Browser.location(browser.get("/ctx/login/form"))).endsWith("/ctx/open/form");
        String wrong = browser.send("POST", "/ctx/j_security_check", "j_username=carl&j_password=x");
        assertThat(Browser.status(wrong)).isEqualTo(403);
        String right = browser.send("POST", "/ctx/j_security_check", "j_username=carl&j_password=secret");
        assertThat(Browser.location(browser.get(Browser.location(right)))).endsWith("/ctx/admin/a");
        assertThat(browser.get("/ctx/admin/a")).contains("carl GET /admin/a");
    }

    @Test
    void credentialsOfARequestNeedNoLoginPage() throws Exception {
        serve();
        String request = "GET /ctx/admin/a HTTP/1.1\r\nHost: h\r\n%s\r\n";
        String right = "Authorization: " + BasicAuthenticator.authorization("carl", "secret") + "\r\n";
        assertThat(connector.getResponse(request.formatted(right))).contains("carl GET /admin/a");
        String wrong = "Authorization: " + BasicAuthenticator.authorization("carl", "x") + "\r\n";
        assertThat(connector.getResponse(request.formatted(wrong))).contains("<h1>Log in</h1>");
        assertThat(connector.getResponse(request.formatted("").replace("admin/a", "login/basic")))
                .contains("401 Unauthorized", "WWW-Authenticate: Basic realm=\"users\"");
    }

    @Test
    void twoTabsLogInAtTwoProviders() throws Exception {
        serve();
        String one = provider.authorize(browser.begin("/ctx/login/one"));
        String two = second.authorize(browser.begin("/ctx/login/two"));
        browser.get(one);
        assertThat(browser.get("/ctx/a"))
                .as("who chose the other one meanwhile")
                .contains("ann GET");
        browser.get(two);
        assertThat(browser.get("/ctx/a")).contains("bob GET");
        assertThat(Browser.location(browser.get("/ctx/logout"))).startsWith(second.issuer() + "/logout?");
    }

    /**
     * Mix-up (RFC 9700, section 4.4.1): the second provider sends the browser on to the first one with the state of its own login. The code
     * of the first one must not be sent to the second one, whatever the metadata of both say of the issuer in responses.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void codeOfOneProviderIsNeverSentToAnother(boolean issuerInResponse) throws Exception {
        for (TestProvider each : List.of(provider, second)) {
            each.metadata =
                    document -> document.put("authorization_response_iss_parameter_supported", issuerInResponse);
        }
        serve();
        String atTwo = browser.begin("/ctx/login/two");
        // the first provider knows no other redirect URI
        String atOne = atTwo.replace(second.issuer(), provider.issuer()).replace("back%2Ftwo", "j_security_check");
        String answer = provider.authorize(atOne);
        assertThat(answer).contains("/ctx/j_security_check?");
        String sent = issuerInResponse ? answer : answer.replaceFirst("&iss=[^&]*", "");
        assertThat(Browser.status(browser.get(sent))).isEqualTo(403);
        assertThat(provider.tokenRequests).isEmpty();
        assertThat(second.tokenRequests).isEmpty();
        assertThat(logged()).anyMatch(line -> line.contains("begun at another provider"));
        assertThat(browser.get("/ctx/open/a")).contains("nobody");
    }

    @Test
    void providersThatShareARedirectPathFailTheStart() {
        multi.addAuthenticator(
                "/login/three",
                new OpenIdAuthenticator(new OpenIdConfiguration("http://localhost:1", "shop", "secret")));
        assertThatThrownBy(this::serve)
                .hasMessageContaining(
                        "path of the provider of the login at /login/three: /j_security_check (expected: one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"back", "front", "login"})
    void providersThatShareALogoutPathFailTheStart(String kind) {
        OpenIdAuthenticator three = new OpenIdAuthenticator(
                new OpenIdConfiguration("http://localhost:1", "shop", "secret"), "/back/three", null);
        OpenIdAuthenticator four = new OpenIdAuthenticator(
                new OpenIdConfiguration("http://localhost:2", "shop", "secret"), "/back/four", null);
        three.setBackChannelLogoutPath("/bye");
        switch (kind) {
            case "back" -> four.setBackChannelLogoutPath("/bye");
            case "front" -> four.setFrontChannelLogoutPath("/bye");
            default -> four.setRedirectPath("/bye");
        }
        multi.addAuthenticator("/login/three", three);
        multi.addAuthenticator("/login/four", four);
        assertThatThrownBy(this::serve)
                .hasMessageContaining(
                        "path of the provider of the login at /login/four: /bye (expected: one that no other");
    }

    @Test
    void logoutIsThatOfTheAuthenticator() throws Exception {
        serve();
        browser.get(provider.authorize(browser.begin("/ctx/login/one")));
        assertThat(browser.get("/ctx/a")).contains("ann GET");
        assertThat(Browser.location(browser.get("/ctx/logout"))).startsWith(provider.issuer() + "/logout?");
        assertThat(browser.get("/ctx/a")).contains("<h1>Log in</h1>");
    }

    private void addTokens() {
        JwtLoginService service = new JwtLoginService(
                "api",
                new JwtIssuer.Builder(provider.issuer(), "https://api.example")
                        .types("at+jwt")
                        .rolesClaims("groups")
                        .build());
        server.addBean(service);
        multi.addAuthenticator(new JwtAuthenticator(service));
    }

    private String accessToken(String... groups) throws Exception {
        Map<String, Object> claims = provider.newClaims();
        claims.put("aud", "https://api.example");
        claims.put("groups", List.of(groups));
        return provider.sign("at+jwt", claims);
    }

    private String ask(String path, String... fields) throws Exception {
        return connector.getResponse("GET /ctx" + path + " HTTP/1.1\r\nHost: h\r\n"
                + Stream.of(fields).map(field -> field + "\r\n").collect(Collectors.joining()) + "\r\n");
    }

    @Test
    void clientWithATokenNeedsNoLoginPageAndNoSession() throws Exception {
        addTokens();
        serve();
        assertThat(ask("/a", "Authorization: Bearer " + accessToken()))
                .contains("ann GET /a")
                .doesNotContain("Set-Cookie");
        assertThat(ask("/admin/a", "Authorization: Bearer " + accessToken("admin")))
                .contains("admin=true");
        assertThat(ask("/admin/a", "Authorization: Bearer " + accessToken()))
                .contains(" 403 ", "WWW-Authenticate: Bearer realm=\"api\", error=\"insufficient_scope\"");
    }

    @Test
    void clientsOfAnApiAreChallengedAndBrowsersGetTheLoginPage() throws Exception {
        addTokens();
        serve();
        String bearer = "WWW-Authenticate: Bearer realm=\"api\"\r\n";
        String html = "Accept: text/html,application/xhtml+xml,*/*;q=0.8";
        assertThat(ask("/a")).contains(" 401 ", bearer).doesNotContain("Set-Cookie");
        assertThat(ask("/a", "Accept: */*")).contains(" 401 ", bearer);
        assertThat(ask("/a", "Accept: application/json, text/html;q=0")).contains(" 401 ", bearer);
        assertThat(ask("/a", html))
                .contains(" 200 ", "<h1>Log in</h1>", "login/one")
                .doesNotContain("without");
        assertThat(ask("/a", html, "Authorization: Bearer x"))
                .contains(" 401 ", "error=\"invalid_token\"")
                .doesNotContain("Set-Cookie");
        assertThat(ask("/a", html, "Authorization: Bearer")).contains(" 400 ", "error=\"invalid_request\"");
        assertThat(ask("/admin/a", "Authorization: " + BasicAuthenticator.authorization("carl", "secret")))
                .contains("carl GET /admin/a");
    }

    @Test
    void idTokenOfTheSameProviderIsNoAccessToken() throws Exception {
        addTokens();
        serve();
        assertThat(ask("/a", "Authorization: Bearer " + provider.sign("JWT", provider.newClaims())))
                .contains(" 401 ", "error=\"invalid_token\"");
    }

    @Test
    void userWhoLoggedInByABrowserIsThatOfTheSession() throws Exception {
        addTokens();
        serve();
        browser.get(provider.authorize(browser.begin("/ctx/login/one")));
        assertThat(browser.get("/ctx/a")).contains("ann GET");
        assertThat(browser.get("/ctx/admin/a")).contains(" 403 ").doesNotContain("WWW-Authenticate");
    }

    @Test
    void twoAuthenticatorsOfOnePathAreRefused() {
        assertThatThrownBy(() -> multi.addAuthenticator("/login/one", new BasicAuthenticator()))
                .hasMessageContaining("path of an authenticator: /login/one");
    }
}
