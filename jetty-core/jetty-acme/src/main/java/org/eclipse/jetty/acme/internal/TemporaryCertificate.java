package org.eclipse.jetty.acme.internal;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate that is signed by its own key, for the time until the authority has issued one. Stateless. */
public final class TemporaryCertificate {
    private static final String SUBJECT = "CN=Temporary certificate of Jetty";
    private static final int SERIAL_BITS = 120;
    private static final int DAYS = 365;

    private TemporaryCertificate() {}

    /** @param keys of EC */
    public static X509Certificate create(KeyPair keys, List<String> names) throws GeneralSecurityException {
        X500Name subject = new X500Name(SUBJECT);
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                subject,
                new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(0),
                Date.from(now.minus(1, ChronoUnit.HOURS)),
                Date.from(now.plus(DAYS, ChronoUnit.DAYS)),
                subject,
                keys.getPublic());
        try {
            if (!names.isEmpty()) {
                GeneralName[] hosts = names.stream()
                        .map(name -> new GeneralName(GeneralName.dNSName, name.trim()))
                        .toArray(GeneralName[]::new);
                builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(hosts));
            }
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
        } catch (OperatorCreationException | CertIOException x) {
            throw new GeneralSecurityException("the temporary certificate cannot be made", x);
        }
    }

    /** Whether a certificate is such a one. */
    public static boolean isTemporary(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal());
    }
}
