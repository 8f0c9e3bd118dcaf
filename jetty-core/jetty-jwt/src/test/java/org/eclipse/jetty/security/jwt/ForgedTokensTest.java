package org.eclipse.jetty.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSAEncrypter;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that somebody else made or that are for somebody else, and issuers that misbehave: nobody is let in (RFC 8725). */
class ForgedTokensTest extends AbstractJwtTest {
    private static final RSAKey OTHER = TestKeys.newKey("other");

    private static Arguments claim(String line, Consumer<Map<String, Object>> change) {
        return Arguments.of(line, change);
    }

    static Stream<Arguments> wrongClaims() {
        return Stream.of(
                claim("claim iss: https://evil.example", claims -> claims.put("iss", "https://evil.example")),
                claim("claim iss is missing", claims -> claims.remove("iss")),
                claim("claim iss is not a string", claims -> claims.put("iss", List.of("x"))),
                claim("claim aud: (other)", claims -> claims.put("aud", "other")),
                claim("claim aud: ()", claims -> claims.remove("aud")),
                claim("claim aud: ()", claims -> claims.put("aud", List.of())),
                claim("claim aud is not a string", claims -> claims.put("aud", 7)),
                claim("the token expired 3", claims -> claims.put("exp", TokenIssuer.now() - 31)),
                claim("claim exp is missing", claims -> claims.remove("exp")),
                claim("claim exp is not a time", claims -> claims.put("exp", "tomorrow")),
                claim("claim exp is not a time", claims -> claims.put("exp", 1e300)),
                claim("s in the future", claims -> claims.put("iat", TokenIssuer.now() + 90)),
                claim("claim iat is missing", claims -> claims.remove("iat")),
                claim("s from now", claims -> claims.put("nbf", TokenIssuer.now() + 90)),
                claim("claim sub is missing", claims -> claims.remove("sub")),
                claim("claim sub is longer than 255", claims -> claims.put("sub", "x".repeat(256))),
                claim("bound to a key of the client", claims -> claims.put("cnf", Map.of("jkt", "x"))),
                claim("bound to a key of the client", claims -> claims.put("cnf", Map.of("x5t#S256", "x"))));
    }

    @ParameterizedTest
    @MethodSource("wrongClaims")
    void claimThatIsWrongIsRefused(String line, Consumer<Map<String, Object>> change) throws Exception {
        start();
        // characters of others are replaced in logs
        String expected = line.replace('(', '[').replace(')', ']');
        String response = askWith(issuer.token(change), "/a");
        assertThat(response).contains(" 401 ", "error=\"invalid_token\"");
        assertThat(logged())
                .anyMatch(each ->
                        each.contains(line) || each.contains(expected) || each.contains(line.replaceAll("[()]", "?")));
    }

    @Test
    void tokenThatExpiredSaysSo() throws Exception {
        start();
        assertThat(askWith(issuer.token(claims -> claims.put("exp", TokenIssuer.now() - 60)), "/a"))
                .contains("error=\"invalid_token\", error_description=\"The access token expired\"");
    }

    @Test
    void clocksMayDifferByTheSkewAlone() throws Exception {
        start(builder().clockSkew(5));
        assertThat(askWith(issuer.token(claims -> claims.put("exp", TokenIssuer.now() - 1)), "/a"))
                .contains("ann by JWT");
        assertRefused(
                askWith(issuer.token(claims -> claims.put("exp", TokenIssuer.now() - 6)), "/a"), "the token expired");
    }

    @Test
    void tokenThatIsTooOldIsRefusedWheneverItExpires() throws Exception {
        start(builder().maxAge(600));
        assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
        assertRefused(
                askWith(issuer.token(claims -> claims.put("iat", TokenIssuer.now() - 3600)), "/a"),
                "s old (expected: less than 600 s)");
    }

