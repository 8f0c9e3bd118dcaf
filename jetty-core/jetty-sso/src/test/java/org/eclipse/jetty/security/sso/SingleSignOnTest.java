package org.eclipse.jetty.security.sso;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.security.authentication.DigestAuthenticator;
import org.eclipse.jetty.security.authentication.LoginAuthenticator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins, logouts and what they mean in other contexts of one server. */
class SingleSignOnTest {
    private static final String ANN = "Authorization: " + BasicAuthenticator.authorization("ann", "secret");
    private static final String BOB = "Authorization: " + BasicAuthenticator.authorization("bob", "word");
    private static final String PAGE = "Accept: text/html";

    private SignOnServer server;
    private final Browser browser = new Browser();

    @BeforeEach
    void makeServer() throws Exception {
        server = new SignOnServer();
        server.add("/one", SignOnServer.form(), SignOnServer.users("realm", "admin"));
        server.add("/two", SignOnServer.form(), SignOnServer.users("realm", "guest"));
        server.add("/basic", new BasicAuthenticator(), SignOnServer.users("realm", "admin"));
        server.add("/digest", new DigestAuthenticator(), SignOnServer.users("realm", "admin"));
        server.add("/foreign", SignOnServer.form(), SignOnServer.users("another", "admin"));
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private String get(String path, String... fields) throws Exception {
        return browser.get(server, path, fields);
    }

    private void assertUser(String user, String path, String... fields) throws Exception {
        assertThat(get(path, fields)).startsWith("HTTP/1.1 200").contains("user=" + user + " ");
    }

    private void assertLoginPage(String path) throws Exception {
        String context = path.substring(0, path.indexOf('/', 1));
        assertThat(get(path)).startsWith("HTTP/1.1 302").contains("Location: ").contains(context + "/login");
    }

    @Test
    void loginInOneContextCountsInOthersOfTheRealm() throws Exception {
        server.start();
        assertLoginPage("/one/secret/");
        assertThat(browser.login(server, "/one", "ann", "secret"))
                .contains("HTTP/1.1 303")
                .containsPattern("Set-Cookie: JETTY_SSO=[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{22};[^\r\n]*Path=/")
                .containsPattern("JETTY_SSO=[^\r\n]*HttpOnly")
                .containsPattern("JETTY_SSO=[^\r\n]*SameSite=Lax")
                .doesNotContainPattern("JETTY_SSO=[^\r\n]*(Secure|Max-Age|Domain)");
        assertUser("ann", "/one/secret/");
        assertThat(get("/two/secret/")).startsWith("HTTP/1.1 200").contains("user=ann by FORM");
        assertUser("ann", "/basic/secret/");
        // a page that needs no user may ask for it
        assertUser("ann", "/two/open");
        assertThat(server.service.getLogins()).isOne();
        assertThat(server.service.getAccepted()).isPositive();
    }

    @Test
    void rolesAreThoseOfEachContext() throws Exception {
        server.start();
        browser.login(server, "/one", "ann", "secret");
        assertUser("ann", "/one/admin/");
        assertThat(get("/two/admin/")).startsWith("HTTP/1.1 403");
        assertUser("ann", "/basic/admin/");
    }

    @Test
    void loginOfAnotherRealmDoesNotCount() throws Exception {
        server.start();
        browser.login(server, "/foreign", "ann", "secret");
        assertUser("ann", "/foreign/secret/");
        assertLoginPage("/one/secret/");
        assertThat(get("/basic/secret/")).startsWith("HTTP/1.1 401");
    }

    @Test
    void realmsAndContextsMayBeLeftOut() throws Exception {
        server.service.setRealms(Set.of("another"));
        server.start();
        assertThat(browser.login(server, "/one", "ann", "secret")).doesNotContain("JETTY_SSO");
        assertLoginPage("/two/secret/");
        server.close();

        server = new SignOnServer();
        server.add("/one", SignOnServer.form(), SignOnServer.users("realm"));
        server.add("/alone", SignOnServer.form(), SignOnServer.users("realm"))
                .setParameter(LoginAuthenticator.SINGLE_SIGN_ON, "false");
        server.start();
        browser.cookies.clear();
        browser.login(server, "/one", "ann", "secret");
        assertLoginPage("/alone/secret/");
        browser.login(server, "/alone", "ann", "secret");
        get("/alone/logout");
        assertLoginPage("/alone/secret/");
        assertUser("ann", "/one/secret/");
    }

    @Test
    void logoutEndsTheSessionsOfAllContextsAndCallsTheirListeners() throws Exception {
        server.start();
        browser.login(server, "/one", "ann", "secret");
        get("/two/secret/session");
        get("/basic/secret/session");
        Browser stolen = browser.copy();
        assertThat(get("/two/logout"))
                .contains("user=none")
                .containsPattern("JETTY_SSO=;[^\r\n]*Expires=Thu, 01 Jan 1970");
        assertThat(server.destroyed).containsExactlyInAnyOrder("/one", "/basic");
        for (Browser each : new Browser[] {browser, stolen}) {
            assertThat(each.get(server, "/one/secret/")).startsWith("HTTP/1.1 302");
            assertThat(each.get(server, "/two/secret/")).startsWith("HTTP/1.1 302");
            assertThat(each.get(server, "/basic/secret/")).startsWith("HTTP/1.1 401");
        }
        assertThat(server.service.getLogouts()).isOne();
        assertThat(server.service.getSessions()).isZero();
    }

    @Test
    void applicationThatInvalidatesItsSessionLogsOutEverywhere() throws Exception {
        server.start();
        browser.login(server, "/one", "ann", "secret");
        get("/two/secret/session");
        get("/one/invalidate");
        assertThat(server.destroyed).contains("/one", "/two");
        assertLoginPage("/two/secret/");
    }

    @Test
    void applicationThatInvalidatesItsSessionEndsThatAloneIfSetSo() throws Exception {
        server.service.setLogoutOnInvalidate(false);
        server.start();
        browser.login(server, "/one", "ann", "secret");
        get("/two/secret/session");
        get("/one/invalidate");
        assertUser("ann", "/two/secret/");
        assertUser("ann", "/one/secret/");
    }

    @Test
    void sessionThatIsGoneDoesNotEndTheSignOn() throws Exception {
        server.start();
        browser.login(server, "/one", "ann", "secret");
        assertUser("ann", "/two/secret/");
        browser.cookies.keySet().removeIf(cookie -> cookie.name().equals("JSESSIONID"));
        assertUser("ann", "/one/secret/");
        assertUser("ann", "/two/secret/");
    }

    @Test
    void sessionIsEnoughForAClientThatDoesNotSendTheCookie() throws Exception {
        server.start();
        browser.login(server, "/one", "ann", "secret");
        browser.cookies.remove(new Browser.Cookie("/", "JETTY_SSO"));
        assertUser("ann", "/one/secret/");
        assertLoginPage("/two/secret/");
    }

    @Test
    void idOfASessionIsAnotherOnceTheSignOnAuthenticatesIt() throws Exception {
        server.start();
        get("/two/session");
        String planted = browser.session("/two");
        assertThat(planted).isNotNull();
        Browser attacker = browser.copy();
        browser.login(server, "/one", "ann", "secret");
        assertUser("ann", "/two/secret/");
        assertThat(browser.session("/two")).isNotEqualTo(planted);
        assertThat(attacker.get(server, "/two/secret/")).startsWith("HTTP/1.1 302");
    }

    @Test
    void idOfAnotherContextThatWasPlantedDoesNotLetItsOwnerIn() throws Exception {
        server.start();
        Browser attacker = new Browser();
        attacker.get(server, "/two/session");
        String planted = attacker.session("/two");
        attacker.cookies.put(new Browser.Cookie("/digest", "JSESSIONID"), planted);
        browser.login(server, "/one", "ann", "secret");
        browser.cookies.put(new Browser.Cookie("/digest", "JSESSIONID"), planted);
        // the application makes a session, and the server gives it the id that the client has in another context
        assertUser("ann", "/digest/secret/session");
        assertThat(attacker.get(server, "/digest/secret/")).startsWith("HTTP/1.1 401");
        assertUser("ann", "/digest/secret/");
        assertThat(attacker.get(server, "/digest/secret/")).startsWith("HTTP/1.1 401");
        assertThat(browser.session("/digest")).isNotEqualTo(planted);
    }

    @Test
    void sessionThatWaitedForALoginLivesAsLongAsOthersOnceTheSignOnAuthenticatesIt() throws Exception {
        server.start();
        assertLoginPage("/two/secret/a?b=c");
        browser.login(server, "/one", "ann", "secret");
        assertThat(get("/two/secret/a?b=c")).contains("user=ann").contains("X-Interval: -1\r\n");
    }

    @Test
    void eachLoginGivesAnotherSecretAndTheOneBeforeIsWorthless() throws Exception {
        server.start();
        browser.login(server, "/one", "ann", "secret");
        String before = browser.signOn();
        browser.login(server, "/two", "ann", "secret");
        assertThat(browser.signOn()).isNotEqualTo(before);
        assertUser("ann", "/one/secret/");
        Browser attacker = new Browser();
        attacker.signOn(before);
        assertThat(attacker.get(server, "/one/secret/")).startsWith("HTTP/1.1 302");
        attacker.signOn(browser.signOn());
        assertThat(attacker.get(server, "/one/secret/")).startsWith("HTTP/1.1 200");
    }

    @Test
    void loginOfAnotherUserEndsTheSessionsOfTheOneBefore() throws Exception {
        server.start();
        browser.login(server, "/one", "ann", "secret");
        get("/two/secret/session");
        Browser before = browser.copy();
        browser.login(server, "/two", "bob", "word");
        assertThat(server.destroyed).contains("/one", "/two");
        assertUser("bob", "/two/secret/");
        assertUser("bob", "/one/secret/");
        assertThat(before.get(server, "/one/secret/")).startsWith("HTTP/1.1 302");
    }

    @Test
    void loginByTheApplicationBeginsASignOn() throws Exception {
        server.start();
        assertThat(get("/one/enter")).contains("user=bob");
        assertUser("bob", "/two/secret/");
    }

    @Test
    void sessionOfAnotherUserIsNotKeptForTheUserOfTheCookie() throws Exception {
        server.start();
        browser.login(server, "/one", "ann", "secret");
        get("/two/secret/session");
        Browser other = new Browser();
        other.login(server, "/one", "bob", "word");
        browser.signOn(other.signOn());
        assertUser("bob", "/two/secret/");
        assertThat(server.destroyed).containsExactly("/two");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "x.y",
                "AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA",
                "../../../etc/passwd.AAAAAAAAAAAAAAAAAAAAAA",
                "AAAAAAAAAAAAAAAAAAAAAA",
                "AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA",
                "%00%00%00%00%00%00%00.AAAAAAAAAAAAAAAAAAAAAA"
            })
    void guessedCookiesAreOfNobody(String value) throws Exception {
        server.start();
        browser.signOn(value);
        assertLoginPage("/one/secret/");
        assertThat(get("/basic/secret/")).startsWith("HTTP/1.1 401");
    }

