package org.eclipse.jetty.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Digests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that are bound to a key of the client (RFC 9449). */
class DpopTest extends AbstractJwtTest {
    private static final ECKey KEY = newKey();
    private static final ECKey OTHER = newKey();

    private final JwtLoginService service = new JwtLoginService("api");

    private static ECKey newKey() {
        try {
            return new ECKeyGenerator(Curve.P_256).generate();
        } catch (JOSEException x) {
            throw new IllegalStateException(x);
        }
    }

    /** A proof that a test changes before it is signed. */
    private static final class Proof {
        private final Map<String, Object> claims = new LinkedHashMap<>();
        private JWSHeader.Builder header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(new JOSEObjectType("dpop+jwt"))
                .jwk(KEY.toPublicJWK());
        private JWSSigner signer = signer(KEY);

        private Proof(String method, String uri, String token) {
            claims.put("jti", UUID.randomUUID().toString());
            claims.put("htm", method);
            claims.put("htu", uri);
            claims.put("iat", TokenIssuer.now());
            claims.put("ath", Digests.sha256Base64Url(token));
        }

        private static JWSSigner signer(ECKey key) {
            try {
                return new ECDSASigner(key);
            } catch (JOSEException x) {
                throw new IllegalStateException(x);
            }
        }

        private void key(ECKey key) {
            header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                    .type(new JOSEObjectType("dpop+jwt"))
                    .jwk(key.toPublicJWK());
            signer = signer(key);
        }

        private String sign() {
            return TestKeys.sign(header.build(), signer, claims);
        }
    }

    private void start(String mode) throws Exception {
        start(mode, builder());
    }

    private void start(String mode, JwtIssuer.Builder builder) throws Exception {
        service.setDpop(mode);
        service.addIssuer(builder.build());
        security.setAuthenticator(new JwtAuthenticator());
        security.setLoginService(service);
        serve();
    }

    private String uri(String path) {
        return transport.scheme() + "://h/ctx" + path;
    }

    /** A token that is bound to the key. */
    private String boundToken() throws Exception {
        String thumbprint = KEY.computeThumbprint().toString();
        return issuer.token(claims -> claims.put("cnf", Map.of("jkt", thumbprint)));
    }

    private Proof proof(String token) {
        return new Proof("GET", uri("/a"), token);
    }

    private String send(String path, String token, String proof) throws Exception {
        return ask(path, "Authorization: DPoP " + token + "\r\nDPoP: " + proof + "\r\n");
    }

    private void assertInvalid(String response, String line) {
        assertThat(response).contains(" 401 ", "error=\"invalid_dpop_proof\"").doesNotContain("Set-Cookie");
        assertThat(logged()).anyMatch(each -> each.contains("refuses a proof") && each.contains(line));
    }

    // ---- right ones

    @ParameterizedTest
    @ValueSource(strings = {"accept", "require"})
    void boundTokenWithItsProofIsThatOfTheUser(String mode) throws Exception {
        start(mode);
        String token = boundToken();
        assertThat(send("/a", token, proof(token).sign()))
                .contains(" 200 ", "ann by JWT")
                .doesNotContain("Set-Cookie", "DPoP-Nonce");
    }

    @Test
    void queryIsNotPartOfTheUriAndTheSchemeIsNotCaseSensitive() throws Exception {
        start("accept");
        String token = boundToken();
        assertThat(ask(
                        "/a?x=y",
                        "Authorization: dpop " + token + "\r\nDPoP: "
                                + proof(token).sign() + "\r\n"))
                .contains("ann by JWT");
        Proof proof = proof(token);
        proof.claims.put("htu", uri("/a") + "?z#f");
        assertThat(send("/a", token, proof.sign())).contains("ann by JWT");
    }

    @ParameterizedTest
    @CsvSource({"/%7Eann,/~ann", "/~ann,/%7eann", "/a%2fb,/a%2Fb", "/a/./b,/a/b", "/x/../a,/a", "/a/..,/"})
    void equivalentUrisAreEqual(String named, String asked) throws Exception {
        start("accept");
        String token = boundToken();
        Proof proof = proof(token);
        proof.claims.put(
                "htu", transport.scheme().toUpperCase() + "://H:" + (transport.isSecure() ? 443 : 80) + "/ctx" + named);
        String response = send(asked, token, proof.sign());
        // the server may not serve the path, but not because of the proof
        assertThat(response).doesNotContain("invalid_dpop_proof").doesNotContain(" 401 ");
    }

