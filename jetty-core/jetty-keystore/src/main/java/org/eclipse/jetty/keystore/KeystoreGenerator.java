package org.eclipse.jetty.keystore;

import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.eclipse.jetty.util.security.Password;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a key store with a self-signed certificate for {@code localhost}, for trying out TLS. */
public class KeystoreGenerator {
    private static final Logger LOG = LoggerFactory.getLogger(KeystoreGenerator.class);
    private static final int KEY_BITS = 2048;
    private static final int DAYS = 365;

    public KeystoreGenerator() {}

    /**
     * Makes the key store unless the file exists. Only its owner can read it, where the file system knows owners.
     *
     * @param location the file, of PKCS12
     * @param password of store and key, as plain text or as an {@code OBF:} text
     * @return the file
     */
    public static File generateTestKeystore(String location, String password) throws Exception {
        Path path = Path.of(location);
        if (Files.exists(path)) {
            return path.toFile();
        }
        if (password == null || password.isEmpty()) {
            throw new IllegalArgumentException("no password for " + path + " (set jetty.sslContext.keyStorePassword)");
        }
        String plain = String.valueOf(new Password(password));
        LOG.warn("Generating the self-signed certificate {}: it is for tests, browsers do not trust it", path);
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(KEY_BITS);
        KeyPair keys = generator.generateKeyPair();
        ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
        X509Certificate certificate = SelfSignedCertificate.create(keys, now.minusDays(1), now.plusDays(DAYS));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("localhost", keys.getPrivate(), plain.toCharArray(), new Certificate[] {certificate});
        write(store, path, plain);
        return path.toFile();
    }

    /** Writes beside the file first, so that nobody finds a half of it. */
    private static void write(KeyStore store, Path path, String password) throws Exception {
        Path folder = path.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path temporary = Files.createTempFile(folder, "keystore", ".tmp");
        try {
            try (OutputStream out = Files.newOutputStream(temporary)) {
                store.store(out, password.toCharArray());
            }
            if (Files.getFileStore(temporary).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-------"));
            }
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
