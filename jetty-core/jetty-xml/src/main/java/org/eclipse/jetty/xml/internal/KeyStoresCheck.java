package org.eclipse.jetty.xml.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.NoSuchProviderException;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.util.ssl.CertificateDirectory;
import org.eclipse.jetty.util.ssl.PemKeyStore;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.eclipse.jetty.xml.ConfigurationCheck;
import org.jspecify.annotations.Nullable;

/** Looks whether key stores are there, are opened by their passwords, and hold keys whose certificates are valid. */
public final class KeyStoresCheck implements ConfigurationCheck {
    private static final String FACTORY = "org.eclipse.jetty.util.ssl.SslContextFactory";
    private static final String ACME = "org.eclipse.jetty.acme.AcmeFiles";
    private static final String GENERATOR = "org.eclipse.jetty.keystore.KeystoreGenerator";

    @Override
    public void check(CheckedConfiguration configuration) {
        for (CheckedObject factory : configuration.objects(FACTORY)) {
            Path keys = path(factory.setting("keyStorePath"));
            if (keys != null) {
                checkKeys(configuration, factory, keys);
            }
            Path pairs = path(factory.setting("certificatesDirectory"));
            if (pairs != null) {
                checkPairs(configuration, factory, pairs);
            }
            Path trusted = path(factory.setting("trustStorePath"));
            if (trusted != null && !trusted.equals(keys)) {
                open(configuration, factory, trusted, "trustStore", factory.setting("trustStorePassword"));
            }
        }
    }

    private static @Nullable Path path(CheckedObject.@Nullable Setting setting) {
        if (setting == null || setting.text() == null || setting.text().isBlank()) {
            return null;
        }
        try {
            return Path.of(setting.text());
        } catch (InvalidPathException x) {
            // a URI is read by the server only
            return null;
        }
    }

    /** Whether another object makes the file before it is read. */
    private static boolean isGenerated(CheckedConfiguration configuration, Path file) {
        for (CheckedObject generator : configuration.objects(GENERATOR)) {
            for (CheckedObject.Call call : generator.calls()) {
                if (!call.arguments().isEmpty()
                        && file.equals(path(call.arguments().get(0)))) {
                    return true;
                }
            }
        }
        for (CheckedObject files : configuration.objects(ACME)) {
            Path directory =
                    files.arguments().isEmpty() ? null : path(files.arguments().get(0));
            if (directory != null && directory.equals(file.toAbsolutePath().getParent())) {
                return true;
            }
        }
        return false;
    }

    private static void checkKeys(CheckedConfiguration configuration, CheckedObject factory, Path file) {
        KeyStore store = open(configuration, factory, file, "keyStore", factory.setting("keyStorePassword"));
        if (store == null) {
            return;
        }
        CheckedObject.Setting path = Objects.requireNonNull(factory.setting("keyStorePath"));
        CertificateFindings findings = new CertificateFindings(configuration, factory, path);
        try {
            boolean hasKey = false;
            for (String alias : Collections.list(store.aliases())) {
                if (!store.isKeyEntry(alias)) {
                    continue;
                }
                hasKey = true;
                readKey(configuration, factory, store, alias);
                findings.check(alias, file, store.getCertificateChain(alias));
            }
            if (!hasKey) {
                wrong(configuration, path, file + " holds no key", "a key store with a key and a certificate");
            }
            CheckedObject.Setting wanted = factory.setting("certAlias");
            if (wanted != null && wanted.text() != null && !store.containsAlias(wanted.text())) {
                wrong(
                        configuration,
                        wanted,
                        "no key by the alias " + wanted.text(),
                        "one of " + Collections.list(store.aliases()));
            }
        } catch (GeneralSecurityException x) {
            wrong(configuration, path, file + " cannot be read: " + x.getMessage(), "a key store");
        }
    }

    private static void checkPairs(CheckedConfiguration configuration, CheckedObject factory, Path directory) {
        CheckedObject.Setting setting = Objects.requireNonNull(factory.setting("certificatesDirectory"));
        CheckedObject.Setting password = KeyPasswords.ofKeys(factory, factory.setting("keyStorePassword"));
        CertificateFindings findings = new CertificateFindings(configuration, factory, setting);
        if (!Files.isDirectory(directory)) {
            findings.wrong("the directory " + directory + " does not exist", "a directory of certificates");
            return;
        }
        try {
            char[] characters = KeyPasswords.characters(password);
            List<CertificateDirectory.Pair> pairs = CertificateDirectory.list(directory);
            for (CertificateDirectory.Pair pair : pairs) {
                findings.checkPair(pair, characters);
            }
            if (pairs.isEmpty() && path(factory.setting("certificatePath")) == null) {
                findings.wrong(
                        "no certificates in " + directory,
                        "NAME.pem with NAME.key, or NAME/fullchain.pem with NAME/privkey.pem");
            }
        } catch (IllegalArgumentException x) {
            wrong(
                    configuration,
                    password == null ? setting : password,
                    "the password is " + x.getMessage(),
                    "a password");
        } catch (IOException x) {
            findings.wrong(directory + " cannot be read: " + x.getMessage(), "a directory of certificates");
        }
    }

