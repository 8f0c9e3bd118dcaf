package org.eclipse.jetty.acme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.util.ssl.X509;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be set, and the files that a start is prepared with. */
class AcmeSettingsTest {
    @TempDir
    Path directory;

    private final AcmeSettings settings = new AcmeSettings();

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "*.example.org", "127.0.0.1.", "a b.example", "-a.example", "a..example"})
    void nameThatCannotBeProvedIsRefused(String name) {
        assertThatThrownBy(() -> settings.setNames("www.example.org", name))
                .hasMessage("name: " + name
                        + " (expected: a full host name such as www.example.org, no wildcard and no address)");
    }

    @Test
    void namesAreInLowerCaseAndOnce() {
        settings.setNames("WWW.example.org", "www.example.org ", "b.example");
        assertThat(settings.getNames()).containsExactly("www.example.org", "b.example");
    }

    @Test
    void otherSettingsAreChecked() {
        assertThatThrownBy(() -> settings.setDirectoryUrl("http://ca.example/dir"))
                .hasMessage("directory URL: http://ca.example/dir (expected: https://host/path)");
        assertThatThrownBy(() -> settings.setDirectoryUrl("a b")).hasMessageContaining("(expected: https://host/path)");
        assertThatThrownBy(() -> settings.setChallenge("dns-01"))
                .hasMessage("challenge: dns-01 (expected: http-01 or tls-alpn-01)");
        assertThatThrownBy(() -> settings.setKeyType("DSA")).hasMessage("key type: DSA (expected: EC or RSA)");
        assertThatThrownBy(() -> settings.setContacts("me")).hasMessage("contact: me (expected: an e-mail address)");
        assertThatThrownBy(() -> settings.setRenewBeforeDays(-1)).hasMessageContaining("(expected: 0 or more)");
        assertThatThrownBy(() -> settings.setMinRetrySeconds(0)).hasMessageContaining("(expected: 1 or more)");
        assertThatThrownBy(() -> settings.setTimeoutSeconds(0)).hasMessageContaining("(expected: 1 or more)");
        assertThatThrownBy(() -> settings.setTrustStorePath("/no/such.pem"))
                .hasMessage("trust store path: /no/such.pem (expected: an existing PEM file)");
    }

    @Test
    void startNeedsNamesAndConsent() {
        assertThatThrownBy(settings::check).hasMessageContaining("jetty.acme.names is empty");
        settings.setNames("www.example.org");
        assertThatThrownBy(settings::check)
                .hasMessageContaining("jetty.acme.termsOfServiceAgreed: false")
                .hasMessageContaining("acme-v02.api.letsencrypt.org");
        settings.setTermsOfServiceAgreed(true);
        settings.check();
        settings.setEabKeyId("one");
        assertThatThrownBy(settings::check).hasMessageContaining("(expected: both or none)");
    }

    @Test
    void fileThatCannotBeReadIsMovedAsideForATemporaryCertificate() throws Exception {
        AcmeFiles files = new AcmeFiles(directory.resolve("acme").toString());
        files.prepare("one.example");
        byte[] first = Files.readAllBytes(files.getCertificateFile());
        files.prepare("one.example");
        assertThat(files.getCertificateFile()).hasBinaryContent(first);
        Files.writeString(files.getCertificateFile(), "nothing");
        files.prepare("two.example");
        assertThat(directory.resolve("acme/certificate.pem.unusable")).hasContent("nothing");
        assertThat(new X509("two", files.readCertificate()).getHosts()).containsExactly("two.example");
    }

    @Test
    void keyOfTheAccountStaysAndIsNeverReplaced() throws Exception {
        AcmeFiles files = new AcmeFiles(directory.toString());
        files.prepare();
        var keys = files.accountKeys();
        assertThat(files.accountKeys().getPrivate()).isEqualTo(keys.getPrivate());
        assertThat(files.accountKeys().getPublic()).isEqualTo(keys.getPublic());
        Files.writeString(directory.resolve("account.pem"), "nothing");
        assertThatThrownBy(files::accountKeys)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("account.pem: the key of the account cannot be read: no PUBLIC KEY");
    }
}