    private static String encode(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "NONE", "None", "nOnE"})
    void tokenWithoutASignatureIsRefused(String none) throws Exception {
        start();
        String[] parts = issuer.token().split("\\.");
        String header = encode("{\"typ\":\"at+jwt\",\"alg\":\"" + none + "\"}");
        assertThat(status(askWith(header + "." + parts[1] + ".", "/a"))).isEqualTo(401);
        assertThat(status(askWith(header + "." + parts[1] + "." + parts[2], "/a")))
                .isEqualTo(401);
    }

    @Test
    void publicKeyIsNoSecret() throws Exception {
        start();
        for (byte[] secret : List.of(
                issuer.key.toRSAPublicKey().getEncoded(),
                issuer.key.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8))) {
            JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.HS256)
                    .keyID("first")
                    .type(new JOSEObjectType("at+jwt"))
                    .build();
            String token = TestKeys.sign(header, new MACSigner(secret), issuer.claims());
            assertRefused(askWith(token, "/a"), "algorithm of the signature: HS256");
        }
    }

    @Test
    void algorithmThatIsNotPinnedIsRefused() throws Exception {
        start(builder().algorithms("ES256"));
        assertRefused(askWith(issuer.token(), "/a"), "algorithm of the signature: RS256");
    }

    @ParameterizedTest
    @ValueSource(strings = {"JWT", "id_token+jwt", "logout+jwt", "dpop+jwt", "secevent+jwt"})
    void tokenOfAnotherTypeIsRefused(String type) throws Exception {
        start();
        String token = TokenIssuer.sign(issuer.header().type(new JOSEObjectType(type)), issuer.key, issuer.claims());
        assertRefused(askWith(token, "/a"), "type of the token: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonce", "at_hash", "c_hash", "events"})
    void idTokenIsNoAccessTokenEvenIfTheirTypesAreTheSame(String claim) throws Exception {
        start(builder().types("JWT"));
        Map<String, Object> claims = issuer.claims();
        claims.put(claim, "x");
        String token = TokenIssuer.sign(issuer.header().type(JOSEObjectType.JWT), issuer.key, claims);
        assertRefused(askWith(token, "/a"), "claim " + claim + " is in it (expected: an access token)");
    }

    /** Keys that a token brings or names are not looked at, nor asked for. */
    @Test
    void keyThatTheTokenBringsOrNamesIsNotUsed() throws Exception {
        start();
        URI elsewhere = URI.create(issuer.issuer() + "/elsewhere");
        for (JWSHeader.Builder header : List.of(
                issuer.header().jwk(OTHER.toPublicJWK()),
                issuer.header().jwkURL(elsewhere),
                issuer.header().x509CertURL(elsewhere))) {
            assertRefused(askWith(TokenIssuer.sign(header, OTHER, issuer.claims()), "/a"), "the signature is wrong");
        }
        assertThat(issuer.paths).doesNotContain("/elsewhere");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "other",
                "../../../../dev/null",
                "/etc/passwd",
                "first' OR 1=1",
                "http://evil.example/",
                "first\r\nx: y"
            })
    void tokenOfAnUnknownKeyIsRefused(String kid) throws Exception {
        start();
        assertRefused(
                askWith(TokenIssuer.sign(issuer.header().keyID(kid), OTHER, issuer.claims()), "/a"),
                "the key of the signature is not one of the provider");
        assertThat(issuer.paths).allMatch(path -> path.equals("/jwks") || path.startsWith("/.well-known/"));
    }

    @Test
    void criticalHeaderIsRefusedWhateverItIs() throws Exception {
        start();
        assertRefused(
                askWith(
                        TokenIssuer.sign(
                                issuer.header().criticalParams(Set.of("x")).customParam("x", 1),
                                issuer.key,
                                issuer.claims()),
                        "/a"),
                "critical header parameters: ");
        assertRefused(
                askWith(
                        TokenIssuer.sign(
                                issuer.header().criticalParams(Set.of("exp")).customParam("exp", 1),
                                issuer.key,
                                issuer.claims()),
                        "/a"),
                "critical header parameters: ");
    }

    @Test
    void encryptedTokenIsRefusedClearly() throws Exception {
        start();
        JWEObject encrypted = new JWEObject(
                new JWEHeader(JWEAlgorithm.RSA_OAEP_256, EncryptionMethod.A128GCM), new Payload(issuer.token()));
        encrypted.encrypt(new RSAEncrypter(issuer.key));
        assertRefused(askWith(encrypted.serialize(), "/a"), "token is encrypted (expected: a signed token)");
    }

    @Test
    void nestedTokenIsRefusedClearly() throws Exception {
        start();
        assertRefused(
                askWith(TokenIssuer.sign(issuer.header().contentType("JWT"), issuer.key, issuer.claims()), "/a"),
                "token is nested (expected: claims in it)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "a.b",
                "a.b.c",
                "....",
                "..",
                "eyJhbGciOiJSUzI1NiJ9.e30.",
                "eyJhbGciOiJSUzI1NiJ9.W10.AAAA",
                "bnVsbA.bnVsbA.bnVsbA",
                "e30.e30.e30"
            })
    void garbageIsRefused(String garbage) throws Exception {
        start();
        assertThat(status(askWith(garbage, "/a"))).isEqualTo(401);
    }

    @Test
    void contentThatWasChangedIsRefused() throws Exception {
        start();
        String[] one = issuer.token().split("\\.");
        String[] two = issuer.token(claims -> claims.put("sub", "root")).split("\\.");
        assertRefused(askWith(one[0] + "." + two[1] + "." + one[2], "/a"), "the signature is wrong");
    }

    @Test
    void tokenThatIsNestedTooDeeplyIsRefused() throws Exception {
        start();
        String deep = "[".repeat(2000) + "]".repeat(2000);
        String payload = encode("{\"iss\":\"" + issuer.issuer() + "\",\"x\":" + deep + "}");
        String token = encode("{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":\"first\"}") + "." + payload + ".AAAA";
        assertThat(status(askWith(token, "/a"))).isEqualTo(401);
    }

    @Test
    void tokenThatIsTooLongForFieldsIs431() throws Exception {
        start();
        transport.assumeHttp1("over HTTP/2 the stream ends");
        assertThat(status(askWith("x".repeat(20_000), "/a"))).isEqualTo(431);
    }

    // ---- keys

    @Test
    void keysAreRotatedBetweenTokens() throws Exception {
        start();
        String before = issuer.token();
        assertThat(askWith(before, "/a")).contains("ann by JWT");
        issuer.key = TestKeys.newKey("second");
        assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
        assertRefused(askWith(before, "/a"), "the key of the signature is not one of the provider");
    }

    @Test
    void keysThatAreHugeAreNotReadToTheEnd() throws Exception {
        issuer.jwks = set -> set + " ".repeat(300 * 1024);
        start();
        assertUnavailable(askWith(issuer.token(), "/a"));
    }

    private void assertUnavailable(String response) {
        assertThat(response).contains(" 503 ", "Retry-After: 5").doesNotContain("WWW-Authenticate", "Set-Cookie");
        assertThat(logged()).anyMatch(line -> line.contains("cannot check a token"));
    }

    @Test
    void tooManyKeysAreRefused() throws Exception {
        List<JWK> keys = IntStream.range(0, 101)
                .<JWK>mapToObj(i -> new RSAKey.Builder(TokenIssuer.KEY.toPublicJWK())
                        .keyID("k" + i)
                        .build())
                .toList();
        issuer.jwks = set -> new JWKSet(keys).toString();
        start();
        assertUnavailable(askWith(issuer.token(), "/a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{\"keys\":{}}", "<html>"})
    void keysThatAreNoneAreNotUsed(String text) throws Exception {
        issuer.hook = new TokenIssuer.Answers("/jwks", 200, text);
        start();
        assertUnavailable(askWith(issuer.token(), "/a"));
    }

    @Test
    void issuerThatDoesNotAnswerIs503AndItsTokensAreAcceptedLater() throws Exception {
        issuer.hook = new TokenIssuer.Answers("/jwks", 500, "");
        start();
        assertUnavailable(askWith(issuer.token(), "/a"));
        issuer.hook = new TokenIssuer.Answers("/none", 500, "");
        assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
    }

    /** Holds what is asked for until the latch is released. */
    static final class Holding extends Handler.Abstract {
        final CountDownLatch release = new CountDownLatch(1);
        final CountDownLatch held = new CountDownLatch(1);
        private final String path;

        Holding(String path) {
            this.path = path;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if (Request.getPathInContext(request).equals(path)) {
                held.countDown();
                release.await();
            }
            return false;
        }
    }

    @Test
    void clientsWithKnownKeysDoNotWaitForKeysThatAreRead() throws Exception {
        start();
        assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
        Holding holding = new Holding("/jwks");
        issuer.hook = holding;
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            String unknown = TokenIssuer.sign(issuer.header().keyID("other"), OTHER, issuer.claims());
            Future<String> waiting = threads.submit(() -> askWith(unknown, "/a"));
            holding.held.await();
            assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
            holding.release.countDown();
            assertRefused(waiting.get(), "the key of the signature is not one of the provider");
        } finally {
            holding.release.countDown();
            threads.shutdownNow();
        }
    }
}
