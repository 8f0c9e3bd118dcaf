package org.eclipse.jetty.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.EdECPublicKey;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.security.jwt.internal.InvalidTokenException;
import org.eclipse.jetty.security.jwt.internal.JwkCache;
import org.eclipse.jetty.security.jwt.internal.TokenVerifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenVerifierTest {
    private static final RSAKey RSA = TestKeys.newKey("rsa");

    private static TokenVerifier verifier(JWK... keys) {
        String set = new JWKSet(List.of(keys)).toString();
        return new TokenVerifier(new JwkCache(() -> set), TokenVerifier.ALGORITHMS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"})
    void signatureOfRsaIsVerified(String algorithm) throws Exception {
        String token = TestKeys.sign(
                new JWSHeader(JWSAlgorithm.parse(algorithm)), new RSASSASigner(RSA), Map.of("sub", "ann"));
        assertThat(verifier(RSA).verify(token).claims()).containsEntry("sub", "ann");
        assertWrong(token, TestKeys.newKey("rsa"));
    }

    private static void assertWrong(String token, JWK other) {
        assertThatThrownBy(() -> verifier(other).verify(token))
                .isInstanceOf(InvalidTokenException.class)
                .hasMessage("the signature is wrong");
    }

    @ParameterizedTest
    @ValueSource(strings = {"P-256", "P-384", "P-521"})
    void signatureOfAnEllipticCurveIsVerified(String curve) throws Exception {
        ECKey key = new ECKeyGenerator(Curve.parse(curve)).generate();
        ECDSASigner signer = new ECDSASigner(key);
        JWSAlgorithm algorithm = signer.supportedJWSAlgorithms().iterator().next();
        String token = TestKeys.sign(new JWSHeader(algorithm), signer, Map.of("sub", "ann"));
        assertThat(verifier(RSA, key).verify(token).claims()).containsEntry("sub", "ann");
        assertWrong(token, new ECKeyGenerator(Curve.parse(curve)).generate());
    }

    private static byte[] publicBytes(KeyPair pair) {
        // the last 32 bytes of the encoded key (RFC 8410, section 4)
        byte[] encoded = pair.getPublic().getEncoded();
        return Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    }

    private static String signByEd25519(KeyPair pair) throws Exception {
        String signed = Base64URL.encode("{\"alg\":\"EdDSA\"}") + "." + Base64URL.encode("{\"sub\":\"ann\"}");
        Signature signer = Signature.getInstance("Ed25519");
        signer.initSign(pair.getPrivate());
        signer.update(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + Base64URL.encode(signer.sign());
    }

    @Test
    void signatureOfEd25519IsVerified() throws Exception {
        // keys with either bit of x
        for (int i = 0; i < 8; i++) {
            KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            assertThat(pair.getPublic()).isInstanceOf(EdECPublicKey.class);
            JWK key = new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(publicBytes(pair))).build();
            String token = signByEd25519(pair);
            assertThat(verifier(key).verify(token).claims()).containsEntry("sub", "ann");
            KeyPair other = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            assertWrong(token, new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(publicBytes(other))).build());
            assertWrong(token.substring(0, token.lastIndexOf('.') + 1) + "AAAA", key);
        }
    }

    /** RFC 8037, appendix A.4. */
    @Test
    void exampleOfTheRfcIsVerified() {
        JWK key = new OctetKeyPair.Builder(Curve.Ed25519, new Base64URL("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"))
                .build();
        String token = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc."
                + "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";
        assertThatThrownBy(() -> verifier(key).verify(token))
                .as("the signature is right, and the content is text")
                .hasMessage("the content of the token is not a JSON object");
    }

    @Test
    void keyOfTooFewBitsIsNotUsed() throws Exception {
        RSAKey weak = new RSAKeyGenerator(1024, true).generate();
        String token = TestKeys.sign(
                new JWSHeader(JWSAlgorithm.RS256),
                new RSASSASigner(weak.toPrivateKey(), Set.of(AllowWeakRSAKey.getInstance())),
                Map.of("sub", "ann"));
        assertThatThrownBy(() -> verifier(weak).verify(token))
                .hasMessage("the key of the signature is not one of the provider");
    }
}