    @Test
    void idWithoutTheSecretIsOfNobody() throws Exception {
        server.start();
        browser.login(server, "/one", "ann", "secret");
        String id = browser.signOn().substring(0, 22);
        Browser attacker = new Browser();
        attacker.signOn(id + ".AAAAAAAAAAAAAAAAAAAAAA");
        assertThat(attacker.get(server, "/two/secret/")).startsWith("HTTP/1.1 302");
    }

    @Test
    void credentialsOfEachRequestBeginASignOnWhereABrowserLoadsAPage() throws Exception {
        server.start();
        assertThat(get("/basic/secret/", ANN)).contains("user=ann").doesNotContain("JETTY_SSO");
        assertThat(get("/basic/secret/", ANN, PAGE)).contains("user=ann").contains("Set-Cookie: JETTY_SSO=");
        String signOn = browser.signOn();
        assertThat(get("/basic/secret/", ANN, PAGE)).contains("user=ann").doesNotContain("JETTY_SSO");
        assertUser("ann", "/one/secret/");
        // credentials of another user are those of one request
        assertUser("bob", "/basic/secret/", BOB, PAGE);
        assertThat(browser.signOn()).isEqualTo(signOn);
        assertUser("ann", "/one/secret/");
        assertThat(get("/basic/secret/", "Authorization: Basic YW5uOng=")).startsWith("HTTP/1.1 401");
    }

