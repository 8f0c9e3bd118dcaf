package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.security.authentication.DigestAuthenticator;
import org.eclipse.jetty.security.authentication.FormAuthenticator;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guessing passwords costs time; nobody else pays for it. */
class LoginGuardTest extends OverTransports {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final Server server = new Server();
    private final HashLoginService users = new HashLoginService("realm");
    private final SecurityHandler.PathMapped security = new SecurityHandler.PathMapped(LocalServer.answer("in"));
    private LoginGuard guard = new LoginGuard(1000, now::get);
    private TestConnector connector;

    private void start(Authenticator authenticator) throws Exception {
        UserStore store = new UserStore();
        store.addUser("ann", Credential.getCredential("secret"), new String[] {"admin"});
        store.addUser("bob", Credential.getCredential("word"), new String[] {"guest"});
        users.setUserStore(store);
        server.addBean(guard);
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.addCustomizer(new ForwardedRequestCustomizer());
        security.put("/*", Constraint.ANY_USER);
        security.setAuthenticator(authenticator);
        security.setLoginService(users);
        SessionHandler sessions = new SessionHandler();
        sessions.setHandler(security);
        connector = new TestConnector(transport, server, configuration);
        server.setHandler(new ContextHandler(sessions, "/ctx"));
        server.start();
    }

    @AfterEach
    void stopServer() throws Exception {
        server.stop();
    }

