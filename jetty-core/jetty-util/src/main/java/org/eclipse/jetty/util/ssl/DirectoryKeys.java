package org.eclipse.jetty.util.ssl;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds the pairs of a {@link CertificateDirectory} to a key store.
 *
 * <p>At a start, a pair that cannot be used is an error. At a reload it is logged, and does not keep the other pairs from being
 * replaced: the certificate that was used before it stays. Confined to one load.
 */
final class DirectoryKeys {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryKeys.class);

    private final KeyStore store;
    private final char @Nullable [] password;
    private final boolean expiredAllowed;
    private final Set<String> kept = new HashSet<>();
    private Set<String> fallback = Set.of();

    DirectoryKeys(KeyStore store, char @Nullable [] password, boolean expiredAllowed) {
        this.store = store;
        this.password = password;
        this.expiredAllowed = expiredAllowed;
    }

    /**
     * Adds all pairs.
     *
     * @param former the keys that are used until now; null at a start
     */
    void add(Path directory, @Nullable KeyStore former) throws GeneralSecurityException {
        Set<String> before = keys();
        List<CertificateDirectory.Pair> pairs;
        try {
            pairs = CertificateDirectory.list(directory);
        } catch (IOException x) {
            throw new IllegalStateException("Unable to read the directory of certificates " + directory + ": " + x, x);
        }
        for (CertificateDirectory.Pair pair : pairs) {
            try {
                add(pair);
            } catch (IOException | GeneralSecurityException x) {
                if (former == null) {
                    throw new IllegalStateException(
                            "Unable to load the certificate " + pair.alias() + ": " + x.getMessage(), x);
                }
                keep(pair, former, x);
            }
        }
        Set<String> all = keys();
        if (all.isEmpty()) {
            throw new IllegalStateException("No certificate with its private key in " + directory
                    + " (expected: NAME.pem with NAME.key, or NAME/fullchain.pem with NAME/privkey.pem)");
        }
        if (!before.isEmpty()) {
            fallback = before;
        } else {
            fallback = Set.of(
                    all.contains(CertificateDirectory.DEFAULT)
                            ? CertificateDirectory.DEFAULT
                            : all.iterator().next());
        }
    }

    /** The aliases of keys, sorted. */
    private Set<String> keys() throws GeneralSecurityException {
        Set<String> keys = new TreeSet<>();
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias)) {
                keys.add(alias);
            }
        }
        return keys;
    }

    private void add(CertificateDirectory.Pair pair) throws IOException, GeneralSecurityException {
        if (store.containsAlias(pair.alias())) {
            throw new IOException(pair.keyFile() + ": another certificate has the alias " + pair.alias());
        }
        KeyStore one = pair.load(password);
        Certificate[] chain = one.getCertificateChain("1");
        Date end = ((X509Certificate) chain[0]).getNotAfter();
        if (!expiredAllowed && end.before(new Date())) {
            throw new GeneralSecurityException(
                    pair.certificates() + ": the certificate has expired: it was valid until " + end.toInstant());
        }
        store.setKeyEntry(pair.alias(), one.getKey("1", password), password, chain);
    }

    private void keep(CertificateDirectory.Pair pair, KeyStore former, Exception cause)
            throws GeneralSecurityException {
        boolean used = former.isKeyEntry(pair.alias()) && !store.containsAlias(pair.alias());
        if (used && former.getKey(pair.alias(), password) instanceof PrivateKey key) {
            store.setKeyEntry(pair.alias(), key, password, former.getCertificateChain(pair.alias()));
            kept.add(pair.alias());
        }
        LOG.warn(
                "Unable to load the certificate {}, {}: {}",
                pair.alias(),
                used ? "the former one stays" : "it is not used",
                cause.getMessage());
    }

    /** The aliases of certificates that stay, although their files cannot be used. */
    Set<String> kept() {
        return kept;
    }

    /** The aliases for clients that ask for no host, or for one that no certificate is for. */
    Set<String> fallback() {
        return fallback;
    }
}