    @Test
    void contextWithDigestAuthenticationAcceptsTheSignOn() throws Exception {
        server.start();
        assertThat(get("/digest/secret/")).startsWith("HTTP/1.1 401");
        browser.login(server, "/one", "ann", "secret");
        assertUser("ann", "/digest/secret/");
        assertThat(get("/digest/secret/", "Authorization: Digest x")).startsWith("HTTP/1.1 400");
        get("/digest/logout");
        assertThat(get("/digest/secret/")).startsWith("HTTP/1.1 401");
        assertLoginPage("/one/secret/");
    }

    @Test
    void signOnEndsWithoutUseAndAtItsMaximumAge() throws Exception {
        server.service.setIdleTimeout(Duration.ofSeconds(1));
        server.start();
        browser.login(server, "/one", "ann", "secret");
        Browser copy = browser.copy();
        org.awaitility.Awaitility.await().until(() -> {
            Browser each = copy.copy();
            // each one keeps nothing; the sign-on is not used
            each.cookies.clear();
            server.service.sweep();
            return server.destroyed.contains("/one");
        });
        assertLoginPage("/one/secret/");
        assertLoginPage("/two/secret/");
    }

    @Test
    void maximumAgeCountsAlthoughTheSignOnIsUsed() throws Exception {
        server.service.setMaxAge(Duration.ofSeconds(1));
        server.start();
        browser.login(server, "/one", "ann", "secret");
        org.awaitility.Awaitility.await().until(() -> get("/one/secret/").startsWith("HTTP/1.1 302"));
    }

