package org.eclipse.jetty.security.openid;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Logouts that the provider begins. */
class ProviderLogoutTest extends AbstractOpenIdTest {
    private Browser caller;

    @BeforeEach
    void serveAndLogIn() throws Exception {
        OpenIdAuthenticator authenticator = new OpenIdAuthenticator();
        authenticator.setBackChannelLogoutPath("/back");
        authenticator.setFrontChannelLogoutPath("/front");
        start(builder(), authenticator, null);
        caller = new Browser(connector);
        assertThat(browser.login(provider, "/ctx/a")).contains("ann GET");
    }

    private Map<String, Object> logout() {
        Map<String, Object> claims = provider.newClaims();
        claims.put("jti", UUID.randomUUID().toString());
        claims.put("events", Map.of("http://schemas.openid.net/event/backchannel-logout", Map.of()));
        return claims;
    }

    private String post(Map<String, Object> claims) throws Exception {
        return caller.send("POST", "/ctx/back", "logout_token=" + provider.sign("logout+jwt", claims));
    }

    private boolean isLoggedIn(Browser who) throws Exception {
        return Browser.status(who.get("/ctx/a")) == 200;
    }

    @Test
    void tokenEndsTheSessionAtOnce() throws Exception {
        Browser other = new Browser(connector);
        provider.sid = "another";
        other.login(provider, "/ctx/a");
        Map<String, Object> claims = logout();
        claims.remove("sub");
        String response = post(claims);
        assertThat(Browser.status(response)).as(response).isEqualTo(200);
        assertThat(response).contains("no-store");
        assertThat(ended)
                .as("of the session another")
                .hasSize(1)
                .doesNotContain(browser.session.replaceAll("\\..*", ""));
        assertThat(isLoggedIn(other)).isFalse();
        assertThat(isLoggedIn(browser)).isTrue();
    }

    @Test
    void tokenWithoutASessionEndsAllOfTheUser() throws Exception {
        Browser second = new Browser(connector);
        provider.sid = "another";
        second.login(provider, "/ctx/a");
        provider.user = "bob";
        Browser bob = new Browser(connector);
        bob.login(provider, "/ctx/a");
        provider.user = "ann";
        Map<String, Object> claims = logout();
        claims.remove("sid");
        assertThat(Browser.status(post(claims))).isEqualTo(200);
        assertThat(isLoggedIn(browser)).isFalse();
        assertThat(isLoggedIn(second)).isFalse();
        assertThat(isLoggedIn(bob)).isTrue();
    }

    private static Arguments of(String name, Consumer<Map<String, Object>> change) {
        return Arguments.of(name, change);
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                of("claim iss", claims -> claims.put("iss", "https://evil.example")),
                of("claim aud", claims -> claims.put("aud", "other")),
                of(
                        "the token expired",
                        claims -> claims.put("exp", Instant.now().getEpochSecond() - 60)),
                of("claim iat", claims -> claims.remove("iat")),
                of("claim jti", claims -> claims.remove("jti")),
                of("claim events", claims -> claims.remove("events")),
                of("claim events", claims -> claims.put("events", Map.of("other", Map.of()))),
                of("claim nonce", claims -> claims.put("nonce", "x")),
                of("claims sub and sid", claims -> {
                    claims.remove("sub");
                    claims.remove("sid");
                }));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void tokenThatIsWrongEndsNothing(String log, Consumer<Map<String, Object>> change) throws Exception {
        Map<String, Object> claims = new LinkedHashMap<>(logout());
        change.accept(claims);
        String response = post(claims);
        assertThat(Browser.status(response)).isEqualTo(400);
        assertThat(response).contains("{\"error\":\"invalid_request\"}");
        assertThat(logged()).anyMatch(line -> line.contains(log));
        assertThat(isLoggedIn(browser)).isTrue();
    }

    @Test
    void idTokenIsNoLogoutToken() throws Exception {
        Map<String, Object> claims = provider.newClaims();
        assertThat(Browser.status(post(claims))).isEqualTo(400);
        assertThat(Browser.status(caller.send("POST", "/ctx/back", "logout_token=x")))
                .isEqualTo(400);
        assertThat(Browser.status(caller.send("POST", "/ctx/back", "a=b"))).isEqualTo(400);
        assertThat(Browser.status(caller.get("/ctx/back"))).isEqualTo(405);
        assertThat(isLoggedIn(browser)).isTrue();
    }

    @Test
    void tokenIsGoodForOnce() throws Exception {
        Map<String, Object> claims = logout();
        assertThat(Browser.status(post(claims))).isEqualTo(200);
        assertThat(Browser.status(post(claims))).isEqualTo(400);
    }

    @Test
    void frameOfTheProviderEndsTheSession() throws Exception {
        String query = "?iss=" + provider.issuer() + "&sid=" + provider.sid;
        String response = browser.get("/ctx/front" + query);
        assertThat(Browser.status(response)).isEqualTo(200);
        assertThat(response).contains("no-store");
        assertThat(ended).hasSize(1);
        assertThat(isLoggedIn(browser)).isFalse();
    }

    @Test
    void frameWithoutCookiesEndsTheSessionThatItNames() throws Exception {
        caller.get("/ctx/front?iss=" + provider.issuer() + "&sid=" + provider.sid);
        assertThat(isLoggedIn(browser)).isFalse();
    }

    @Test
    void frameOfSomebodyElseEndsNothing() throws Exception {
        assertThat(Browser.status(browser.get("/ctx/front"))).isEqualTo(400);
        assertThat(Browser.status(browser.get("/ctx/front?iss=x&sid=" + provider.sid)))
                .isEqualTo(400);
        browser.get("/ctx/front?iss=" + provider.issuer() + "&sid=x");
        assertThat(isLoggedIn(browser)).isTrue();
    }
}