    @Test
    void uriIsThatWhichATrustedProxyForwards() throws Exception {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.addCustomizer(new ForwardedRequestCustomizer());
        service.setDpop("require");
        service.addIssuer(builder().build());
        security.setAuthenticator(new JwtAuthenticator());
        security.setLoginService(service);
        serve(configuration);
        String token = boundToken();
        Proof proof = proof(token);
        proof.claims.put("htu", "https://api.example/ctx/a");
        String fields = "Authorization: DPoP " + token + "\r\nDPoP: " + proof.sign() + "\r\n";
        assertThat(ask("/a", fields + "Forwarded: proto=https;host=api.example\r\n"))
                .contains("ann by JWT");
    }

    /** The client names the resource that it has asked for, which a rewrite may serve by another path. */
    @Test
    void uriOfTheClientIsRightWhereItIsRewritten() throws Exception {
        start("require");
        server.stop();
        Handler served = server.getHandler();
        server.setHandler(new Handler.Wrapper(served) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                return super.handle(
                        Request.serveAs(request, HttpURI.build(request.getHttpURI(), "/ctx/inside")),
                        response,
                        callback);
            }
        });
        server.start();
        String token = boundToken();
        assertThat(send("/a", token, proof(token).sign())).contains("ann by JWT");
        Proof other = proof(token);
        other.claims.put("htu", uri("/b"));
        assertInvalid(send("/a", token, other.sign()), "claim htu of the proof");
    }

    @Test
    void keysMayBeRsa() throws Exception {
        start("accept");
        RSAKey rsa = TestKeys.newKey("client");
        String token = issuer.token(claims -> claims.put("cnf", Map.of("jkt", thumbprint(rsa))));
        Proof proof = proof(token);
        proof.header = new JWSHeader.Builder(JWSAlgorithm.PS256)
                .type(new JOSEObjectType("dpop+jwt"))
                .jwk(rsa.toPublicJWK());
        proof.signer = new RSASSASigner(rsa);
        assertThat(send("/a", token, proof.sign())).contains("ann by JWT");
    }

    private static String thumbprint(RSAKey key) {
        try {
            return key.computeThumbprint().toString();
        } catch (JOSEException x) {
            throw new IllegalStateException(x);
        }
    }

    @Test
    void opaqueTokenIsBoundByItsIntrospection() throws Exception {
        start("require", builder().clientId("api").clientSecret("s"));
        String thumbprint = KEY.computeThumbprint().toString();
        String token = issuer.opaqueToken(claims -> {
            claims.put("token_type", "DPoP");
            claims.put("cnf", Map.of("jkt", thumbprint));
        });
        assertThat(send("/a", token, proof(token).sign())).contains("ann by JWT");
        Proof wrong = proof(token);
        wrong.key(OTHER);
        assertThat(send("/a", token, wrong.sign())).contains(" 401 ", "error=\"invalid_token\"");
    }

    // ---- forged ones

    private static Arguments forged(String line, Consumer<Proof> change) {
        return Arguments.of(line, change);
    }

    static Stream<Arguments> forgedProofs() throws Exception {
        OctetSequenceKey secret = new OctetSequenceKeyGenerator(256).generate();
        RSAKey weak = new com.nimbusds.jose.jwk.gen.RSAKeyGenerator(1024, true).generate();
        return Stream.of(
                forged("the signature of the proof is wrong", proof -> proof.signer = Proof.signer(OTHER)),
                forged("claim htm of the proof: POST", proof -> proof.claims.put("htm", "POST")),
                forged("claim htm of the proof: get", proof -> proof.claims.put("htm", "get")),
                forged("claim htm is missing", proof -> proof.claims.remove("htm")),
                forged("claim htu of the proof", proof -> proof.claims.put("htu", "http://evil.example/ctx/a")),
                forged("claim htu of the proof", proof -> proof.claims.put("htu", "http://h:81/ctx/a")),
                forged("claim htu of the proof", proof -> proof.claims.put("htu", "/ctx/a")),
                forged("claim htu of the proof", proof -> proof.claims.put("htu", "http://u@h/ctx/a")),
                forged("claim htu of the proof", proof -> proof.claims.put("htu", "a b")),
                forged("claim htu of the proof", proof -> proof.claims.merge("htu", "b", (a, b) -> a + "/" + b)),
                forged("claim htu is missing", proof -> proof.claims.remove("htu")),
                forged("s old", proof -> proof.claims.put("iat", TokenIssuer.now() - 70)),
                forged("s old", proof -> proof.claims.put("iat", TokenIssuer.now() + 70)),
                forged("claim iat of the proof is missing", proof -> proof.claims.remove("iat")),
                forged("claim iat is not a time", proof -> proof.claims.put("iat", "now")),
                forged("claim jti is missing", proof -> proof.claims.remove("jti")),
                forged("claim jti of the proof is longer", proof -> proof.claims.put("jti", "x".repeat(256))),
                forged("claim ath is missing", proof -> proof.claims.remove("ath")),
                forged("claim ath of the proof is not", proof -> proof.claims.put("ath", Digests.sha256Base64Url("x"))),
                forged("type of the token: JWT", proof -> proof.header.type(JOSEObjectType.JWT)),
                forged("type of the token: none", proof -> proof.header.type(null)),
                forged("the proof has no key", proof -> proof.header.jwk(null)),
                forged("algorithm of the proof: HS256", proof -> {
                    proof.header = new JWSHeader.Builder(JWSAlgorithm.HS256).type(new JOSEObjectType("dpop+jwt"));
                    proof.signer = mac(secret);
                }),
                forged("bits (expected: 2048 to 4096)", proof -> {
                    proof.header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .type(new JOSEObjectType("dpop+jwt"))
                            .jwk(weak.toPublicJWK());
                    proof.signer = rsa(weak);
                }),
                forged("exponent of the key of the proof: 64 bits", proof -> {
                    BigInteger modulus = BigInteger.ONE.shiftLeft(2047).setBit(0);
                    BigInteger exponent = BigInteger.ONE.shiftLeft(63).setBit(0);
                    proof.header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .type(new JOSEObjectType("dpop+jwt"))
                            .jwk(new RSAKey.Builder(Base64URL.encode(modulus), Base64URL.encode(exponent)).build());
                    proof.signer = rsa(weak);
                }));
    }

    private static JWSSigner mac(OctetSequenceKey key) {
        try {
            return new MACSigner(key);
        } catch (JOSEException x) {
            throw new IllegalStateException(x);
        }
    }

    private static JWSSigner rsa(RSAKey key) {
        try {
            return new RSASSASigner(key.toPrivateKey(), true);
        } catch (JOSEException x) {
            throw new IllegalStateException(x);
        }
    }

    @ParameterizedTest
    @MethodSource("forgedProofs")
    void forgedProofIsRefused(String line, Consumer<Proof> change) throws Exception {
        start("accept");
        String token = boundToken();
        Proof proof = proof(token);
        change.accept(proof);
        // characters of others are replaced in logs
        assertInvalid(send("/a", token, proof.sign()), line);
    }

    @Test
    void proofWithAPrivateOrASymmetricKeyInItsHeaderIsRefused() throws Exception {
        start("accept");
        String token = boundToken();
        OctetSequenceKey secret = new OctetSequenceKeyGenerator(256).generate();
        for (Map<String, Object> jwk : List.of(KEY.toJSONObject(), secret.toJSONObject())) {
            Map<String, Object> header = new LinkedHashMap<>();
            header.put("alg", "ES256");
            header.put("typ", "dpop+jwt");
            header.put("jwk", jwk);
            Base64URL first = Base64URL.encode(JSONObjectUtils.toJSONString(header));
            Base64URL second = Base64URL.encode(JSONObjectUtils.toJSONString(proof(token).claims));
            byte[] signed = (first + "." + second).getBytes(StandardCharsets.US_ASCII);
            Base64URL signature = Proof.signer(KEY).sign(new JWSHeader(JWSAlgorithm.ES256), signed);
            assertInvalid(send("/a", token, first + "." + second + "." + signature), "refuses a proof");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "a.b.c", "eyJhbGciOiJub25lIn0.e30.", "a.b.c.d.e"})
    void garbageIsNoProof(String proof) throws Exception {
        start("accept");
        String token = boundToken();
        assertInvalid(send("/a", token, proof), "");
    }

    @Test
    void requestHasOneProof() throws Exception {
        start("accept");
        String token = boundToken();
        assertInvalid(ask("/a", "Authorization: DPoP " + token + "\r\n"), "DPoP fields: 0 (expected: 1)");
        String two =
                "DPoP: " + proof(token).sign() + "\r\nDPoP: " + proof(token).sign() + "\r\n";
        assertInvalid(ask("/a", "Authorization: DPoP " + token + "\r\n" + two), "DPoP fields: 2 (expected: 1)");
        assertInvalid(
                send("/a", token, proof(token).sign() + ", " + proof(token).sign()), "token is");
    }

    @Test
    void proofIsGoodOnce() throws Exception {
        start("accept");
        String token = boundToken();
        String proof = proof(token).sign();
        assertThat(send("/a", token, proof)).contains("ann by JWT");
        assertInvalid(send("/a", token, proof), "the proof was used before");
    }

    @Test
    void ofRequestsInParallelWithOneProofOneIsAccepted() throws Exception {
        start("accept");
        for (int round = 0; round < 10; round++) {
            String token = boundToken();
            String proof = proof(token).sign();
            List<CompletableFuture<String>> running = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                running.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        return send("/a", token, proof);
                    } catch (Exception x) {
                        throw new IllegalStateException(x);
                    }
                }));
            }
            assertThat(running.stream().filter(each -> each.join().contains("ann by JWT")))
                    .hasSize(1);
        }
    }

    @Test
    void proofByAnotherKeyThanThatOfTheTokenIsRefused() throws Exception {
        start("accept");
        String token = boundToken();
        Proof proof = proof(token);
        proof.key(OTHER);
        assertThat(send("/a", token, proof.sign())).contains(" 401 ", "DPoP realm=\"api\"", "error=\"invalid_token\"");
        assertThat(logged()).anyMatch(line -> line.contains("the token is not bound to the key of the proof"));
    }

    @Test
    void tokenThatIsNotBoundNeedsNoProofAndIsRefusedWithOne() throws Exception {
        start("accept");
        String token = issuer.token();
        assertThat(askWith(token, "/a")).contains("ann by JWT");
        assertThat(send("/a", token, proof(token).sign())).contains(" 401 ", "error=\"invalid_token\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "accept", "require"})
    void boundTokenAsABearerTokenIsRefused(String mode) throws Exception {
        start(mode);
        String token = boundToken();
        assertThat(askWith(token, "/a")).contains(" 401 ", "error=\"invalid_token\"");
        // a proof beside it does not help
        assertThat(ask(
                        "/a",
                        "Authorization: Bearer " + token + "\r\nDPoP: "
                                + proof(token).sign() + "\r\n"))
                .contains(" 401 ", "error=\"invalid_token\"");
    }

    @Test
    void tokenThatIsBoundInAnUnknownWayIsRefused() throws Exception {
        start("accept");
        for (Object cnf : List.of(Map.of("kid", "x"), Map.of(), "x", List.of())) {
            String token = issuer.token(claims -> claims.put("cnf", cnf));
            assertThat(askWith(token, "/a")).contains(" 401 ", "error=\"invalid_token\"");
            assertThat(send("/a", token, proof(token).sign())).contains(" 401 ", "error=\"invalid_token\"");
        }
        // without a certificate
        String both = issuer.token(claims -> claims.put("cnf", Map.of("jkt", thumbprint(), "x5t#S256", "x")));
        assertThat(send("/a", both, proof(both).sign())).contains(" 401 ", "error=\"invalid_token\"");
    }

    /** RFC 8705, section 3. */
    @Test
    void tokenThatIsBoundToACertificateNeedsAConnectionWithIt() throws Exception {
        X509Certificate certificate = Transport.keyStores().getClientCertificate();
        AtomicReference<X509Certificate> presented = new AtomicReference<>(certificate);
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.addCustomizer((request, headers) -> {
            X509Certificate own = presented.get();
            request.setAttribute(
                    EndPoint.SslSessionData.ATTRIBUTE,
                    EndPoint.SslSessionData.from(null, null, "x", own == null ? null : new X509Certificate[] {own}));
            return request;
        });
        service.addIssuer(builder().build());
        security.setAuthenticator(new JwtAuthenticator());
        security.setLoginService(service);
        serve(configuration);
        String thumbprint = Digests.sha256Base64Url(certificate.getEncoded());
        String token = issuer.token(claims -> claims.put("cnf", Map.of("x5t#S256", thumbprint)));
        assertThat(askWith(token, "/a")).contains("ann by JWT");
        String other = issuer.token(claims -> claims.put("cnf", Map.of("x5t#S256", Digests.sha256Base64Url("x"))));
        assertThat(askWith(other, "/a")).contains(" 401 ", "error=\"invalid_token\"");
        presented.set(null);
        assertThat(askWith(token, "/a")).contains(" 401 ", "error=\"invalid_token\"");
    }

    // ---- challenges

    @ParameterizedTest
    @CsvSource({
        "off,'Bearer realm=\"api\"'",
        "accept,'Bearer realm=\"api\", DPoP realm=\"api\", algs=\"ES256 EdDSA\"'",
        "require,'DPoP realm=\"api\", algs=\"ES256 EdDSA\"'"
    })
    void challengeNamesTheSchemesAndAlgorithms(String mode, String challenge) throws Exception {
        service.setDpopAlgorithms("ES256, EdDSA");
        start(mode);
        assertThat(ask("/a", "")).contains(" 401 ", "WWW-Authenticate: " + challenge + "\r\n");
    }

    @Test
    void bearerTokensAreRefusedWhereProofsAreRequired() throws Exception {
        start("require");
        assertThat(askWith(issuer.token(), "/a"))
                .contains(
                        " 401 ",
                        "WWW-Authenticate: DPoP realm=\"api\", algs=\"",
                        "error=\"invalid_token\", error_description=\"The access token needs a DPoP proof\"");
    }

    @Test
    void requestThatIsMalformedIs400() throws Exception {
        start("accept");
        for (String field : List.of("DPoP", "DPoP a b", "DPoP a\r\nAuthorization: DPoP a")) {
            assertThat(ask("/a", "Authorization: " + field + "\r\n"))
                    .contains(" 400 ", "WWW-Authenticate: DPoP realm=\"api\", algs=\"", "error=\"invalid_request\"")
                    .contains(", Bearer realm=\"api\"\r\n");
        }
    }

    @Test
    void tokenWithoutTheRoleIs403OfItsScheme() throws Exception {
        start("require", builder().scopesAsRoles(true));
        String token = boundToken();
        Proof proof = proof(token);
        proof.claims.put("htu", uri("/delete/a"));
        assertThat(send("/delete/a", token, proof.sign()))
                .contains(
                        " 403 ",
                        "WWW-Authenticate: DPoP realm=\"api\", algs=\"",
                        "error=\"insufficient_scope\"",
                        "scope=\"delete\"");
    }

    @Test
    void settingsThatAreWrongNameTheValue() {
        assertThatThrownBy(() -> service.setDpop("maybe")).hasMessage("DPoP: maybe (expected: off, accept or require)");
        assertThatThrownBy(() -> service.setDpopWindow(0)).hasMessageContaining("0 s (expected: 1 to 3600)");
        assertThatThrownBy(() -> service.setDpopAlgorithms("HS256")).hasMessageContaining("HS256 (expected: one of");
        assertThatThrownBy(() -> service.setDpopMaxProofs(0)).hasMessageContaining("0 (expected: 1 or more)");
    }

    // ---- nonces and limits

    private static String nonce(String response) {
        Matcher matcher = Pattern.compile("DPoP-Nonce: (\\S+)").matcher(response);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    @Test
    void proofNeedsANonceOfTheServerIfSetSo() throws Exception {
        SetClock clock = new SetClock();
        service.setDpopNonce(true);
        service.setClock(clock);
        start("require");
        String token = issuer.token(claims -> {
            claims.put("cnf", Map.of("jkt", thumbprint()));
            claims.put("exp", TokenIssuer.now() + 3600);
        });
        String refused = send("/a", token, proof(token).sign());
        assertThat(refused).contains(" 401 ", "error=\"use_dpop_nonce\"", "no-store");
        String nonce = nonce(refused);
        assertThat(sendAt(clock, token, nonce)).contains("ann by JWT").doesNotContain("DPoP-Nonce");
        clock.now = clock.now.plusSeconds(200);
        String later = sendAt(clock, token, nonce);
        assertThat(later).contains("ann by JWT", "Cache-Control: no-store");
        assertThat(nonce(later)).isNotEqualTo(nonce);
        clock.now = clock.now.plusSeconds(200);
        assertThat(sendAt(clock, token, nonce)).contains(" 401 ", "error=\"use_dpop_nonce\"");
        assertThat(sendAt(clock, token, nonce(later))).contains("ann by JWT");
        for (String forged : List.of("x", "a b", nonce.substring(1), "B" + nonce.substring(1), "A".repeat(32))) {
            assertThat(sendAt(clock, token, forged)).contains(" 401 ", "error=\"use_dpop_nonce\"");
        }
    }

    private static String thumbprint() {
        try {
            return KEY.computeThumbprint().toString();
        } catch (JOSEException x) {
            throw new IllegalStateException(x);
        }
    }

    private String sendAt(SetClock clock, String token, String nonce) throws Exception {
        Proof proof = proof(token);
        proof.claims.put("iat", clock.instant().getEpochSecond());
        proof.claims.put("nonce", nonce);
        return send("/a", token, proof.sign());
    }

    @Test
    void moreProofsThanCanBeRememberedAre503() throws Exception {
        service.setDpopMaxProofs(4);
        start("require");
        String token = boundToken();
        assertThat(send("/a", token, proof(token).sign())).contains("ann by JWT");
        assertThat(send("/a", token, proof(token).sign())).contains("ann by JWT");
        assertThat(send("/a", token, proof(token).sign())).contains(" 503 ", "Retry-After: 5");
    }
}