    private static @Nullable KeyStore open(
            CheckedConfiguration configuration,
            CheckedObject factory,
            Path file,
            String kind,
            CheckedObject.@Nullable Setting password) {
        CheckedObject.Setting path = Objects.requireNonNull(factory.setting(kind + "Path"));
        if (!checkExists(configuration, path, file, kind)) {
            return null;
        }
        CheckedObject.Setting type = type(factory, kind);
        CheckedObject.Setting provider = factory.setting(kind + "Provider");
        String typeName = type == null || type.text() == null ? KeyStore.getDefaultType() : type.text();
        CheckedObject.Setting certificates = factory.setting("certificatePath");
        boolean ofCertificates = certificates != null && file.equals(path(certificates));
        boolean pem = ofCertificates || PemKeyStore.isType(typeName);
        KeyStore store;
        try {
            store = pem ? null : store(typeName, provider);
        } catch (NoSuchProviderException x) {
            CheckedObject.Setting cause = provider == null ? path : provider;
            wrong(configuration, cause, "no security provider " + cause.text(), "a provider of this Java");
            return null;
        } catch (KeyStoreException x) {
            wrong(configuration, type == null ? path : type, "no key stores of type " + typeName, "PKCS12, JKS or PEM");
            return null;
        }
        CheckedObject.Setting keyPath = ofCertificates ? factory.setting("privateKeyPath") : null;
        Path key = keyPath == null ? null : path(keyPath);
        if (keyPath != null && key != null && !Files.isRegularFile(key)) {
            wrong(configuration, keyPath, "private key " + key + " does not exist", "an existing file");
            return null;
        }
        Path secret = key == null ? file : key;
        CertificateFindings findings =
                new CertificateFindings(configuration, factory, keyPath == null || key == null ? path : keyPath);
        if (!findings.isReadable(secret)) {
            return null;
        }
        if (pem && kind.equals("keyStore")) {
            findings.checkPermissions(secret);
        }
        CheckedObject.Setting used = pem ? KeyPasswords.ofKeys(factory, password) : password;
        try (InputStream in = Files.newInputStream(file);
                InputStream keyIn = key == null ? null : Files.newInputStream(key)) {
            char[] characters = KeyPasswords.characters(used);
            if (store == null) {
                return PemKeyStore.load(in, keyIn, characters);
            }
            store.load(in, characters);
            return store;
        } catch (IllegalArgumentException x) {
            CheckedObject.Setting cause = used == null ? path : used;
            wrong(configuration, cause, "the password is " + x.getMessage(), "the password of " + file);
        } catch (IOException | GeneralSecurityException x) {
            unreadable(configuration, path, password == null ? path : password, file, typeName, x);
        }
        return null;
    }

    /** Returns whether the file is there; one that is missing is wrong, unless a module makes it. */
    private static boolean checkExists(
            CheckedConfiguration configuration, CheckedObject.Setting path, Path file, String kind) {
        if (Files.isRegularFile(file)) {
            return true;
        }
        if (!isGenerated(configuration, file)) {
            wrong(configuration, path, kind + " " + file + " does not exist", "an existing file");
        }
        return false;
    }

    private static void unreadable(
            CheckedConfiguration configuration,
            CheckedObject.Setting path,
            CheckedObject.Setting password,
            Path file,
            String type,
            Exception cause) {
        if (cause.getCause() instanceof UnrecoverableKeyException) {
            wrong(
                    configuration,
                    password,
                    "the password does not open " + file,
                    "the password that " + file + " was made with");
        } else {
            wrong(
                    configuration,
                    path,
                    file + " is not a key store of type " + type + ": " + cause.getMessage(),
                    "a key store of that type");
        }
    }

    private static KeyStore store(String type, CheckedObject.@Nullable Setting provider)
            throws KeyStoreException, NoSuchProviderException {
        return provider == null || provider.text() == null
                ? KeyStore.getInstance(type)
                : KeyStore.getInstance(type, provider.text());
    }

    /** That of the trust store is that of the key store, unless it has its own. */
    private static CheckedObject.@Nullable Setting type(CheckedObject factory, String kind) {
        CheckedObject.Setting own = factory.setting(kind + "Type");
        return own == null || own.text() == null ? factory.setting("keyStoreType") : own;
    }

    private static void readKey(CheckedConfiguration configuration, CheckedObject factory, KeyStore store, String alias)
            throws GeneralSecurityException {
        CheckedObject.Setting used = KeyPasswords.ofKeys(factory, factory.setting("keyStorePassword"));
        try {
            char[] password = KeyPasswords.characters(used);
            store.getKey(alias, password == null ? new char[0] : password);
        } catch (UnrecoverableKeyException | IllegalArgumentException x) {
            wrong(
                    configuration,
                    used == null ? Objects.requireNonNull(factory.setting("keyStorePath")) : used,
                    "the password does not open the key " + alias,
                    "the password of the key");
        }
    }

    private static void wrong(
            CheckedConfiguration configuration, CheckedObject.Setting setting, String message, String expected) {
        configuration.wrong(setting.place(), setting.property(), message, expected);
    }
}
