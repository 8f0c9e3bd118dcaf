package org.eclipse.jetty.acme;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.eclipse.jetty.acme.internal.Keys;
import org.eclipse.jetty.acme.internal.TemporaryCertificate;
import org.eclipse.jetty.util.ssl.PemKeyStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that are kept between starts, which only the server's user can read.
 *
 * <pre>
 * certificate.pem      the certificate with its chain and private key: one file, so that they always belong to each other
 * account.pem          the key of the account at the authority
 * state.properties     the URLs of the authority and of the account
 * </pre>
 *
 * <p>Each file is replaced in one step. Confined to one thread after another.
 */
public final class AcmeFiles {
    private static final Logger LOG = LoggerFactory.getLogger(AcmeFiles.class);
    private static final String CERTIFICATE = "certificate.pem";
    private static final String ACCOUNT = "account.pem";
    private static final String STATE = "state.properties";

    private final Path directory;

    public AcmeFiles(String directory) {
        this.directory = Path.of(directory).toAbsolutePath();
    }

    /** The file of the certificate, its chain and its private key. */
    public Path getCertificateFile() {
        return directory.resolve(CERTIFICATE);
    }

    /**
     * Provides a certificate to start with: that of the last run, or else a temporary one that is signed by itself, which clients do not
     * trust. It also takes the place of one that has expired or cannot be read, so that the server starts and can be checked by the
     * authority.
     *
     * @param names the hosts; none when the settings are not complete, which is reported later
     */
    public void prepare(String... names) throws IOException, GeneralSecurityException {
        createDirectory();
        Path file = getCertificateFile();
        if (Files.exists(file)) {
            String problem = problem(file);
            if (problem == null) {
                return;
            }
            Path aside = directory.resolve(CERTIFICATE + ".unusable");
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
            LOG.warn("The certificate {} {}: it is now {}, and a temporary one is used", file, problem, aside);
        } else {
            LOG.info("A temporary certificate is used until the authority has issued one");
        }
        KeyPair keys = Keys.create("EC");
        writeCertificate(keys, List.of(TemporaryCertificate.create(keys, List.of(names))));
    }

    private static @Nullable String problem(Path file) {
        try {
            X509Certificate certificate = read(file);
            Date end = certificate.getNotAfter();
            return end.before(new Date()) ? "has expired at " + end.toInstant() : null;
        } catch (IOException | GeneralSecurityException x) {
            return "cannot be read: " + x.getMessage();
        }
    }

    private void createDirectory() throws IOException {
        try {
            Files.createDirectories(directory.getParent());
            Files.createDirectory(directory);
        } catch (FileAlreadyExistsException x) {
            if (!Files.isDirectory(directory)) {
                throw x;
            }
        }
        protect(
                directory,
                EnumSet.of(
                        PosixFilePermission.OWNER_READ,
                        PosixFilePermission.OWNER_WRITE,
                        PosixFilePermission.OWNER_EXECUTE));
    }

    private static void protect(Path path, Set<PosixFilePermission> permissions) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(path, permissions);
        }
    }

    private void write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        // readable by this user alone from the beginning
        Path written = Files.createTempFile(directory, name, ".new");
        try {
            protect(written, EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
            Files.writeString(written, text, StandardCharsets.ISO_8859_1);
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + label + "-----\n";
    }

    void writeCertificate(KeyPair keys, List<X509Certificate> chain) throws IOException, GeneralSecurityException {
        StringBuilder text = new StringBuilder();
        for (X509Certificate certificate : chain) {
            text.append(pem("CERTIFICATE", certificate.getEncoded()));
        }
        text.append(pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
        write(CERTIFICATE, text.toString());
    }

    /** The certificate that is used now. */
    X509Certificate readCertificate() throws IOException, GeneralSecurityException {
        return read(getCertificateFile());
    }

    private static X509Certificate read(Path file) throws IOException, GeneralSecurityException {
        try (var in = Files.newInputStream(file)) {
            KeyStore store = PemKeyStore.load(in, null);
            if (store.getCertificate("1") instanceof X509Certificate certificate) {
                return certificate;
            }
            throw new IOException("no private key with its certificate");
        }
    }

    /** The key of the account, made at the first call. */
    KeyPair accountKeys() throws IOException, GeneralSecurityException {
        Path file = directory.resolve(ACCOUNT);
        if (!Files.exists(file)) {
            KeyPair keys = Keys.create("EC");
            write(
                    ACCOUNT,
                    pem("PRIVATE KEY", keys.getPrivate().getEncoded())
                            + pem("PUBLIC KEY", keys.getPublic().getEncoded()));
            return keys;
        }
        try {
            return Keys.parse(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (GeneralSecurityException | IllegalArgumentException x) {
            throw new IOException(file + ": the key of the account cannot be read: " + x.getMessage(), x);
        }
    }

    /** A value that was kept; null when there is none. */
    @Nullable
    String state(String name) throws IOException {
        Path file = directory.resolve(STATE);
        if (!Files.exists(file)) {
            return null;
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            properties.load(reader);
        }
        return properties.getProperty(name);
    }

    void writeState(Properties properties) throws IOException {
        StringWriter text = new StringWriter();
        properties.store(text, "Written by the server");
        write(STATE, text.toString());
    }

    @Override
    public String toString() {
        return "AcmeFiles{" + directory + "}";
    }
}
