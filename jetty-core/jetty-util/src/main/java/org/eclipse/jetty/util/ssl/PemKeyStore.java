package org.eclipse.jetty.util.ssl;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Reads private keys and certificates from text (RFC 7468), as tools of certificate authorities write them.
 *
 * <p>A key (PKCS #8, PKCS #1 or SEC 1, perhaps encrypted) finds its certificate by trying, and the chain of that by the names of the issuers, so
 * that the order within the file does not matter. Certificates of no key's chain are trusted ones. The entries have the
 * number of their key, or of their certificate behind {@code trusted}, as alias: {@code 1}, {@code 2}, {@code trusted1}.
 */
public final class PemKeyStore {
    /** The type by which configurations name such a store. */
    public static final String TYPE = "PEM";

    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";
    private static final String[] ALGORITHMS = {"EC", "RSA", "EdDSA", "RSASSA-PSS", "DSA"};
    private static final Set<String> PBES2 = Set.of("PBES2", "1.2.840.113549.1.5.13");
    private static final byte[] PROBE = "probe".getBytes(StandardCharsets.US_ASCII);

    static final String WRONG_PASSWORD = "the password does not open it";
    private static final String DEK_INFO = "DEK-Info:";

    /** A private key, and where it was read, for messages. */
    private record Key(String place, PrivateKey key) {}

    private final char[] password;
    private final List<Key> keys = new ArrayList<>();
    private final List<X509Certificate> certificates = new ArrayList<>();
    private String source = "";

    private PemKeyStore(char[] password) {
        this.password = password;
    }

    /** Whether a type of key stores is that of text. */
    public static boolean isType(String type) {
        return TYPE.equalsIgnoreCase(type);
    }

    /**
     * Reads a key store.
     *
     * @param password of keys that are encrypted, and of the keys in the store that is returned; null for none
     * @throws IOException if the text cannot be read, with the number of its line
     */
    public static KeyStore load(InputStream in, char @Nullable [] password)
            throws IOException, GeneralSecurityException {
        return load(in, null, password);
    }

    /**
     * Reads a key store from two files.
     *
     * @param key the text of private keys of the certificates; null when they are in the first file
     * @param password of keys that are encrypted, and of the keys in the store that is returned; null for none
     * @throws IOException if a text cannot be read, with the number of its line
     */
    public static KeyStore load(InputStream in, @Nullable InputStream key, char @Nullable [] password)
            throws IOException, GeneralSecurityException {
        return load(in, null, key, key == null ? null : "private key", password);
    }

    /** The same; errors begin with the name of the text that is the cause, where it is not null. */
    static KeyStore load(
            InputStream in,
            @Nullable String name,
            @Nullable InputStream key,
            @Nullable String keyName,
            char @Nullable [] password)
            throws IOException, GeneralSecurityException {
        PemKeyStore pem = new PemKeyStore(password == null ? new char[0] : password);
        pem.source = prefix(name);
        int lines = pem.read(new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1)));
        if (key != null) {
            pem.source = prefix(keyName);
            pem.readKeys(new BufferedReader(new InputStreamReader(key, StandardCharsets.ISO_8859_1)));
        }
        if (pem.keys.isEmpty() && pem.certificates.isEmpty()) {
            throw new IOException(prefix(name) + "neither a certificate nor a private key in " + lines + " lines");
        }
        return pem.toKeyStore();
    }

    private static String prefix(@Nullable String name) {
        return name == null ? "" : name + ": ";
    }

    /** What is reported about a file that the user of this process may not read. */
    static String notReadable() {
        return "it cannot be read by the user " + System.getProperty("user.name") + " (let that user read it)";
    }

    private void readKeys(BufferedReader in) throws IOException {
        int before = keys.size();
        int lines = read(in);
        if (keys.size() == before) {
            throw new IOException(source + "none in " + lines + " lines");
        }
    }

    /** Reads a text, and returns the number of its lines. */
    private int read(BufferedReader in) throws IOException {
        int number = 0;
        int begin = 0;
        String label = null;
        String encryption = null;
        StringBuilder base64 = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            number++;
            String text = line.trim();
            if (text.startsWith(BEGIN) && text.endsWith(DASHES)) {
                label = text.substring(BEGIN.length(), text.length() - DASHES.length());
                begin = number;
                encryption = null;
                base64.setLength(0);
            } else if (label != null && text.startsWith(END)) {
                add(label, begin, encryption, base64.toString());
                label = null;
            } else if (label != null && text.startsWith(DEK_INFO)) {
                encryption = text.substring(DEK_INFO.length()).trim();
            } else if (label != null && text.indexOf(':') < 0) {
                // other headers (RFC 1421) say nothing that is needed
                base64.append(text);
            }
        }
        if (label != null) {
            throw new IOException(place(begin) + ": " + label + " has no end");
        }
        return number;
    }

    private String place(int line) {
        return source + "line " + line;
    }

    private void add(String label, int line, @Nullable String encryption, String base64) throws IOException {
        try {
            switch (label) {
                case "CERTIFICATE", "X509 CERTIFICATE" -> certificates.add(certificate(decode(base64)));
                case "PRIVATE KEY" -> addKey(line, decode(base64));
                case "ENCRYPTED PRIVATE KEY" -> keys.add(new Key(place(line), key(decrypt(decode(base64)))));
                case "RSA PRIVATE KEY" -> addKey(line, TraditionalKey.rsaToPkcs8(decrypt(encryption, decode(base64))));
                case "EC PRIVATE KEY" -> addKey(line, TraditionalKey.ecToPkcs8(decrypt(encryption, decode(base64))));
                case "DSA PRIVATE KEY" ->
                    throw new GeneralSecurityException("not in PKCS #8 (convert it by: openssl pkcs8 -topk8)");
                default -> {
                    // parameters, explanations
                }
            }
        } catch (GeneralSecurityException | IllegalArgumentException x) {
            throw new IOException(place(line) + ": " + label + ": " + x.getMessage(), x);
        }
    }

    private void addKey(int line, byte[] pkcs8) throws GeneralSecurityException {
        keys.add(new Key(place(line), key(new PKCS8EncodedKeySpec(pkcs8))));
    }

    /** The key as it is, or decrypted. */
    private byte[] decrypt(@Nullable String encryption, byte[] der) throws GeneralSecurityException {
        if (encryption == null) {
            return der;
        }
        checkPassword();
        return TraditionalKey.decrypt(encryption, der, password);
    }

    private void checkPassword() throws GeneralSecurityException {
        if (password.length == 0) {
            throw new GeneralSecurityException("it is encrypted, and there is no password");
        }
    }

    private static byte[] decode(String base64) {
        return Base64.getDecoder().decode(base64);
    }

    private static X509Certificate certificate(byte[] der) throws CertificateException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
    }

    private static PrivateKey key(PKCS8EncodedKeySpec spec) throws GeneralSecurityException {
        InvalidKeySpecException refused = null;
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException x) {
                refused = x;
            }
        }
        throw refused;
    }

    private PKCS8EncodedKeySpec decrypt(byte[] der) throws GeneralSecurityException {
        checkPassword();
        EncryptedPrivateKeyInfo info;
        try {
            info = new EncryptedPrivateKeyInfo(der);
        } catch (IOException x) {
            throw new GeneralSecurityException(
                    "its encryption is not known: " + x.getMessage()
                            + " (convert it by: openssl pkcs8 -topk8 -v2 aes-256-cbc)",
                    x);
        }
        // the name of PBES2 says nothing, its parameters do
        String algorithm =
                PBES2.contains(info.getAlgName()) ? info.getAlgParameters().toString() : info.getAlgName();
        SecretKey secret = SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password));
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(Cipher.DECRYPT_MODE, secret, info.getAlgParameters());
        try {
            return info.getKeySpec(cipher);
        } catch (InvalidKeySpecException x) {
            throw new GeneralSecurityException(WRONG_PASSWORD, x);
        }
    }

    private KeyStore toKeyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        List<X509Certificate> trusted = new ArrayList<>(certificates);
        for (int i = 0; i < keys.size(); i++) {
            Key key = keys.get(i);
            List<X509Certificate> chain = chain(key);
            trusted.removeAll(chain);
            store.setKeyEntry(Integer.toString(i + 1), key.key, password, chain.toArray(new Certificate[0]));
        }
        for (int i = 0; i < trusted.size(); i++) {
            store.setCertificateEntry("trusted" + (i + 1), trusted.get(i));
        }
        return store;
    }

    /** The certificate of a key, and those of its issuers as far as they are there. */
    private List<X509Certificate> chain(Key key) throws IOException, GeneralSecurityException {
        List<X509Certificate> chain = new ArrayList<>();
        X509Certificate next = null;
        for (X509Certificate certificate : certificates) {
            if (next == null && isPair(key.key, certificate.getPublicKey())) {
                next = certificate;
            }
        }
        if (next == null) {
            throw new IOException(key.place + ": no certificate is that of this private key");
        }
        while (next != null && !chain.contains(next)) {
            chain.add(next);
            next = issuer(next);
        }
        return chain;
    }

    private @Nullable X509Certificate issuer(X509Certificate certificate) throws GeneralSecurityException {
        for (X509Certificate candidate : certificates) {
            if (!candidate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
                continue;
            }
            try {
                certificate.verify(candidate.getPublicKey());
                return candidate;
            } catch (GeneralSecurityException x) {
                // another one of the same name
            }
        }
        return null;
    }

    /** Whether what one signs the other one verifies. */
    private static boolean isPair(PrivateKey key, PublicKey open) throws GeneralSecurityException {
        if (!key.getAlgorithm().equals(open.getAlgorithm())) {
            return false;
        }
        String algorithm =
                switch (key.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    case "DSA" -> "SHA256withDSA";
                    default -> key.getAlgorithm();
                };
        Signature signature = Signature.getInstance(algorithm);
        if (algorithm.equals("RSASSA-PSS")) {
            signature.setParameter(new java.security.spec.PSSParameterSpec(
                    "SHA-256", "MGF1", java.security.spec.MGF1ParameterSpec.SHA256, 32, 1));
        }
        signature.initSign(key);
        signature.update(PROBE);
        byte[] signed = signature.sign();
        signature.initVerify(open);
        signature.update(PROBE);
        try {
            return signature.verify(signed);
        } catch (java.security.SignatureException x) {
            // of another curve or size
            return false;
        }
    }
}
