package org.eclipse.jetty.security.sso;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tabs of one browser that log in at the same time. */
class TabsTest {
    private SignOnServer server;
    private final Browser browser = new Browser();

    @BeforeEach
    void startServer() throws Exception {
        server = new SignOnServer();
        server.add("/one", SignOnServer.form(), SignOnServer.users("realm", "admin"));
        server.add("/two", SignOnServer.form(), SignOnServer.users("realm", "guest"));
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    /** Sends two logins with the cookies that the browser has now; it keeps the answer of the second. */
    private void logInTwice(String first, String second) throws Exception {
        Browser other = browser.copy();
        Browser last = browser.copy();
        other.login(server, "/one", first, first.equals("ann") ? "secret" : "word");
        last.login(server, "/two", second, second.equals("ann") ? "secret" : "word");
        browser.cookies.putAll(other.cookies);
        browser.cookies.putAll(last.cookies);
    }

    private void assertNobody(String path) throws Exception {
        assertThat(browser.get(server, path)).startsWith("HTTP/1.1 302");
    }

    @Test
    void logoutInOneTabEndsTheLoginOfTheOther() throws Exception {
        assertNobody("/one/secret/");
        assertNobody("/two/secret/");
        logInTwice("ann", "ann");
        assertThat(server.service.getSessions()).isEqualTo(2);
        browser.get(server, "/two/logout");
        assertThat(server.destroyed).containsExactly("/one");
        assertNobody("/one/secret/");
        assertNobody("/two/secret/");
    }

    @Test
    void logoutEndsTheLoginOfAnotherTabWhoseSessionWasSeen() throws Exception {
        // without a page before
        logInTwice("ann", "ann");
        assertThat(browser.get(server, "/one/open")).contains("user=ann");
        browser.get(server, "/two/logout");
        assertNobody("/one/secret/");
        assertNobody("/two/secret/");
    }

    @Test
    void loginsWithTheCookieOfTheLoginBeforeAreOfOneBrowser() throws Exception {
        browser.login(server, "/one", "ann", "secret");
        logInTwice("ann", "ann");
        browser.get(server, "/two/logout");
        assertNobody("/one/secret/");
    }

    @Test
    void laterLoginOfAnotherUserEndsTheEarlierOne() throws Exception {
        assertNobody("/one/secret/");
        logInTwice("ann", "bob");
        assertThat(server.destroyed).containsExactly("/one");
        assertThat(browser.get(server, "/one/secret/")).contains("user=bob");
        assertThat(browser.get(server, "/two/secret/")).contains("user=bob");
    }

    @Test
    void cookieOfALoginPageLetsNobodyIn() throws Exception {
        assertThat(browser.get(server, "/one/secret/"))
                .startsWith("HTTP/1.1 302")
                .contains("Set-Cookie: JETTY_SSO=");
        Browser attacker = new Browser();
        attacker.signOn(browser.signOn());
        browser.login(server, "/one", "ann", "secret");
        assertThat(browser.signOn()).isNotEqualTo(attacker.signOn());
        assertThat(attacker.get(server, "/one/secret/")).startsWith("HTTP/1.1 302");
        assertThat(attacker.get(server, "/two/secret/")).startsWith("HTTP/1.1 302");
    }

    @Test
    void loginsThatRaceAreAllEndedByOneLogout() throws Exception {
        for (int round = 0; round < Integer.getInteger("sso.rounds", 10); round++) {
            browser.cookies.clear();
            assertNobody("/one/secret/");
            assertNobody("/two/secret/");
            CyclicBarrier together = new CyclicBarrier(2);
            List<CompletableFuture<Browser>> running = new ArrayList<>();
            for (String context : new String[] {"/one", "/two"}) {
                Browser tab = browser.copy();
                running.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        together.await();
                        tab.login(server, context, "ann", "secret");
                        return tab;
                    } catch (Exception x) {
                        throw new AssertionError(x);
                    }
                }));
            }
            running.forEach(tab -> browser.cookies.putAll(tab.join().cookies));
            // if the answers were kept in another order the cookie has an older secret, and the session is enough
            browser.get(server, "/two/logout");
            assertNobody("/one/secret/");
            assertNobody("/two/secret/");
        }
    }
}