    @Test
    void furtherContextAsksForALoginOnceTheIntervalIsOver() throws Exception {
        server.service.setReauthenticate(Duration.ofDays(1));
        server.add("/fresh", SignOnServer.form(), SignOnServer.users("realm"))
                .setParameter(LoginAuthenticator.REAUTHENTICATE, "1");
        server.start();
        browser.login(server, "/one", "ann", "secret");
        org.awaitility.Awaitility.await().until(() -> get("/fresh/secret/").startsWith("HTTP/1.1 302"));
        assertUser("ann", "/two/secret/");
        browser.login(server, "/fresh", "ann", "secret");
        assertUser("ann", "/fresh/secret/");
        assertUser("ann", "/one/secret/");
    }

    @Test
    void userHasALimitedNumberOfSignOns() throws Exception {
        server.service.setMaxSignOnsPerUser(2);
        server.start();
        browser.login(server, "/one", "ann", "secret");
        assertUser("ann", "/two/secret/");
        Browser second = new Browser();
        second.login(server, "/one", "ann", "secret");
        Browser third = new Browser();
        third.login(server, "/one", "ann", "secret");
        // the cookie of the second never came back
        assertThat(second.get(server, "/one/secret/")).startsWith("HTTP/1.1 302");
        assertUser("ann", "/one/secret/");
        assertThat(third.get(server, "/one/secret/")).startsWith("HTTP/1.1 200");
    }

