package org.eclipse.jetty.util.security;

import java.io.InputStream;
import java.security.KeyStore;
import java.security.cert.CRL;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Objects;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/** Reads key stores and lists of revoked certificates. Thread-safe. */
public class CertificateUtils {
    /**
     * Reads a key store.
     *
     * @param store null makes null
     * @param provider null for any that has the type
     * @param password null where the store has none
     */
    public static @Nullable KeyStore getKeyStore(
            @Nullable Resource store, String type, @Nullable String provider, @Nullable String password)
            throws Exception {
        if (store == null) {
            return null;
        }
        Objects.requireNonNull(type, "type of the key store");
        KeyStore made = provider == null ? KeyStore.getInstance(type) : KeyStore.getInstance(type, provider);
        try (InputStream in = open(store, "key store", store)) {
            made.load(in, password == null ? null : password.toCharArray());
        }
        return made;
    }

    /**
     * Reads a list of revoked certificates.
     *
     * @param crlPath a file or a URI; null makes null
     */
    public static @Nullable Collection<? extends CRL> loadCRL(@Nullable String crlPath) throws Exception {
        if (crlPath == null) {
            return null;
        }
        try (ResourceFactory.Closeable factory = ResourceFactory.closeable();
                InputStream in = open(factory.newResource(crlPath), "CRL", crlPath)) {
            return CertificateFactory.getInstance("X.509").generateCRLs(in);
        }
    }

    private static InputStream open(@Nullable Resource resource, String what, Object name) throws Exception {
        if (Resources.missing(resource)) {
            throw new IllegalStateException("no " + what + ": " + name);
        }
        return resource.newInputStream();
    }
}
