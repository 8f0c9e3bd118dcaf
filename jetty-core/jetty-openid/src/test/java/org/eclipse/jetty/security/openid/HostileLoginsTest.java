package org.eclipse.jetty.security.openid;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.RSAKey;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.security.jwt.TestKeys;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links that lead elsewhere, providers that stop in the middle, keys that change in the middle, and tabs that race. */
class HostileLoginsTest extends AbstractOpenIdTest {
    private static final Pattern COOKIE = Pattern.compile("Set-Cookie: JSESSIONID=([^;\r]+)");
    private static final RSAKey OTHER = TestKeys.newKey("other");

    // ---- open redirects

    /** The server that a browser goes to, which takes a backslash for a slash (URL Standard, section 4.4). */
    private static String host(String location) {
        return URI.create("http://shop.example/ctx/j_security_check")
                .resolve(location.replace('\\', '/'))
                .getHost();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/ctx//evil.example/",
                "//evil.example/../ctx/a",
                "/ctx/\\evil.example/",
                "/\\evil.example/..\\ctx/a",
                "/ctx/%5Cevil.example/",
                "/ctx/.//evil.example/",
                "/ctx/..//ctx/a",
                "/ctx/@evil.example/",
                "http://shop.example//evil.example/",
                "http://shop.example@evil.example/ctx/a",
                "http://evil.example/ctx/a"
            })
    void loginLeadsBackToThisServer(String target) throws Exception {
        start();
        String page = connector.getResponse("GET " + target + " HTTP/1.1\r\nHost: shop.example\r\n\r\n");
        Matcher cookie = COOKIE.matcher(page);
        if (!cookie.find()) {
            assertThat(Browser.status(page)).as("nothing is saved: " + page).isIn(400, 404, 421);
            return;
        }
        browser.session = cookie.group(1);
        String answer = browser.get(provider.authorize(Browser.location(page)));
        assertThat(host(Browser.location(answer))).as(answer).isEqualTo("shop.example");
    }

    /** Anybody can name another host; the provider knows which redirect URIs are registered. */
    @Test
    void redirectUriIsThePathOfTheApplicationWhateverTheRequestSays() throws Exception {
        start();
        String uri = browser.begin("/ctx/a?redirect_uri=https://evil.example&state=x&iss=y");
        assertThat(TestProvider.query(uri).get("redirect_uri"))
                .isIn("http://shop.example/ctx/j_security_check", "https://shop.example/ctx/j_security_check");
    }

    // ---- providers

    @ParameterizedTest
    @ValueSource(strings = {"/jwks", "/token", "/userinfo"})
    void answerThatStopsInTheMiddleEndsTheLogin(String path) throws Exception {
        start(builder().timeout(300).userInfo(true));
        String uri = browser.begin("/ctx/a");
        provider.hook = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                if (!Request.getPathInContext(request).equals(path)) {
                    return false;
                }
                request.addFailureListener(callback::failed);
                response.write(false, ByteBuffer.wrap(new byte[] {'{'}), Callback.NOOP);
                return true;
            }
        };
        String answer = browser.get(provider.authorize(uri));
        assertThat(Browser.status(answer)).isEqualTo(503);
        assertThat(answer).contains("The login failed: the provider cannot be reached");
        assertThat(logged()).anyMatch(line -> line.contains(path));
        assertThat(browser.get("/ctx/open/a")).contains("nobody GET");
    }

    @Test
    void keyMayChangeWhileAUserLogsIn() throws Exception {
        start();
        assertThat(new Browser(connector).login(provider, "/ctx/a")).contains("ann GET");
        String uri = browser.begin("/ctx/a");
        provider.key = OTHER;
        assertThat(Browser.location(browser.get(provider.authorize(uri)))).endsWith("/ctx/a");
        assertThat(browser.get("/ctx/a")).contains("ann GET");
    }

    // ---- tabs

    private List<String> answerTogether(String... answers) throws Exception {
        CyclicBarrier together = new CyclicBarrier(answers.length);
        List<String> responses = new CopyOnWriteArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (String answer : answers) {
            Browser tab = new Browser(connector);
            tab.session = browser.session;
            Thread thread = new Thread(() -> {
                try {
                    together.await();
                    responses.add(tab.session + " " + Browser.status(tab.get(answer)) + " " + tab.session);
                } catch (Exception | Error x) {
                    responses.add(x.toString());
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return responses;
    }

    @RepeatedTest(5)
    void tabsThatRaceLogTheUserIn() throws Exception {
        start();
        String one = browser.begin("/ctx/one");
        String two = browser.begin("/ctx/two");
        String before = browser.session;
        List<String> responses = answerTogether(provider.authorize(one), provider.authorize(two));
        // 403 if the identifier of the session has changed before the other request came
        assertThat(responses)
                .hasSize(2)
                .allMatch(each -> each.matches(".* (30[23]|403) .*"))
                .anyMatch(each -> each.matches(".* 30[23] .*"));
        // whichever response comes last: the browser has the id of the login
        List<String> ids = responses.stream()
                .map(each -> each.replaceFirst(".* ", ""))
                .filter(id -> !id.equals(before))
                .distinct()
                .toList();
        assertThat(ids).hasSize(1);
        browser.session = ids.get(0);
        assertThat(browser.get("/ctx/a")).contains("ann GET");
        browser.session = before;
        assertThat(Browser.status(browser.get("/ctx/a"))).isEqualTo(302);
    }

    @RepeatedTest(5)
    void tabsOfTwoUsersThatRaceLogInOneOfThemAndMixNothing() throws Exception {
        start();
        provider.claims = claims -> claims.put("sub", provider.user = provider.user.equals("ann") ? "bob" : "ann");
        String one = browser.begin("/ctx/one");
        String two = browser.begin("/ctx/two");
        String before = browser.session;
        List<String> responses = answerTogether(provider.authorize(one), provider.authorize(two));
        assertThat(responses)
                .hasSize(2)
                .allMatch(each -> each.matches(".* (30[23]|403) .*"))
                .anyMatch(each -> each.matches(".* 30[23] .*"));
        int known = 0;
        for (String response : responses) {
            browser.session = response.replaceFirst(".* ", "");
            known += browser.get("/ctx/a").matches("(?s).*(ann|bob) GET.*") ? 1 : 0;
        }
        assertThat(known).as(responses.toString()).isOne();
        browser.session = before;
        assertThat(Browser.status(browser.get("/ctx/a"))).isEqualTo(302);
    }

    @Test
    void loginWhoseSessionEndsMeanwhileIsRefused() throws Exception {
        start();
        String uri = browser.begin("/ctx/a");
        String session = browser.session;
        provider.claims = claims -> {
            Browser other = new Browser(connector);
            other.session = session;
            try {
                other.get("/ctx/open/end");
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        };
        String answer = browser.get(provider.authorize(uri));
        assertThat(Browser.status(answer)).as(answer).isIn(302, 303, 403);
        browser.session = session;
        assertThat(browser.get("/ctx/open/a")).contains("nobody GET");
    }
}
