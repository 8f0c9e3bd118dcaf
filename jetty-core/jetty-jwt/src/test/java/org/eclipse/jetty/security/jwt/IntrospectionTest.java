package org.eclipse.jetty.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.eclipse.jetty.security.jwt.internal.IntrospectionCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Opaque tokens, of which the issuer knows more (RFC 7662). */
class IntrospectionTest extends AbstractJwtTest {
    private static final Consumer<Map<String, Object>> SAME = claims -> {};

    private final SetClock clock = new SetClock();

    private JwtIssuer.Builder introspecting() {
        return builder().clientId("api").clientSecret("s3cret+/").clock(clock);
    }

    @Test
    void opaqueTokenIsThatOfItsUser() throws Exception {
        start(introspecting().scopesAsRoles(true));
        assertThat(askWith(issuer.opaqueToken(SAME), "/read/a")).contains("ann by JWT", "client=phone");
        assertThat(issuer.introspections).hasSize(1);
        String basic = Base64.getEncoder().encodeToString("api:s3cret%2B%2F".getBytes(StandardCharsets.US_ASCII));
        assertThat(issuer.introspections.get(0).getValue("authorization")).isEqualTo("Basic " + basic);
        assertThat(issuer.introspections.get(0).getValue("token_type_hint")).isEqualTo("access_token");
    }

    @Test
    void signedTokensAreCheckedHere() throws Exception {
        start(introspecting());
        assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
        assertThat(issuer.introspections).isEmpty();
    }

    @Test
    void issuerWithoutKeysIsAskedAboutAllTokens() throws Exception {
        issuer.metadata = document -> document.remove("jwks_uri");
        start(introspecting());
        String token = issuer.token();
        issuer.opaque.put(token, Map.of("active", true, "sub", "bob", "aud", TokenIssuer.AUDIENCE));
        assertThat(askWith(token, "/a")).contains("bob by JWT");
        assertRefused(askWith(issuer.token(), "/a"), "the token is not active");
    }

    @Test
    void signedTokensAreCheckedHereWhereTheEndpointIsSet() throws Exception {
        issuer.metadata = document -> document.remove("introspection_endpoint");
        start(introspecting().introspectionEndpoint(issuer.issuer() + "/introspect"));
        assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
        assertThat(issuer.introspections).isEmpty();
        assertThat(askWith(issuer.opaqueToken(SAME), "/a")).contains("ann by JWT");
    }

    @Test
    void issuerWithoutMetadataIsAskedAboutAllTokens() throws Exception {
        issuer.wellKnown = "/nowhere";
        start(introspecting().introspectionEndpoint(issuer.issuer() + "/introspect"));
        String token = issuer.token();
        issuer.opaque.put(token, Map.of("active", true, "sub", "bob", "aud", TokenIssuer.AUDIENCE));
        assertThat(askWith(token, "/a")).contains("bob by JWT");
        assertThat(askWith(issuer.opaqueToken(SAME), "/a")).contains("ann by JWT");
    }

    @Test
    void withoutAClientOpaqueTokensAreRefused() throws Exception {
        start();
        assertRefused(askWith(issuer.opaqueToken(SAME), "/a"), "token is not a signed token");
        assertThat(issuer.paths).doesNotContain("/introspect");
    }

    @Test
    void answerIsKeptForAWhileAndRevocationCountsAfterIt() throws Exception {
        start(introspecting().introspectionCacheTime(60));
        String token = issuer.opaqueToken(SAME);
        assertThat(askWith(token, "/a")).contains("ann by JWT");
        issuer.opaque.clear();
        clock.now = clock.now.plusSeconds(59);
        assertThat(askWith(token, "/a")).contains("ann by JWT");
        assertThat(issuer.introspections).hasSize(1);
        clock.now = clock.now.plusSeconds(1);
        assertRefused(askWith(token, "/a"), "the token is not active");
        assertThat(askWith(token, "/a")).contains(" 401 ");
        assertThat(issuer.introspections).hasSize(2);
    }

    @Test
    void answerIsNeverKeptBeyondTheEndOfTheToken() throws Exception {
        start(introspecting().introspectionCacheTime(3600));
        String token = issuer.opaqueToken(
                claims -> claims.put("exp", clock.now.plusSeconds(10).getEpochSecond()));
        assertThat(askWith(token, "/a")).contains("ann by JWT");
        issuer.opaque.clear();
        clock.now = clock.now.plusSeconds(11);
        assertRefused(askWith(token, "/a"), "the token is not active");
    }

