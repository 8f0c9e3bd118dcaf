package org.eclipse.jetty.security.openid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jetty.security.jwt.TestKeys;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a provider, or somebody in its name, can send that is wrong: nobody is logged in, and page and log say so. */
class ForgedAnswersTest extends AbstractOpenIdTest {
    private static final RSAKey OTHER = TestKeys.newKey("other");

    @AfterEach
    void noTokenIsLogged() {
        assertThat(logged())
                .noneMatch(line -> line.contains("eyJ") || line.contains("access-") || line.contains("refresh-"));
    }

    private static long now() {
        return Instant.now().getEpochSecond();
    }

    private static Arguments claim(String log, Consumer<Map<String, Object>> change) {
        return Arguments.of(log, change);
    }

    static Stream<Arguments> wrongClaims() {
        return Stream.of(
                claim("claim iss: https://evil.example", claims -> claims.put("iss", "https://evil.example")),
                claim("claim iss is missing", claims -> claims.remove("iss")),
                claim("claim aud: .other. .expected: shop", claims -> claims.put("aud", List.of("other"))),
                claim("claim aud: .. .expected: shop", claims -> claims.remove("aud")),
                claim("claim aud is not a string", claims -> claims.put("aud", 7)),
                claim("claim azp: none", claims -> claims.put("aud", List.of("shop", "other"))),
                claim("claim azp: other", claims -> claims.put("azp", "other")),
                claim("claim nonce is not that of the login", claims -> claims.put("nonce", "other")),
                claim("claim nonce is not that of the login", claims -> claims.remove("nonce")),
                claim("claim at_hash is not that", claims -> claims.put("at_hash", "AAAAAAAAAAAAAAAAAAAAAA")),
                claim("the token expired", claims -> claims.put("exp", now() - 31)),
                claim("claim exp is missing", claims -> claims.remove("exp")),
                claim("claim exp is not a time", claims -> claims.put("exp", "tomorrow")),
                claim("claim exp is not a time", claims -> claims.put("exp", 1e300)),
                claim("the token was issued", claims -> claims.put("iat", now() + 90)),
                claim("claim iat is missing", claims -> claims.remove("iat")),
                claim("the token is valid", claims -> claims.put("nbf", now() + 90)),
                claim("claim sub is missing", claims -> claims.remove("sub")),
                claim("claim sub is longer than 255", claims -> claims.put("sub", "x".repeat(256))),
                claim("claim sub is not a string", claims -> claims.put("sub", List.of("ann"))));
    }

    @ParameterizedTest
    @MethodSource("wrongClaims")
    void claimThatIsWrongIsRefused(String log, Consumer<Map<String, Object>> change) throws Exception {
        provider.claims = change;
        start();
        assertRefused(browser.answer(provider, "/ctx/a"), 403, "the answer of the provider is not acceptable", log);
    }

    private void assertRefused(String response, int status, String page, String line) throws Exception {
        assertThat(Browser.status(response)).as(response).isEqualTo(status);
        assertThat(response).contains("The login failed: " + page);
        assertThat(logged())
                .anyMatch(each -> Pattern.compile(line).matcher(each).find());
        assertThat(Browser.status(browser.get("/ctx/a"))).isEqualTo(302);
        assertThat(browser.get("/ctx/open/a")).contains("nobody GET");
    }

    private static String encode(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void assertTokenRefused(String log) throws Exception {
        start();
        assertRefused(browser.answer(provider, "/ctx/a"), 403, "the answer of the provider is not acceptable", log);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "NONE", "None"})
    void tokenWithoutASignatureIsRefused(String none) throws Exception {
        provider.idToken = token -> encode("{\"alg\":\"" + none + "\"}") + "." + token.split("\\.")[1] + ".";
        assertTokenRefused("token is not a signed token");
    }

