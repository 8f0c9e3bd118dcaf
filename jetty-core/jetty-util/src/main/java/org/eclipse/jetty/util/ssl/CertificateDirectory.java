package org.eclipse.jetty.util.ssl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/**
 * A directory of certificates and their private keys as text (PEM), one pair for each host or group of hosts.
 *
 * <pre>
 * NAME.crt, NAME.cer or NAME.pem, with NAME.key or NAME-key.pem      a pair
 * NAME.pem                                                           both in one file
 * NAME/fullchain.pem, NAME/privkey.pem                               as certbot writes them
 * NAME/tls.crt, NAME/tls.key                                         as Kubernetes mounts them
 * </pre>
 *
 * <p>The name is the alias of the certificate, in lower case. Other files, and those whose names begin with a dot, do not count.
 */
public final class CertificateDirectory {
    /** The name of the pair that clients get which ask for no host, or for one that is unknown. */
    static final String DEFAULT = "default";

    private static final List<String> CERTIFICATES = List.of(".crt", ".cer", ".pem");
    private static final List<String> KEYS = List.of("-key.pem", ".key");
    private static final List<List<String>> NESTED =
            List.of(List.of("fullchain.pem", "privkey.pem"), List.of("tls.crt", "tls.key"));

    private CertificateDirectory() {}

    /**
     * A certificate with its chain, and its private key.
     *
     * @param alias in lower case
     * @param certificates the file of the certificate and its chain; null when there is only a key
     * @param privateKey the file of the key; null when it is in that of the certificate
     */
    public record Pair(
            String alias,
            @Nullable Path certificates,
            @Nullable Path privateKey) {
        /** The file of the private key. */
        public @Nullable Path keyFile() {
            return privateKey == null ? certificates : privateKey;
        }

        /**
         * Reads the pair.
         *
         * @param password of the key in the file, if it is encrypted there, and in the store that is returned
         * @throws IOException names the file and the line
         */
        public KeyStore load(char @Nullable [] password) throws IOException, GeneralSecurityException {
            if (certificates == null) {
                throw new IOException(privateKey + ": there is no certificate beside it (expected: " + alias + ".pem)");
            }
            KeyStore store = CertificateDirectory.load(certificates, privateKey, password);
            if (!store.isKeyEntry("1")) {
                throw new IOException(certificates + ": no private key in it, nor in " + alias + ".key");
            }
            if (store.isKeyEntry("2")) {
                throw new IOException(certificates + ": more than one private key (expected: one)");
            }
            return store;
        }
    }

    /**
     * The key store of a configuration that names none: no path where there is a directory of certificates, else the default one.
     */
    public static String ofDefault(String directory, String keyStore) {
        return StringUtil.isBlank(directory) ? keyStore : "";
    }

    /** The pairs of a directory, by their aliases. */
    public static List<Pair> list(Path directory) throws IOException {
        Map<String, Path> certificates = new TreeMap<>();
        Map<String, Path> keys = new TreeMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String name = StringUtil.asciiToLowerCase(entry.getFileName().toString());
                if (name.startsWith(".")) {
                    continue;
                }
                if (Files.isDirectory(entry)) {
                    addNested(name, entry, certificates, keys);
                } else if (!add(name, KEYS, entry, keys)) {
                    add(name, CERTIFICATES, entry, certificates);
                }
            }
        }
        List<Pair> pairs = new ArrayList<>();
        certificates.forEach((alias, file) -> pairs.add(new Pair(alias, file, keys.remove(alias))));
        keys.forEach((alias, file) -> pairs.add(new Pair(alias, null, file)));
        return pairs;
    }

    private static boolean add(String name, List<String> suffixes, Path file, Map<String, Path> files)
            throws IOException {
        for (String suffix : suffixes) {
            if (name.endsWith(suffix) && name.length() > suffix.length()) {
                put(name.substring(0, name.length() - suffix.length()), file, files);
                return true;
            }
        }
        return false;
    }

    private static void addNested(String alias, Path directory, Map<String, Path> certificates, Map<String, Path> keys)
            throws IOException {
        for (List<String> names : NESTED) {
            Path chain = directory.resolve(names.get(0));
            Path key = directory.resolve(names.get(1));
            if (Files.exists(chain)) {
                put(alias, chain, certificates);
            }
            if (Files.exists(key)) {
                put(alias, key, keys);
            }
        }
    }

    private static void put(String alias, Path file, Map<String, Path> files) throws IOException {
        Path other = files.putIfAbsent(alias, file);
        if (other != null) {
            throw new IOException("two files for the alias " + alias + ": " + other + " and " + file);
        }
    }

    /** Reads a key store of two files; errors name the one that is the cause. */
    private static KeyStore load(Path certificates, @Nullable Path privateKey, char @Nullable [] password)
            throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(certificates);
                InputStream key = privateKey == null ? null : Files.newInputStream(privateKey)) {
            return PemKeyStore.load(
                    in, certificates.toString(), key, privateKey == null ? null : privateKey.toString(), password);
        } catch (AccessDeniedException x) {
            throw new IOException(x.getFile() + ": " + PemKeyStore.notReadable(), x);
        }
    }
}