    @Test
    void withoutACacheEachRequestAsks() throws Exception {
        start(introspecting().introspectionCacheTime(0));
        String token = issuer.opaqueToken(SAME);
        assertThat(askWith(token, "/a")).contains("ann by JWT");
        assertThat(askWith(token, "/a")).contains("ann by JWT");
        assertThat(issuer.introspections).hasSize(2);
    }

    @Test
    void requestIsIntrospectedOnceHoweverOftenTheUserIsAskedFor() throws Exception {
        start(introspecting().introspectionCacheTime(0));
        assertThat(askWith("opaque-unknown", "/open/a")).contains("nobody");
        assertThat(issuer.introspections).hasSize(1);
    }

    private static Arguments answer(String line, Consumer<Map<String, Object>> change) {
        return Arguments.of(line, change);
    }

    static Stream<Arguments> wrongAnswers() {
        return Stream.of(
                answer("the token is not active", claims -> claims.put("active", false)),
                answer("claim iss: https://evil.example", claims -> claims.put("iss", "https://evil.example")),
                answer("claim aud: ", claims -> claims.put("aud", "other")),
                answer("claim aud: ", claims -> claims.remove("aud")),
                answer("the token expired", claims -> claims.put("exp", TokenIssuer.now() - 60)),
                answer("s from now", claims -> claims.put("nbf", TokenIssuer.now() + 90)),
                answer("claim sub is missing", claims -> claims.remove("sub")),
                answer("type of the token: DPoP", claims -> claims.put("token_type", "DPoP")),
                answer("bound to a key", claims -> claims.put("cnf", Map.of("jkt", "x"))));
    }

    @ParameterizedTest
    @MethodSource("wrongAnswers")
    void tokenThatIsNotForThisServerIsRefused(String line, Consumer<Map<String, Object>> change) throws Exception {
        start(introspecting());
        assertRefused(askWith(issuer.opaqueToken(change), "/a"), line);
    }

    @Test
    void audienceMayBeMissingByOptionButNotAnother() throws Exception {
        start(introspecting().introspectionAudienceRequired(false));
        assertThat(askWith(issuer.opaqueToken(claims -> claims.remove("aud")), "/a"))
                .contains("ann by JWT");
        assertRefused(askWith(issuer.opaqueToken(claims -> claims.put("aud", "other")), "/a"), "claim aud: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "[]", "{}", "{\"active\":\"true\"}", "{\"active\":1}", "{\"active\":true,\"exp\":\"x\"}"})
    void answerThatIsNoneIs503(String text) throws Exception {
        issuer.hook = new TokenIssuer.Answers("/introspect", 200, text);
        start(introspecting());
        assertThat(askWith("opaque-x", "/a")).contains(" 503 ", "Retry-After: 5");
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 400, 401, 403, 429, 500})
    void issuerThatRefusesIs503AndTheLogSaysWhy(int status) throws Exception {
        issuer.hook = new TokenIssuer.Answers("/introspect", status, "{\"active\":true}");
        start(introspecting());
        assertThat(askWith("opaque-x", "/a")).contains(" 503 ", "Retry-After: 5");
        assertThat(logged()).anyMatch(line -> line.contains("/introspect: status " + status));
    }