    @Test
    void cookieHasTheAttributesThatAreSet() throws Exception {
        server.service.setCookieName("portal");
        server.service.setCookieDomain("example.com");
        server.service.setSameSite(HttpCookie.SameSite.STRICT);
        server.service.setSecureCookie(true);
        server.start();
        assertThat(browser.login(server, "/one", "ann", "secret"))
                .containsPattern("portal=[^\r\n]*Domain=example.com")
                .containsPattern("portal=[^\r\n]*SameSite=Strict")
                .containsPattern("portal=[^\r\n]*Secure");
    }

    @Test
    void settingsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> server.service.setCookieName("a b"))
                .hasMessageStartingWith("cookieName: a b (expected: ");
        assertThatThrownBy(() -> server.service.setIdleTimeout(Duration.ZERO))
                .hasMessageStartingWith("idleTimeout: 0 (expected: ");
        assertThatThrownBy(() -> server.service.setMaxSignOnsPerUser(0))
                .hasMessage("maxSignOnsPerUser: 0 (expected: 1 or more)");
        server.add("/bad", SignOnServer.form(), SignOnServer.users("realm"))
                .setParameter(LoginAuthenticator.REAUTHENTICATE, "soon");
        assertThatThrownBy(() -> server.start())
                .hasMessageContaining("reauthenticate: soon (expected: 0 or more seconds)");
    }

    // ---- who may say who the user is

    /** An application that brings users of its own, under the name of a realm of the server. */
    private void addOwnUsers() throws Exception {
        server.close();
        server = new SignOnServer();
        server.add("/one", SignOnServer.form(), SignOnServer.users("realm", "admin"));
        LoginService own = SignOnServer.users("realm");
        server.add("/own", SignOnServer.form(), own);
        server.local.server.removeBean(own);
    }

    @Test
    void usersThatAnApplicationBringsDoNotCountInOthers() throws Exception {
        addOwnUsers();
        server.start();
        assertThat(browser.login(server, "/own", "ann", "secret")).doesNotContain("JETTY_SSO");
        assertLoginPage("/one/secret/");
        browser.cookies.clear();
        browser.login(server, "/one", "ann", "secret");
        assertLoginPage("/own/secret/");
    }

    @Test
    void usersThatAnApplicationBringsCountIfTheirRealmIsNamed() throws Exception {
        addOwnUsers();
        server.service.setRealms(Set.of("realm"));
        server.start();
        browser.login(server, "/one", "ann", "secret");
        assertUser("ann", "/own/secret/");
        assertThat(get("/own/admin/")).startsWith("HTTP/1.1 403");
    }

    @Test
    void loginInAnotherRealmEndsNoSession() throws Exception {
        server.start();
        browser.login(server, "/one", "ann", "secret");
        browser.login(server, "/foreign", "bob", "word");
        assertUser("bob", "/foreign/secret/");
        assertUser("ann", "/one/secret/");
        assertThat(server.destroyed).isEmpty();
    }

    @Test
    void ofCookiesOfSeveralUsersNoneCountsBesideThatOfTheSession() throws Exception {
        server.start();
        Browser other = new Browser();
        browser.login(server, "/one", "ann", "secret");
        other.login(server, "/one", "bob", "word");
        // as a sibling host may set one for the domain
        browser.cookies.put(new Browser.Cookie("/", "JETTY_SSO"), browser.signOn() + "; JETTY_SSO=" + other.signOn());
        assertUser("ann", "/one/secret/");
        assertLoginPage("/two/secret/");
    }

    @Test
    void requestOfAPageOfAnotherSiteIsNotRepeatedAfterTheSignOn() throws Exception {
        server.start();
        String form = "amount=100";
        String post = "POST /two/secret/ HTTP/1.1\nHost: localhost\nSec-Fetch-Site: cross-site\n"
                + "Content-Type: application/x-www-form-urlencoded\nContent-Length: " + form.length() + "\n\n" + form;
        // without the cookie of the sign-on, as browsers do
        assertThat(browser.ask(server, post)).startsWith("HTTP/1.1 303");
        browser.login(server, "/one", "ann", "secret");
        assertThat(get("/two/secret/")).contains("user=ann", "method=GET");
    }
}