    @Test
    void tokenSignedByTheSecretOrThePublicKeyAsASecretIsRefused() throws Exception {
        byte[] key = provider.key.toRSAKey().toRSAPublicKey().getEncoded();
        provider.idToken = token -> {
            try {
                return TestKeys.sign(
                        new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first").build(),
                        new MACSigner(key),
                        provider.newClaims());
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        };
        assertTokenRefused("algorithm of the signature: HS256");
    }

    @Test
    void algorithmThatIsNotPinnedIsRefused() throws Exception {
        start(builder().idTokenAlgorithms("ES256"));
        assertRefused(
                browser.answer(provider, "/ctx/a"),
                403,
                "the answer of the provider is not acceptable",
                "algorithm of the signature: RS256");
    }

    @Test
    void keyThatTheTokenBringsIsNotUsed() throws Exception {
        provider.idToken = token -> signedByOther(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("first").jwk(OTHER.toPublicJWK()));
        assertTokenRefused("the signature is wrong");
    }

    private String signedByOther(JWSHeader.Builder header) {
        try {
            return TestKeys.sign(header.build(), new RSASSASigner(OTHER), provider.newClaims());
        } catch (Exception x) {
            throw new IllegalStateException(x);
        }
    }

    @Test
    void tokenOfAnUnknownKeyIsRefused() throws Exception {
        provider.idToken = token -> signedByOther(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("other"));
        assertTokenRefused("the key of the signature is not one of the provider");
    }

    @Test
    void tokenOfAnotherTypeIsRefused() throws Exception {
        provider.idToken = token -> {
            try {
                return provider.sign("at+jwt", provider.newClaims());
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        };
        assertTokenRefused("type of the token: at.jwt");
    }

    @Test
    void criticalHeaderThatIsNotKnownIsRefused() throws Exception {
        provider.idToken = token -> {
            try {
                return TestKeys.sign(
                        new JWSHeader.Builder(JWSAlgorithm.RS256)
                                .keyID("first")
                                .type(JOSEObjectType.JWT)
                                .criticalParams(Set.of("x"))
                                .customParam("x", 1)
                                .build(),
                        new RSASSASigner(provider.key.toRSAKey()),
                        provider.newClaims());
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        };
        assertTokenRefused("critical header parameters: .x. .expected: none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "a.b", "a.b.c", "a.b.c.d.e", "....", "\"", "eyJhbGciOiJSUzI1NiJ9.e30."})
    void garbageInPlaceOfATokenIsRefused(String garbage) throws Exception {
        provider.idToken = token -> garbage;
        assertTokenRefused("");
    }

    @Test
    void tokenThatIsTooLongIsRefused() throws Exception {
        provider.idToken = token -> token + "x".repeat(70_000);
        assertTokenRefused("token: 7\\d+ characters");
    }

    @Test
    void changedTokenIsRefused() throws Exception {
        provider.idToken = token -> {
            String[] parts = token.split("\\.");
            String claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
            return parts[0] + "." + encode(claims.replace("\"ann\"", "\"root\"")) + "." + parts[2];
        };
        assertTokenRefused("the signature is wrong");
    }

    static Stream<Arguments> wrongAnswers() {
        return Stream.of(
                Arguments.of(200, "[]", 403, "no bearer token"),
                Arguments.of(200, "null", 403, "is not a JSON object"),
                Arguments.of(200, "{\"id_token\":7}", 403, "no bearer token"),
                Arguments.of(200, "{\"access_token\":\"a\",\"token_type\":\"mac\"}", 403, "no bearer token"),
                Arguments.of(200, "{\"access_token\":\"a\",\"token_type\":\"Bearer\"}", 403, "no ID token"),
                Arguments.of(200, "{\"x\":" + "[".repeat(100_000), 403, "is not a JSON object"),
                Arguments.of(302, "{}", 403, "answered 302"),
                Arguments.of(400, "{\"error\":\"invalid_grant\"}", 403, "answered 400 invalid_grant"),
                Arguments.of(400, "{\"error\":\"a\\nb<script>\"}", 403, "answered 400 a.b.script."),
                Arguments.of(500, "{}", 503, "status 500"),
                Arguments.of(200, "{\"x\":\"" + "x".repeat(300_000) + "\"}", 503, ""));
    }

    @ParameterizedTest
    @MethodSource("wrongAnswers")
    void answerOfTheTokenEndpointThatIsWrongIsRefused(int status, String text, int expected, String log)
            throws Exception {
        start();
        provider.answerBy("/token", status, text);
        String page = expected == 503
                ? "the provider cannot be reached"
                : status == 200 ? "the answer of the provider is not acceptable" : "the provider refused the login";
        assertRefused(browser.answer(provider, "/ctx/a"), expected, page, log);
    }

    @Test
    void slowProviderEndsTheLogin() throws Exception {
        start(builder().timeout(200));
        String uri = browser.begin("/ctx/a");
        provider.hook = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                // no answer before the client has gone
                request.addFailureListener(callback::failed);
                return true;
            }
        };
        String answer = browser.get(provider.authorize(uri));
        assertThat(Browser.status(answer)).isEqualTo(503);
        assertThat(answer).contains("The login failed: the provider cannot be reached");
    }

    @Test
    void userInfoOfAnotherUserIsRefused() throws Exception {
        start(builder().userInfo(true));
        provider.answerBy("/userinfo", 200, "{\"sub\":\"root\"}");
        assertRefused(
                browser.answer(provider, "/ctx/a"),
                403,
                "the answer of the provider is not acceptable",
                "claim sub of the user info is not that of the ID token");
    }

    // ---- keys

    @Test
    void keysAreReadAgainWhenTheProviderHasANewOne() throws Exception {
        start();
        assertThat(browser.login(provider, "/ctx/a")).contains("ann GET");
        provider.key = OTHER;
        assertThat(new Browser(connector).login(provider, "/ctx/a")).contains("ann GET");
        assertThat(provider.paths.stream().filter("/jwks"::equals)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "<html>", "{\"keys\":7}", "{\"keys\":[{}]}", "{\"keys\":[{\"kty\":\"RSA\"}]}"})
    void keysThatAreWrongEndTheLogin(String keys) throws Exception {
        provider.jwks = set -> keys;
        start();
        int status = Browser.status(browser.answer(provider, "/ctx/a"));
        assertThat(status).isIn(403, 503);
        assertThat(Browser.status(browser.get("/ctx/a"))).isEqualTo(302);
    }

    @Test
    void keysThatAreHugeEndTheLogin() throws Exception {
        provider.jwks = set -> set.replace("]", ",{\"kty\":\"RSA\",\"x\":\"" + "x".repeat(1 << 20) + "\"}]");
        start();
        assertRefused(browser.answer(provider, "/ctx/a"), 503, "the provider cannot be reached", "keys");
    }

    // ---- metadata

    @Test
    void metadataOfAnotherIssuerFailTheStart() {
        provider.metadata = document -> document.put("issuer", "https://evil.example");
        assertThatThrownBy(this::start)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("https://evil.example")
                .hasMessageContaining("(expected: " + provider.issuer() + ")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"authorization_endpoint", "token_endpoint", "jwks_uri"})
    void metadataWithoutAnEndpointOrWithOneInClearTextFailTheStart(String name) {
        provider.metadata = document -> document.remove(name);
        assertThatThrownBy(this::start).hasMessageContaining(name).hasMessageContaining("none");
        provider.metadata = document -> document.put(name, "http://evil.example/x");
        assertThatThrownBy(() -> builder().build().start())
                .hasMessageContaining(name + " of the OpenID provider: http://evil.example/x");
    }

    @Test
    void issuerInClearTextIsRefusedUnlessItIsAllowed() {
        assertThatThrownBy(() -> new OpenIdConfiguration("http://id.example", "shop", "x"))
                .hasMessageContaining("issuer of the OpenID provider: http://id.example (expected: an https URI");
        assertThat(new OpenIdConfiguration.Builder("http://id.example", "shop", "x")
                        .insecureProvider(true)
                        .build()
                        .getIssuer())
                .isEqualTo("http://id.example");
    }

    // ---- the answer in the browser

    @Test
    void stateThatWasNotGivenIsRefused() throws Exception {
        start();
        String answer = provider.authorize(browser.begin("/ctx/a"));
        String page = "the login was not begun in this browser, or has ended already";
        assertRefused(browser.get(answer.replaceFirst("state=[^&]*", "state=x")), 403, page, "not begun");
        assertRefused(browser.get(answer.replaceFirst("&state=[^&]*", "")), 403, page, "not begun");
        assertRefused(browser.get(answer + "&state=x"), 403, page, "not begun");
        Browser other = new Browser(connector);
        assertThat(Browser.status(other.get(answer))).as("another browser").isEqualTo(403);
        assertThat(other.session).isNull();
        assertThat(provider.tokenRequests).isEmpty();
    }

    @Test
    void answerIsGoodForOnce() throws Exception {
        start();
        String answer = provider.authorize(browser.begin("/ctx/a"));
        assertThat(Browser.status(browser.get(answer))).isIn(302, 303);
        assertThat(Browser.status(browser.get(answer))).isEqualTo(403);
        assertThat(provider.tokenRequests).hasSize(1);
        assertThat(browser.get("/ctx/a")).as("who is logged in stays so").contains("ann GET");
    }

    @Test
    void answerThatComesTwiceAtOnceIsRedeemedOnce() throws Exception {
        start();
        String answer = provider.authorize(browser.begin("/ctx/a"));
        CyclicBarrier together = new CyclicBarrier(2);
        List<Integer> statuses = new CopyOnWriteArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Browser tab = new Browser(connector);
            tab.session = browser.session;
            Thread thread = new Thread(() -> {
                try {
                    together.await();
                    statuses.add(Browser.status(tab.get(answer)));
                } catch (Exception x) {
                    statuses.add(-1);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(statuses).containsOnlyOnce(403).hasSize(2).doesNotContain(-1);
        assertThat(provider.tokenRequests).hasSize(1);
    }

    @Test
    void codeOfAnotherLoginIsRefused() throws Exception {
        start();
        String evil = provider.authorize(new Browser(connector).begin("/ctx/a"));
        String own = provider.authorize(browser.begin("/ctx/a"));
        String mixed = own.replaceFirst(
                "code=[^&]*", "code=" + TestProvider.query(evil).get("code"));
        assertRefused(browser.get(mixed), 403, "the provider refused the login", "invalid_grant");
    }

    @Test
    void answerOfAnotherIssuerIsRefused() throws Exception {
        start();
        for (String iss : List.of("&iss=https%3A%2F%2Fevil.example", "", "&iss=", "&iss=a&iss=b")) {
            String answer = provider.authorize(browser.begin("/ctx/a")).replaceFirst("&iss=.*", iss);
            assertRefused(browser.get(answer), 403, "the answer is not of the provider of the login", "");
        }
        assertThat(provider.tokenRequests).isEmpty();
    }

    @Test
    void answerWithAnErrorSaysSoWithoutMarkup() throws Exception {
        start();
        String answer =
                provider.authorize(browser.begin("/ctx/a")).replaceFirst("code=[^&]*", "error=access_denied%3Cb%3E%0A");
        assertRefused(browser.get(answer), 403, "the provider answered access_denied", "access_denied.b..");
    }

    @Test
    void answerWithoutACodeOrWithTwoIsRefused() throws Exception {
        start();
        String none = provider.authorize(browser.begin("/ctx/a")).replaceFirst("code=[^&]*&", "");
        assertRefused(browser.get(none), 403, "the answer has no code", "no code");
        String two = provider.authorize(browser.begin("/ctx/a")) + "&code=x";
        assertRefused(browser.get(two), 403, "the answer has no code", "no code");
    }

    @Test
    void answerByPostIsRefused() throws Exception {
        start();
        String answer = provider.authorize(browser.begin("/ctx/a"));
        assertThat(Browser.status(browser.send("POST", answer, ""))).isEqualTo(405);
    }

    @Test
    void errorPageGetsTheDescription() throws Exception {
        start(builder(), new OpenIdAuthenticator(null, "/error?x=1"), null);
        String answer = provider.authorize(browser.begin("/ctx/a")).replaceFirst("code=[^&]*", "error=access_denied");
        String location = Browser.location(browser.get(answer));
        assertThat(location)
                .contains(
                        "/ctx/error?x=1&error_description_jetty=The+login+failed%3A+the+provider+answered+access_denied");
        assertThat(browser.get(location)).as("open to nobody").contains("nobody GET /error");
    }

    @Test
    void sessionOfAnAttackerIsNotThatOfTheUser() throws Exception {
        start();
        String uri = browser.begin("/ctx/a");
        Browser attacker = new Browser(connector);
        attacker.session = browser.session;
        browser.get(provider.authorize(uri));
        assertThat(browser.get("/ctx/a")).contains("ann GET");
        assertThat(Browser.status(attacker.get("/ctx/a"))).isEqualTo(302);
    }

    @Test
    void badPropertiesAreRefusedWithWhatIsExpected() {
        Map<String, Consumer<OpenIdConfiguration.Builder>> wrong = new LinkedHashMap<>();
        wrong.put("authentication method of the client: mtls", builder -> builder.authenticationMethod("mtls"));
        wrong.put("algorithm of signatures: HS256", builder -> builder.idTokenAlgorithms("RS256,HS256"));
        wrong.put("issuer of the OpenID provider: none", builder -> builder.issuer(""));
        wrong.put("client id of the OpenID provider: none", builder -> builder.clientId(" "));
        wrong.put("clock skew: -1", builder -> builder.clockSkew(-1));
        wrong.put("timeout: 0", builder -> builder.timeout(0));
        wrong.put("secret of client shop: none", builder -> builder.clientSecret(""));
        wrong.put("private key of client shop: none", builder -> builder.authenticationMethod("private_key_jwt"));
        wrong.put("private key of a client: /no/such/file", builder -> builder.privateKeyFile("/no/such/file"));
        wrong.put("jwks", builder -> builder.jwksUri("ftp://x/jwks"));
        wrong.forEach((message, setting) -> assertThatThrownBy(() -> {
                    OpenIdConfiguration.Builder builder = builder();
                    setting.accept(builder);
                    builder.build().start();
                })
                .hasMessageContaining(
                        message.equals("jwks") ? "URI of keys of the OpenID provider: ftp://x/jwks" : message));
        assertThat(Arrays.asList(builder().build().toString())).noneMatch(text -> text.contains(TestProvider.SECRET));
    }
}