    @Test
    void issuerThatHangsHoldsFewThreadsAndSignedTokensGoOn() throws Exception {
        start(introspecting().timeout(60_000));
        assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
        ForgedTokensTest.Holding holding = new ForgedTokensTest.Holding("/introspect");
        issuer.hook = holding;
        ExecutorService threads = Executors.newFixedThreadPool(40);
        try {
            List<Future<String>> waiting = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String token = "opaque-" + i;
                waiting.add(threads.submit(() -> askWith(token, "/a")));
            }
            // a quarter of 32 places is for one network of which no active token came; the others are refused at once
            Awaitility.await().untilAsserted(() -> assertThat(
                            waiting.stream().filter(Future::isDone).count())
                    .isEqualTo(32));
            for (Future<String> each : waiting) {
                if (each.isDone()) {
                    assertThat(each.get()).contains(" 503 ", "Retry-After: 5");
                }
            }
            assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
            holding.release.countDown();
            for (Future<String> each : waiting) {
                assertThat(status(each.get())).isIn(401, 503);
            }
        } finally {
            holding.release.countDown();
            threads.shutdownNow();
        }
    }

    @Test
    void requestsInParallelWithANewTokenAskOnce() throws Exception {
        start(introspecting());
        ForgedTokensTest.Holding holding = new ForgedTokensTest.Holding("/introspect");
        issuer.hook = holding;
        String token = issuer.opaqueToken(SAME);
        ExecutorService threads = Executors.newFixedThreadPool(10);
        try {
            List<Future<String>> waiting = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                waiting.add(threads.submit(() -> askWith(token, "/a")));
            }
            Awaitility.await().untilAsserted(() -> assertThat(issuer.paths).contains("/introspect"));
            holding.release.countDown();
            for (Future<String> each : waiting) {
                assertThat(each.get()).contains("ann by JWT");
            }
            assertThat(issuer.introspections).hasSize(1);
        } finally {
            holding.release.countDown();
            threads.shutdownNow();
        }
    }

    @Test
    void claimsOfAKeptAnswerCannotBeChangedByAnApplication() throws Exception {
        start(introspecting());
        String token = issuer.opaqueToken(claims -> claims.put("realm_access", Map.of("roles", List.of("a"))));
        for (int i = 0; i < 2; i++) {
            Map<String, Object> claims = ((JwtUserPrincipal) ((JwtLoginService) security.getLoginService())
                            .login(null, new BearerToken(token), null, null)
                            .getUserPrincipal())
                    .getClaims();
            assertThat(claims).containsEntry("realm_access", Map.of("roles", List.of("a")));
            assertThatThrownBy(() -> claims.put("sub", "bob")).isInstanceOf(UnsupportedOperationException.class);
            Map<?, ?> access = (Map<?, ?>) claims.get("realm_access");
            assertThatThrownBy(access::clear).isInstanceOf(UnsupportedOperationException.class);
            List<?> roles = (List<?>) access.get("roles");
            assertThatThrownBy(() -> roles.remove(0)).isInstanceOf(UnsupportedOperationException.class);
        }
        assertThat(issuer.introspections).hasSize(1);
    }

    @Test
    void twoIssuersWithIntrospectionFailTheStart() throws Exception {
        JwtIssuer one = introspecting().build();
        JwtIssuer two = new JwtIssuer.Builder("http://localhost:1", "x")
                .clientId("a")
                .clientSecret("b")
                .build();
        assertThatThrownBy(() -> new JwtLoginService("api", one, two).start())
                .hasMessageContaining("with introspection: several (expected: one");
    }

    @Test
    void clientWithoutASecretIsRefused() {
        assertThatThrownBy(() -> builder().clientId("api").build().start())
                .hasMessageContaining("secret of client api: none (expected: one for client_secret_basic)");
        assertThatThrownBy(() -> builder().authenticationMethod("none"))
                .hasMessageContaining("authentication method of the client: none");
    }

    // ---- the cache

    private static IntrospectionCache.Answer active(int characters) {
        return new IntrospectionCache.Answer(true, Map.of(), null, characters);
    }

    @Test
    void answersAreLimitedInNumberAndLength() {
        IntrospectionCache cache = new IntrospectionCache(60, clock);
        for (int i = 0; i < 11_000; i++) {
            cache.put("t" + i, active(10), clock.millis());
        }
        assertThat(cache.size()).isEqualTo(10_000);
        assertThat(cache.get("t999")).isNull();
        assertThat(cache.get("t1000")).isNotNull();
        for (int i = 0; i < 300; i++) {
            cache.put("long" + i, active(200 * 1024), clock.millis());
        }
        assertThat(cache.size()).isLessThan(82);
    }

    @Test
    void inventedTokensPushNoOthersOut() {
        IntrospectionCache cache = new IntrospectionCache(60, clock);
        cache.put("right", active(10), clock.millis());
        for (int i = 0; i < 11_000; i++) {
            cache.put("t" + i, new IntrospectionCache.Answer(false, Map.of(), null, 0), clock.millis());
        }
        assertThat(cache.get("right")).isNotNull();
        assertThat(cache.size()).isEqualTo(10_001);
    }

    @Test
    void lateAnswerDoesNotMakeATokenActiveAgain() {
        IntrospectionCache cache = new IntrospectionCache(60, clock);
        long asked = clock.millis();
        clock.now = clock.now.plusSeconds(1);
        cache.put("a", new IntrospectionCache.Answer(false, Map.of(), null, 0), asked);
        cache.put("a", active(10), asked);
        assertThat(cache.get("a").active()).isFalse();
        cache.put("a", active(10), clock.millis());
        assertThat(cache.get("a").active()).isTrue();
    }

    @Test
    void clockThatIsSetBackMakesNoAnswerLastLonger() {
        IntrospectionCache cache = new IntrospectionCache(60, clock);
        cache.put("a", active(10), clock.millis());
        clock.now = clock.now.minus(Duration.ofHours(1));
        assertThat(cache.get("a")).isNull();
    }
}