    private void pass(long seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    private String basic(String user, String password, String address) throws Exception {
        String credentials = Base64.getEncoder().encodeToString((user + ":" + password).getBytes("UTF-8"));
        return connector.getResponse("GET /ctx/ HTTP/1.1\r\nHost: localhost\r\nForwarded: for=" + address
                + "\r\nAuthorization: Basic " + credentials + "\r\n\r\n");
    }

    private void assertStatus(int status, String user, String password, String address) throws Exception {
        assertThat(basic(user, password, address)).startsWith("HTTP/1.1 " + status);
    }

    private void fail(int times, String user, String address) throws Exception {
        for (int i = 0; i < times; i++) {
            assertStatus(401, user, "wrong" + i, address);
        }
    }

    @Test
    void delayDoublesWithEachFurtherFailureAndARightPasswordEndsIt() throws Exception {
        start(new BasicAuthenticator());
        fail(6, "ann", "192.0.2.1");
        assertThat(basic("ann", "secret", "192.0.2.1"))
                .startsWith("HTTP/1.1 429")
                .contains("Retry-After: 1\r\n")
                .doesNotContain("WWW-Authenticate");
        pass(1);
        fail(1, "ann", "192.0.2.1");
        pass(1);
        assertStatus(429, "ann", "secret", "192.0.2.1");
        pass(1);
        fail(1, "ann", "192.0.2.1");
        assertThat(basic("ann", "wrong", "192.0.2.1")).contains("Retry-After: 4\r\n");
        for (int i = 0; i < 20; i++) {
            pass(300);
            fail(1, "ann", "192.0.2.1");
        }
        assertThat(basic("ann", "secret", "192.0.2.1")).contains("Retry-After: 300\r\n");
        pass(300);
        assertStatus(200, "ann", "secret", "192.0.2.1");
        fail(6, "ann", "192.0.2.1");
        assertThat(basic("ann", "secret", "192.0.2.1")).contains("Retry-After: 1\r\n");
        assertThat(guard.getBlockedPairs()).isOne();
        assertThat(guard.getRefusals()).isEqualTo(5);
    }

    @Test
    void failuresAreForgottenAfterAnHour() throws Exception {
        start(new BasicAuthenticator());
        fail(5, "ann", "192.0.2.1");
        pass(3601);
        fail(5, "ann", "192.0.2.1");
        assertStatus(200, "ann", "secret", "192.0.2.1");
    }

    @Test
    void namesWithoutUserAreDelayedInTheSameWay() throws Exception {
        start(new BasicAuthenticator());
        for (String user : new String[] {"ann", "nobody"}) {
            fail(6, user, "192.0.2.1");
            assertThat(basic(user, "wrong", "192.0.2.1"))
                    .startsWith("HTTP/1.1 429")
                    .contains("Retry-After: 1\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ANN", " ann", "ann ", "\uff41nn"})
    void otherSpellingsOfANameCountAsTheSame(String spelling) throws Exception {
        start(new BasicAuthenticator());
        fail(3, "ann", "192.0.2.1");
        fail(3, spelling, "192.0.2.1");
        assertStatus(429, "ann", "secret", "192.0.2.1");
    }

    @Test
    void whoGuessesFromElsewhereDoesNotLockOutWhoLoggedInBefore() throws Exception {
        start(new BasicAuthenticator());
        assertStatus(200, "ann", "secret", "192.0.2.1");
        for (int i = 0; i < 51; i++) {
            fail(1, "ann", "198.51.100." + i);
        }
        assertStatus(429, "ann", "secret", "203.0.113.1");
        assertThat(guard.getBlockedUsers()).isOne();
        assertStatus(200, "ann", "secret", "192.0.2.1");
        pass(1);
        assertStatus(200, "ann", "secret", "203.0.113.1");
    }

    @Test
    void oneAddressCannotUseUpTheFailuresOfAUser() throws Exception {
        start(new BasicAuthenticator());
        for (int i = 0; i < 180; i++) {
            basic("ann", "wrong", "192.0.2.1");
            pass(10);
        }
        assertThat(guard.getBlockedUsers()).isZero();
        assertStatus(200, "ann", "secret", "203.0.113.1");
    }

    @Test
    void addressThatTriesManyUsersIsDelayedButNotThoseWhoLoggedInFromIt() throws Exception {
        start(new BasicAuthenticator());
        assertStatus(200, "bob", "word", "192.0.2.1");
        for (int i = 0; i < 51; i++) {
            fail(1, "user" + i, "192.0.2.1");
        }
        assertStatus(429, "ann", "secret", "192.0.2.1");
        assertStatus(200, "bob", "word", "192.0.2.1");
        assertStatus(200, "ann", "secret", "192.0.2.2");
        assertThat(guard.getBlockedAddresses()).isOne();
    }

    @Test
    void loginsOfAnOwnAccountDoNotClearTheFailuresOfAnAddress() throws Exception {
        start(new BasicAuthenticator());
        for (int i = 0; i < 51; i++) {
            assertStatus(200, "bob", "word", "192.0.2.1");
            fail(1, "user" + i, "192.0.2.1");
        }
        assertStatus(429, "ann", "secret", "192.0.2.1");
    }

    @Test
    void addressesOfANetworkOfIpv6CountAsOne() throws Exception {
        start(new BasicAuthenticator());
        for (int i = 0; i < 6; i++) {
            fail(1, "ann", "\"[2001:db8::" + i + "]\"");
        }
        assertStatus(429, "ann", "secret", "\"[2001:db8::ffff]\"");
        assertStatus(200, "ann", "secret", "\"[2001:db8:0:1::1]\"");
    }

    @Test
    void memoryIsBoundedHoweverManyNamesAreTried() throws Exception {
        guard = new LoginGuard(10, now::get);
        guard.setFreeFailuresOfAddress(1000);
        start(new BasicAuthenticator());
        for (int i = 0; i < 20; i++) {
            fail(6, "user" + i, "192.0.2.1");
        }
        assertThat(guard.getBlockedPairs()).isEqualTo(10);
        assertThat(guard.getBlockedAddresses()).isZero();
    }

    @Test
    void formIsRefusedWithAPageOfItsOwn() throws Exception {
        start(new FormAuthenticator("/login", "/wrong", false));
        for (int i = 0; i < 6; i++) {
            assertThat(form("bad")).startsWith("HTTP/1.1 303").contains("/ctx/wrong");
        }
        assertThat(form("secret")).startsWith("HTTP/1.1 429").contains("Retry-After: 1\r\n");
        pass(1);
        assertThat(form("secret")).startsWith("HTTP/1.1 303").doesNotContain("/ctx/wrong");
    }

    private String form(String password) throws Exception {
        String content = "j_username=ann&j_password=" + password;
        return connector.getResponse(
                "POST /ctx/j_security_check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                        + "Content-Length: " + content.length() + "\r\n\r\n" + content);
    }

    @Test
    void digestIsRefusedLikeOthers() throws Exception {
        start(new DigestAuthenticator());
        String challenge = connector.getResponse("GET /ctx/ HTTP/1.1\r\nHost: localhost\r\n\r\n");
        String nonce = challenge.replaceAll("(?s).*nonce=\"([^\"]*)\".*", "$1");
        String request =
                "GET /ctx/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Digest username=\"ann\", realm=\"realm\", nonce=\""
                        + nonce + "\", uri=\"/ctx/\", qop=auth, nc=00000001, cnonce=\"c\", response=\"00\"\r\n\r\n";
        for (int i = 0; i < 6; i++) {
            assertThat(connector.getResponse(request)).startsWith("HTTP/1.1 401");
        }
        assertThat(connector.getResponse(request)).startsWith("HTTP/1.1 429");
    }

    @Test
    void manyGuessesInParallelRevealNoMoreThanOneAfterTheOther() throws Exception {
        int guesses = 8;
        CountDownLatch checking = new CountDownLatch(guesses);
        AtomicInteger answers = new AtomicInteger();
        guard.setFreeFailures(2);
        start(new BasicAuthenticator() {
            @Override
            public UserIdentity login(
                    String name,
                    Object password,
                    org.eclipse.jetty.server.Request request,
                    org.eclipse.jetty.server.Response response) {
                LoginGuard.Attempt attempt = guard.begin("realm", name, request);
                assertThat(attempt.isRefused()).isFalse();
                checking.countDown();
                try {
                    assertThat(checking.await(30, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException x) {
                    throw new IllegalStateException(x);
                }
                // each is wrong, and only three of them are revealed to be
                attempt.end(false);
                if (LoginGuard.getRetryAfter(request) == 0) {
                    answers.incrementAndGet();
                }
                return null;
            }
        });
        ExecutorService threads = Executors.newFixedThreadPool(guesses);
        try {
            var all = java.util.stream.IntStream.range(0, guesses)
                    .mapToObj(i -> threads.submit(() -> basic("ann", "guess" + i, "192.0.2.1")))
                    .toList();
            for (var one : all) {
                one.get(30, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdown();
        }
        assertThat(answers).hasValue(3);
        assertThat(guard.getFailures()).isEqualTo(3);
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> guard.setFreeFailures(-1)).hasMessage("freeFailures: -1 (expected: 0 or more)");
        assertThatThrownBy(() -> guard.setMaxDelay(Duration.ZERO)).hasMessage("maxDelay: PT0S (expected: up to a day)");
        assertThatThrownBy(() -> guard.setMaxDelayOfUser(Duration.ofDays(2))).hasMessageContaining("up to a day");
        assertThatThrownBy(() -> new LoginGuard(0)).hasMessage("maxEntries: 0 (expected: at least 1)");
        guard.setMaxDelayOfAddress(Duration.ofSeconds(7));
        assertThat(guard.getMaxDelayOfAddress()).isEqualTo(Duration.ofSeconds(7));
    }
}
