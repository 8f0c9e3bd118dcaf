package org.eclipse.jetty.util.ssl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Private keys in the formats before PKCS #8, as openssl ecparam -genkey and openssl ec write them. */
class TraditionalKeyTest {
    private static final String CERTIFICATE = """
            -----BEGIN CERTIFICATE-----
            MIIBdzCCAR2gAwIBAgIUFNDsX/mS3ESsHtxXxEg/ExkGyaMwCgYIKoZIzj0EAwIw
            EDEOMAwGA1UEAwwFb2xkZXIwIBcNMjYxMTIzMjAxNzQwWhgPMjEyNjEwMzAyMDE3
            NDBaMBAxDjAMBgNVBAMMBW9sZGVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
            z0KwOY8Wi77V8aaX4vksJBuzQ2Tp8v2fhcUdIzjqYx6ahhxPPj0ccIfgnlw3+1U4
            yxu5FZHQYQZyXzkqu+0zA6NTMFEwHQYDVR0OBBYEFEyrbDyeD+8JyDZzzQi7XuZ/
            E1chMB8GA1UdIwQYMBaAFEyrbDyeD+8JyDZzzQi7XuZ/E1chMA8GA1UdEwEB/wQF
            MAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAI3AZ/N9DGje8JEhfrnORnbKsXhww+Kx
            Axp1UT9Ev/wwAiBuno0zAOgTO91BJdUPx2hc7qef7Rd187sThn7K5HEPnA==
            -----END CERTIFICATE-----
            """;
    private static final String PLAIN = """
            -----BEGIN EC PARAMETERS-----
            BggqhkjOPQMBBw==
            -----END EC PARAMETERS-----
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEIMUFdr072EY1rlsMIuom79NwaHxQTas5/DNNIaI12PhVoAoGCCqGSM49
            AwEHoUQDQgAEz0KwOY8Wi77V8aaX4vksJBuzQ2Tp8v2fhcUdIzjqYx6ahhxPPj0c
            cIfgnlw3+1U4yxu5FZHQYQZyXzkqu+0zAw==
            -----END EC PRIVATE KEY-----
            """;
    private static final String AES = """
            -----BEGIN EC PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED
            DEK-Info: AES-256-CBC,EC082162F0B40C1A8D2DA2A92EB086C2

            9l4SdPUiZAyyXlOEO0hE+37KVtOGHVH/OeCgF3iQu8mrJUdJrqMF6rbDx2RVz+e3
            cACFYrTRgxjmB/wibP1PQDUxUL/RalLGRCBgO96pXjKWnwRc+9oNvxHu0/qlw2bc
            x9/OivYZRz0yS0E32H/cK6YFlpojsyvICp6kIEqGTik=
            -----END EC PRIVATE KEY-----
            """;
    private static final String TRIPLE_DES = """
            -----BEGIN EC PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED
            DEK-Info: DES-EDE3-CBC,7DBF21405995C5E8

            u0LZ5qb1V9QBkuePZw79g4uNNXjUyPXvaGX292sNZHparuYzBybiIZIuJ0ZfEamH
            ylK6F8Vei2IV00WraXmuXwuUbzv4SLa5vAxZw8Den09gGz5cW1bZE5TJOeza1Jc/
            Sa4kOtp+65K9+mqcdTP9nSm8ERihx+hv9asr+aZSnLo=
            -----END EC PRIVATE KEY-----
            """;

    private static KeyStore load(String text, String password) throws Exception {
        return PemKeyStore.load(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)),
                password == null ? null : password.toCharArray());
    }

    private static PrivateKey key(String text, String password) throws Exception {
        KeyStore store = load(text, password);
        assertThat(store.getCertificateChain("1")).hasSize(1);
        return (PrivateKey) store.getKey("1", password == null ? new char[0] : password.toCharArray());
    }

    @Test
    void ecKeyOfSec1IsRead() throws Exception {
        assertThat(key(PLAIN + CERTIFICATE, null)).isInstanceOf(ECPrivateKey.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {AES, TRIPLE_DES})
    void encryptedKeyIsOpenedByThePasswordAlone(String text) throws Exception {
        assertThat(key(text + CERTIFICATE, "secret")).isEqualTo(key(PLAIN + CERTIFICATE, null));
        assertThatThrownBy(() -> load(text + CERTIFICATE, null))
                .isInstanceOf(IOException.class)
                .hasMessage("line 1: EC PRIVATE KEY: it is encrypted, and there is no password");
        assertThatThrownBy(() -> load(text + CERTIFICATE, "wrong"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("line 1: EC PRIVATE KEY: ");
    }

    @Test
    void rsaKeyOfPkcs1IsRead() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        byte[] pkcs8 = generator.generateKeyPair().getPrivate().getEncoded();
        // after the header of 26 bytes PKCS #8 holds PKCS #1
        byte[] pkcs1 = Arrays.copyOfRange(pkcs8, 26, pkcs8.length);
        assertThat(TraditionalKey.rsaToPkcs8(pkcs1)).isEqualTo(pkcs8);
        String text = "-----BEGIN RSA PRIVATE KEY-----\n" + Base64.getEncoder().encodeToString(pkcs1)
                + "\n-----END RSA PRIVATE KEY-----\n";
        assertThatThrownBy(() -> load(text + CERTIFICATE, null))
                .hasMessage("line 1: no certificate is that of this private key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CAMELLIA-128-CBC,1B463F617FE28C82734536EE0DC6C56F|its encryption is not known: CAMELLIA-128-CBC",
                "AES-256-CBC,1B46|DEK-Info: 1B46 (expected: 32 hexadecimal digits)",
                "AES-256-CBC,xy|DEK-Info: xy (expected: 32 hexadecimal digits)",
                "AES-256-CBC|DEK-Info: AES-256-CBC (expected: 32 hexadecimal digits)"
            })
    void encryptionThatIsNotKnownIsNamed(String pair) {
        String[] parts = pair.split("\\|");
        String text = AES.replaceFirst("DEK-Info: .*", "DEK-Info: " + parts[0]);
        assertThatThrownBy(() -> load(text, "secret")).hasMessageStartingWith("line 1: EC PRIVATE KEY: " + parts[1]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MHc=", "MAUCAQEEAA==", "MIT/////AgEB", "BAA="})
    void keyThatIsCutIsRefusedByItsLine(String base64) {
        assertThatThrownBy(() ->
                        load("\n-----BEGIN EC PRIVATE KEY-----\n" + base64 + "\n-----END EC PRIVATE KEY-----", null))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("line 2: EC PRIVATE KEY: ");
        assertThatThrownBy(() ->
                        load("\n-----BEGIN RSA PRIVATE KEY-----\n" + base64 + "\n-----END RSA PRIVATE KEY-----", null))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("line 2: RSA PRIVATE KEY: ");
    }
}
