package org.eclipse.jetty.util.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateUtilsTest {
    private static final char[] PASSWORD = "secret".toCharArray();

    /** Of an authority that was made for this test: it revokes the certificate 1. */
    private static final String CRL = """
            -----BEGIN X509 CRL-----
            MIG6MGICAQEwCgYIKoZIzj0EAwIwDTELMAkGA1UEAwwCY2EXDTI2MTEyNzIxMDE0
            NVoXDTM2MTEyNDIxMDE0NVowFDASAgEBFw0yNjExMjcwMDAwMDBaoA4wDDAKBgNV
            HRQEAwIBATAKBggqhkjOPQQDAgNIADBFAiEAoZehgXD0RQfR34Yi2q19D2PnQqAM
            wxTRUNAlIGeHQiwCIGTnt8ODjJqXAwqMELmj/v6bnInMyTemPWV11jqlZ/Jr
            -----END X509 CRL-----
            """;

    @TempDir
    Path folder;

    @Test
    void keyStoreIsRead() throws Exception {
        KeyStore made = KeyStore.getInstance("PKCS12");
        made.load(null, null);
        made.setEntry(
                "key",
                new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")),
                new KeyStore.PasswordProtection(PASSWORD));
        Path file = folder.resolve("keys.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            made.store(out, PASSWORD);
        }
        Resource resource = ResourceFactory.root().newResource(file);
        assertThat(CertificateUtils.getKeyStore(resource, "PKCS12", null, "secret")
                        .containsAlias("key"))
                .isTrue();
        assertThat(CertificateUtils.getKeyStore(resource, "PKCS12", "SunJSSE", "secret")
                        .size())
                .isEqualTo(1);
        assertThat(CertificateUtils.getKeyStore(null, "PKCS12", null, null)).isNull();
        Files.delete(file);
        assertThatIllegalStateException()
                .isThrownBy(() -> CertificateUtils.getKeyStore(resource, "PKCS12", null, "secret"))
                .withMessageContaining("no key store: ")
                .withMessageContaining("keys.p12");
    }

    @Test
    void listOfRevokedCertificatesIsRead() throws Exception {
        Path file = folder.resolve("list.pem");
        Files.writeString(file, CRL);
        assertThat(CertificateUtils.loadCRL(file.toString())).hasSize(1);
        assertThat(CertificateUtils.loadCRL(null)).isNull();
        String missing = folder.resolve("missing.pem").toString();
        assertThatIllegalStateException()
                .isThrownBy(() -> CertificateUtils.loadCRL(missing))
                .withMessage("no CRL: " + missing);
    }
}
