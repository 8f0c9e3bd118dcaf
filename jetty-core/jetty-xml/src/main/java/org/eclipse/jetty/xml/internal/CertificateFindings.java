package org.eclipse.jetty.xml.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.eclipse.jetty.util.ssl.CertificateDirectory;
import org.eclipse.jetty.util.ssl.IncompleteChain;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.jspecify.annotations.Nullable;

/** Reports what is wrong with a certificate and with the file of its key. Confined to one check. */
final class CertificateFindings {
    private static final Duration SOON = Duration.ofDays(30);

    private final CheckedConfiguration configuration;
    private final CheckedObject factory;
    private final CheckedObject.Setting setting;

    /** @param setting names the file or directory that the certificates are in */
    CertificateFindings(CheckedConfiguration configuration, CheckedObject factory, CheckedObject.Setting setting) {
        this.configuration = configuration;
        this.factory = factory;
        this.setting = setting;
    }

    /** Checks the validity of the first certificate, and whether the chain is complete. */
    void check(String alias, @Nullable Path file, Certificate @Nullable [] chain) throws GeneralSecurityException {
        if (chain == null || chain.length == 0 || !(chain[0] instanceof X509Certificate certificate)) {
            return;
        }
        checkValidity("the certificate " + alias + " of " + file, certificate);
        String issuer = IncompleteChain.missingIssuer(chain, null);
        if (issuer != null) {
            configuration.warning(
                    setting.place(),
                    "the certificate " + alias + " of " + file + " is sent without that of its issuer " + issuer,
                    "put the intermediate certificates after it, as in certbot's fullchain.pem");
        }
    }

    /** Checks the files of a certificate and its key, and what is in them. */
    void checkPair(CertificateDirectory.Pair pair, char @Nullable [] password) {
        Path keyFile = Objects.requireNonNull(pair.keyFile());
        if (!isReadable(keyFile)) {
            return;
        }
        checkPermissions(keyFile);
        try {
            KeyStore store = pair.load(password);
            check(pair.alias(), pair.certificates(), store.getCertificateChain("1"));
        } catch (IOException | GeneralSecurityException x) {
            wrong(
                    "the certificate " + pair.alias() + " cannot be used: " + x.getMessage(),
                    "a certificate and its private key");
        }
    }

    private void checkValidity(String name, X509Certificate certificate) {
        CheckedObject.Setting allowed = factory.setting("expiredCertificatesAllowed");
        Instant end = certificate.getNotAfter().toInstant();
        Instant now = Instant.now();
        if (end.isBefore(now)) {
            if (allowed == null || !Boolean.parseBoolean(allowed.text())) {
                wrong(name + " expired at " + end, "a certificate that is valid");
            }
        } else if (certificate.getNotBefore().toInstant().isAfter(now)) {
            configuration.warning(
                    setting.place(),
                    name + " is not valid before " + certificate.getNotBefore().toInstant(),
                    "look at the clock, or get another certificate");
        } else if (end.isBefore(now.plus(SOON))) {
            configuration.warning(setting.place(), name + " expires at " + end, "renew it");
        }
    }

    /** Reports the file of a private key that all users of the machine can read. */
    void checkPermissions(Path file) {
        try {
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")
                    && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
                configuration.warning(
                        setting.place(),
                        "all users of this machine can read the private key " + file,
                        "let only the server's user read it, as by chmod 600");
            }
        } catch (IOException x) {
            // a file that cannot be looked at is reported by the attempt to read it
        }
    }

    /** Whether the user of this process may read a file; reports it otherwise. */
    boolean isReadable(Path file) {
        if (Files.isReadable(file)) {
            return true;
        }
        wrong(
                file + " cannot be read by the user " + System.getProperty("user.name"),
                "a file that the server's user can read");
        return false;
    }

    void wrong(String message, String expected) {
        configuration.wrong(setting.place(), setting.property(), message, expected);
    }
}
