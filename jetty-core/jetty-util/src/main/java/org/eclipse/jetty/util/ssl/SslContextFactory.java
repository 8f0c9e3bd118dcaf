package org.eclipse.jetty.util.ssl;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.security.SecureRandom;
import java.security.Security;
import java.security.UnrecoverableKeyException;
import java.security.cert.CRL;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathChecker;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.resource.Resources;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.security.Password;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of TLS, and the SSLContext that is made of them when it is started.
 *
 * <p>It is one class, long as it is, because it is one table of settings that embedders know by this name; what chooses
 * certificates is in classes of its own. Protocols and cipher suites are included and excluded by name or regular
 * expression; what is excluded wins. Passwords may be obfuscated ({@link Password}).
 * Thread-safe once started; {@link #reload(Consumer)} replaces the context for new connections.
 */
@ManagedObject("TLS settings")
public abstract class SslContextFactory extends ContainerLifeCycle {
    /** Trusts everybody: for tests only. */
    public static final TrustManager[] TRUST_ALL_CERTS = {
        new X509ExtendedTrustManager() {
            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }

            @Override
            public void checkClientTrusted(X509Certificate[] certs, String authType) {}

            @Override
            public void checkClientTrusted(X509Certificate[] certs, String authType, java.net.Socket socket) {}

            @Override
            public void checkClientTrusted(X509Certificate[] certs, String authType, SSLEngine engine) {}

            @Override
            public void checkServerTrusted(X509Certificate[] certs, String authType) {}

            @Override
            public void checkServerTrusted(X509Certificate[] certs, String authType, java.net.Socket socket) {}

            @Override
            public void checkServerTrusted(X509Certificate[] certs, String authType, SSLEngine engine) {}
        }
    };

    public static final String DEFAULT_KEYMANAGERFACTORY_ALGORITHM = KeyManagerFactory.getDefaultAlgorithm();
    public static final String DEFAULT_TRUSTMANAGERFACTORY_ALGORITHM = TrustManagerFactory.getDefaultAlgorithm();
    /** The system property of the password of the keys. */
    public static final String KEYPASSWORD_PROPERTY = "org.eclipse.jetty.ssl.keypassword";
    /** The system property of the password of the key store. */
    public static final String PASSWORD_PROPERTY = "org.eclipse.jetty.ssl.password";

    /** The algorithm of the JDK whose factory reads every key when it is initialised; that of others may do so later. */
    private static final String READS_KEYS = "SunX509";

    private static final Logger LOG = LoggerFactory.getLogger(SslContextFactory.class);
    private static final Logger LOG_CONFIG = LoggerFactory.getLogger(SslContextFactory.class.getName() + ".config");
    private static final String[] DEFAULT_EXCLUDED_PROTOCOLS = {"SSL", "SSLv2", "SSLv2Hello", "SSLv3"};
    private static final String[] DEFAULT_EXCLUDED_CIPHER_SUITES = {
        "^.*_(MD5|SHA|SHA1)$", "^TLS_RSA_.*$", "^SSL_.*$", "^.*_NULL_.*$", "^.*_anon_.*$"
    };

    private final AutoLock lock = new AutoLock();
    private Set<String> excludeProtocols = new LinkedHashSet<>(List.of(DEFAULT_EXCLUDED_PROTOCOLS));
    private Set<String> includeProtocols = new LinkedHashSet<>();
    private Set<String> excludeCipherSuites = new LinkedHashSet<>(List.of(DEFAULT_EXCLUDED_CIPHER_SUITES));
    private List<String> includeCipherSuites = new ArrayList<>();
    private @Nullable Comparator<String> cipherComparator;
    private boolean useCipherSuitesOrder = true;
    private @Nullable Resource keyStoreResource;
    private @Nullable String keyStoreProvider;
    private String keyStoreType = "PKCS12";
    private @Nullable String certAlias;
    private @Nullable Resource trustStoreResource;
    private @Nullable Resource privateKeyResource;
    private @Nullable Path certificatesDirectory;
    private @Nullable String trustStoreProvider;
    private @Nullable String trustStoreType;
    private @Nullable Credential keyStoreCredential;
    private @Nullable Credential keyManagerCredential;
    private @Nullable Credential trustStoreCredential;
    private @Nullable String provider;
    private String protocol = "TLS";
    private @Nullable String secureRandomAlgorithm;
    private String keyManagerFactoryAlgorithm = DEFAULT_KEYMANAGERFACTORY_ALGORITHM;
    private String trustManagerFactoryAlgorithm = DEFAULT_TRUSTMANAGERFACTORY_ALGORITHM;
    private boolean validateCerts;
    private boolean expiredCertificatesAllowed;
    private boolean validatePeerCerts;
    private int maxCertPathLength = -1;
    private @Nullable String crlPath;
    private boolean enableCRLDP;
    private boolean enableOCSP;
    private @Nullable String ocspResponderURL;
    private @Nullable KeyStore givenKeyStore;
    private @Nullable KeyStore givenTrustStore;
    private boolean sessionCachingEnabled = true;
    private int sslSessionCacheSize = -1;
    private int sslSessionTimeout = -1;
    private @Nullable SSLContext givenContext;
    private @Nullable String endpointIdentificationAlgorithm;
    private boolean trustAll;
    private boolean renegotiationAllowed;
    private int renegotiationLimit = 5;
    private @Nullable PKIXCertPathChecker pkixCertPathChecker;
    private @Nullable HostnameVerifier hostnameVerifier;

    private volatile @Nullable Loaded loaded;

    /** What was made of the settings. Immutable. */
    private record Loaded(
            @Nullable KeyStore keyStore,
            @Nullable KeyStore trustStore,
            @Nullable SSLContext context,
            Map<String, X509> certificates,
            Set<String> fallback,
            String @Nullable [] protocols,
            String @Nullable [] cipherSuites) {}

    protected SslContextFactory() {
        this(false);
    }

    public SslContextFactory(boolean trustAll) {
        this.trustAll = trustAll;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        try (AutoLock l = lock.lock()) {
            load();
        }
        checkConfiguration();
    }

    @Override
    protected void doStop() throws Exception {
        try (AutoLock l = lock.lock()) {
            loaded = null;
        }
        super.doStop();
    }

    /** Warns of settings that are not secure. */
    protected void checkConfiguration() {
        SSLEngine engine = newSSLEngine();
        customize(engine);
        SSLParameters parameters = engine.getSSLParameters();
        checkProtocols(parameters);
        checkCiphers(parameters);
    }

    protected void checkTrustAll() {
        if (isTrustAll()) {
            LOG_CONFIG.warn("Trusting all certificates configured for {}", this);
        }
    }

    protected void checkEndPointIdentificationAlgorithm() {
        if (getEndpointIdentificationAlgorithm() == null) {
            LOG_CONFIG.warn("No Client EndPointIdentificationAlgorithm configured for {}", this);
        }
    }

    protected void checkProtocols(SSLParameters parameters) {
        for (String name : parameters.getProtocols()) {
            if (Arrays.asList(DEFAULT_EXCLUDED_PROTOCOLS).contains(name)) {
                LOG_CONFIG.warn("Protocol {} not excluded for {}", name, this);
            }
        }
    }

    protected void checkCiphers(SSLParameters parameters) {
        List<String> weak = Arrays.stream(parameters.getCipherSuites())
                .filter(suite -> Arrays.stream(DEFAULT_EXCLUDED_CIPHER_SUITES).anyMatch(suite::matches))
                .toList();
        if (!weak.isEmpty()) {
            LOG_CONFIG.warn(
                    "Weak cipher suites {} enabled for {}: exclude them, unless old clients need them"
                            + " (jetty.sslContext.excludeCipherSuites)",
                    weak,
                    this);
        }
    }

    private void load() throws Exception {
        Loaded former = loaded;
        SSLContext context = givenContext;
        KeyStore keyStore = givenKeyStore;
        KeyStore trustStore = givenTrustStore;
        Map<String, X509> certificates = new LinkedHashMap<>();
        Set<String> fallback = Set.of();
        if (context == null) {
            if (keyStore == null) {
                keyStore = loadKeyStore(keyStoreResource);
            }
            Set<String> kept = Set.of();
            if (certificatesDirectory != null) {
                keyStore = forDirectory(keyStore);
                DirectoryKeys keys = new DirectoryKeys(keyStore, keyPassword(), expiredCertificatesAllowed);
                keys.add(certificatesDirectory, former == null ? null : former.keyStore());
                kept = keys.kept();
                fallback = keys.fallback();
                // as with other key stores: not every public authority may vouch for clients
                if (trustStore == null && trustStoreResource == null && keyStoreResource == null) {
                    trustStore = keyStore;
                }
            }
            if (trustStore == null) {
                trustStore = loadTrustStore(trustStoreResource);
            }
            Collection<? extends CRL> crls = loadCRL(crlPath);
            if (keyStore != null) {
                readCertificates(keyStore, crls, certificates);
            }
            // what follows may ask for the stores; connections that come meanwhile have the former context
            loaded = former == null
                    ? new Loaded(keyStore, trustStore, null, certificates, fallback, null, null)
                    : new Loaded(
                            keyStore,
                            trustStore,
                            former.context(),
                            certificates,
                            fallback,
                            former.protocols(),
                            former.cipherSuites());
            if (keyStore != null) {
                checkCertificates(keyStore, trustStore, kept);
            }
            KeyManager[] keyManagers = getKeyManagers(keyStore);
            TrustManager[] trustManagers = trustAll && trustStoreResource == null && givenTrustStore == null
                    ? TRUST_ALL_CERTS
                    : getTrustManagers(trustStore, crls);
            context = getSSLContextInstance();
            context.init(keyManagers, trustManagers, getSecureRandomInstance());
        }
        limitSessions(context);
        String[] protocols = selectProtocols(context);
        String[] suites = selectCipherSuites(context);
        loaded = new Loaded(keyStore, trustStore, context, certificates, fallback, protocols, suites);
    }

    private void limitSessions(SSLContext context) {
        SSLSessionContext sessions = context.getServerSessionContext();
        if (sessions != null) {
            if (sslSessionCacheSize >= 0) {
                sessions.setSessionCacheSize(sslSessionCacheSize);
            }
            if (sslSessionTimeout >= 0) {
                sessions.setSessionTimeout(sslSessionTimeout);
            }
        }
    }

    private String[] selectProtocols(SSLContext context) {
        String[] supported = context.getSupportedSSLParameters().getProtocols();
        String[] protocols =
                select(context.getDefaultSSLParameters().getProtocols(), supported, includeProtocols, excludeProtocols);
        if (protocols.length == 0) {
            throw new IllegalStateException("No selected protocols: included " + includeProtocols + ", excluded "
                    + excludeProtocols + ", supported " + Arrays.toString(supported));
        }
        return protocols;
    }

    private String[] selectCipherSuites(SSLContext context) {
        String[] supported = context.getSupportedSSLParameters().getCipherSuites();
        String[] suites = select(
                context.getDefaultSSLParameters().getCipherSuites(),
                supported,
                includeCipherSuites,
                excludeCipherSuites);
        if (suites.length == 0) {
            throw new IllegalStateException("No selected cipher suites: included " + includeCipherSuites + ", excluded "
                    + excludeCipherSuites + ", supported " + Arrays.toString(supported));
        }
        if (cipherComparator != null) {
            Arrays.sort(suites, cipherComparator);
        }
        return suites;
    }

    /** The key store that the pairs of the directory are added to: one in memory. */
    private KeyStore forDirectory(@Nullable KeyStore keyStore) throws Exception {
        if (keyStore != null) {
            if (givenKeyStore == null && PemKeyStore.isType(keyStoreType)) {
                return keyStore;
            }
            throw new IllegalStateException("directory of certificates " + certificatesDirectory + " beside "
                    + keyStoreName() + " (expected: a certificate path, or no key store)");
        }
        KeyStore made = KeyStore.getInstance("PKCS12");
        made.load(null, null);
        return made;
    }

    private String keyStoreName() {
        if (keyStoreResource != null) {
            return "key store " + keyStoreResource;
        }
        return certificatesDirectory == null ? "the key store" : "the directory " + certificatesDirectory;
    }

    /** The certificates of the keys that may be used have not expired. */
    private void checkCertificates(KeyStore keyStore, @Nullable KeyStore trustStore, Set<String> kept)
            throws GeneralSecurityException {
        for (String alias : Collections.list(keyStore.aliases())) {
            if (!isUsedKey(keyStore, alias) || kept.contains(alias)) {
                continue;
            }
            String issuer = IncompleteChain.missingIssuer(keyStore.getCertificateChain(alias), trustStore);
            if (issuer != null) {
                LOG_CONFIG.warn(
                        "Certificate {} of {} is sent without that of its issuer {}: clients that do not know it refuse the"
                                + " connection (put the intermediate certificates after it)",
                        alias,
                        keyStoreName(),
                        issuer);
            }
            if (expiredCertificatesAllowed
                    || !(keyStore.getCertificate(alias) instanceof X509Certificate certificate)) {
                continue;
            }
            if (certificate.getNotAfter().before(new Date())) {
                throw new GeneralSecurityException("certificate " + alias + " of " + keyStoreName()
                        + " has expired: it was valid until "
                        + certificate.getNotAfter().toInstant());
            }
        }
    }

    private boolean isUsedKey(KeyStore keyStore, String alias) throws KeyStoreException {
        return keyStore.isKeyEntry(alias) && (certAlias == null || certAlias.equalsIgnoreCase(alias));
    }

    /** Names the key that cannot be read. */
    private void readKeys(KeyStore keyStore) throws GeneralSecurityException {
        char[] password = keyPassword();
        for (String alias : Collections.list(keyStore.aliases())) {
            if (!isUsedKey(keyStore, alias)) {
                continue;
            }
            try {
                keyStore.getKey(alias, password);
            } catch (GeneralSecurityException x) {
                throw new GeneralSecurityException(
                        "key " + alias + " of " + keyStoreName() + " cannot be read: " + x.getMessage(), x);
            }
        }
    }

    private void readCertificates(
            KeyStore keyStore, @Nullable Collection<? extends CRL> crls, Map<String, X509> certificates)
            throws Exception {
        for (String alias : Collections.list(keyStore.aliases())) {
            if (!(keyStore.getCertificate(alias) instanceof X509Certificate certificate)) {
                continue;
            }
            if (X509.isCertSign(certificate) && !keyStore.isKeyEntry(alias)) {
                continue;
            }
            if (validateCerts) {
                checkValidity(alias, certificate);
                validateChain(keyStore.getCertificateChain(alias), crls);
            }
            certificates.put(alias, new X509(alias, certificate));
        }
    }

    private static void checkValidity(String alias, X509Certificate certificate) throws GeneralSecurityException {
        try {
            certificate.checkValidity();
        } catch (GeneralSecurityException x) {
            throw new GeneralSecurityException("certificate " + alias + " is not valid now: " + x.getMessage(), x);
        }
    }

    /** Those enabled, or those supported that are included, in the order of inclusion; without those excluded. */
    private static String[] select(
            String[] enabled, String[] supported, Collection<String> included, Collection<String> excluded) {
        Set<String> selected = new LinkedHashSet<>();
        if (included.isEmpty()) {
            selected.addAll(List.of(enabled));
        } else {
            for (String rule : included) {
                boolean found = false;
                Pattern pattern = Pattern.compile(rule);
                for (String candidate : supported) {
                    if (!candidate.equals(rule) && !pattern.matcher(candidate).matches()) {
                        continue;
                    }
                    selected.add(candidate);
                    found = true;
                }
                if (!found) {
                    LOG.info("{} not supported in {}", rule, Arrays.toString(supported));
                }
            }
        }
        for (String rule : excluded) {
            Pattern pattern = Pattern.compile(rule);
            selected.removeIf(candidate ->
                    candidate.equals(rule) || pattern.matcher(candidate).matches());
        }
        return selected.toArray(new String[0]);
    }

    private Loaded loaded() {
        Loaded current = loaded;
        if (current == null || current.context() == null) {
            throw new IllegalStateException("!STARTED: " + this);
        }
        return current;
    }

    private SSLContext context() {
        SSLContext context = loaded().context();
        assert context != null : "loaded() refuses";
        return context;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Loaded current = loaded;
        if (current == null) {
            Dumpable.dumpObjects(out, indent, this);
            return;
        }
        Dumpable.dumpObjects(
                out,
                indent,
                this,
                "trustAll=" + trustAll,
                DumpableCollection.fromArray("protocols", current.protocols()),
                DumpableCollection.fromArray("cipher suites", current.cipherSuites()),
                DumpableCollection.from("certificates", current.certificates().values()));
    }

    @ManagedAttribute(value = "The selected protocols", readonly = true)
    public String[] getSelectedProtocols() {
        String[] protocols = loaded().protocols();
        assert protocols != null : "selected with the context";
        return protocols.clone();
    }

    @ManagedAttribute(value = "The selected cipher suites", readonly = true)
    public String[] getSelectedCipherSuites() {
        String[] suites = loaded().cipherSuites();
        assert suites != null : "selected with the context";
        return suites.clone();
    }

    public @Nullable Comparator<String> getCipherComparator() {
        return cipherComparator;
    }

    public void setCipherComparator(@Nullable Comparator<String> cipherComparator) {
        if (cipherComparator != null) {
            setUseCipherSuitesOrder(true);
        }
        this.cipherComparator = cipherComparator;
    }

    public Set<String> getAliases() {
        Loaded current = loaded;
        return current == null
                ? Set.of()
                : Collections.unmodifiableSet(current.certificates().keySet());
    }

    /** Those for clients that name no known host; empty where the JDK chooses. */
    Set<String> getFallbackAliases() {
        Loaded current = loaded;
        return current == null ? Set.of() : current.fallback();
    }

    public @Nullable X509 getX509(String alias) {
        Loaded current = loaded;
        return current == null ? null : current.certificates().get(alias);
    }

    public String[] getExcludeProtocols() {
        return excludeProtocols.toArray(new String[0]);
    }

    public void setExcludeProtocols(String... protocols) {
        excludeProtocols = new LinkedHashSet<>(List.of(protocols));
    }

    public void addExcludeProtocols(String... protocols) {
        excludeProtocols.addAll(List.of(protocols));
    }

    public String[] getIncludeProtocols() {
        return includeProtocols.toArray(new String[0]);
    }

    public void setIncludeProtocols(String... protocols) {
        includeProtocols = new LinkedHashSet<>(List.of(protocols));
    }

    public String[] getExcludeCipherSuites() {
        return excludeCipherSuites.toArray(new String[0]);
    }

    public void setExcludeCipherSuites(String... cipherSuites) {
        excludeCipherSuites = new LinkedHashSet<>(List.of(cipherSuites));
    }

    public void addExcludeCipherSuites(String... cipher) {
        excludeCipherSuites.addAll(List.of(cipher));
    }

    public String[] getIncludeCipherSuites() {
        return includeCipherSuites.toArray(new String[0]);
    }

    public void setIncludeCipherSuites(String... cipherSuites) {
        includeCipherSuites = new ArrayList<>(List.of(cipherSuites));
    }

    @ManagedAttribute("Whether the order of the server's cipher suites counts")
    public boolean isUseCipherSuitesOrder() {
        return useCipherSuitesOrder;
    }

    public void setUseCipherSuitesOrder(boolean useCipherSuitesOrder) {
        this.useCipherSuitesOrder = useCipherSuitesOrder;
    }

    @ManagedAttribute("The key store")
    public @Nullable String getKeyStorePath() {
        return Objects.toString(keyStoreResource, null);
    }

    public void setKeyStorePath(@Nullable Path keyStorePath) {
        setKeyStorePath(keyStorePath == null ? null : keyStorePath.toUri().toASCIIString());
    }

    public void setKeyStorePath(@Nullable String keyStorePath) {
        keyStoreResource = StringUtil.isBlank(keyStorePath) ? null : resource(keyStorePath, "KeyStore Path");
    }

    private Resource resource(String path, String what) {
        Resource resource = ResourceFactory.of(this).newResource(path);
        if (Resources.missing(resource)) {
            throw new IllegalArgumentException(what + " does not exist: " + path);
        }
        if (resource.isDirectory()) {
            throw new IllegalArgumentException(what + " is a directory: " + path);
        }
        return resource;
    }

    /**
     * Sets a file of certificates as text, that of the server first, in place of a key store; the key is in it, or in that of
     * {@link #setPrivateKeyPath}.
     *
     * @param path null or blank to leave the key store as it is
     */
    public void setCertificatePath(@Nullable String path) {
        if (StringUtil.isBlank(path)) {
            return;
        }
        keyStoreResource = resource(path, "certificate path");
        keyStoreType = PemKeyStore.TYPE;
    }

    /**
     * Sets a directory of certificates and private keys as text, of which the host name that a client sends chooses one (SNI): see
     * {@link CertificateDirectory}. Clients that send no name, or one that is unknown, get the certificate of
     * {@link #setCertificatePath}; without that, the one called {@code default}, or the first by name.
     *
     * @param path null or blank for none
     */
    public void setCertificatesDirectory(@Nullable String path) {
        certificatesDirectory = StringUtil.isBlank(path) ? null : Path.of(path).toAbsolutePath();
        if (certificatesDirectory != null && !Files.isDirectory(certificatesDirectory)) {
            throw new IllegalArgumentException("directory of certificates does not exist: " + path);
        }
    }

    @ManagedAttribute("The directory of certificates and private keys")
    public @Nullable String getCertificatesDirectory() {
        return Objects.toString(certificatesDirectory, null);
    }

    /** The files that a change of makes another context. */
    List<Path> watchedFiles() {
        List<Path> files = new ArrayList<>();
        for (Resource resource : Arrays.asList(keyStoreResource, privateKeyResource, trustStoreResource)) {
            Path path = resource == null ? null : resource.getPath();
            if (path != null && path.getParent() != null) {
                files.add(path.toAbsolutePath());
            }
        }
        return files;
    }

    /**
     * Sets the file of the private key as text (PKCS #8, PKCS #1 or SEC 1) that belongs to the certificates of {@link #setCertificatePath}; null or blank for
     * none.
     */
    public void setPrivateKeyPath(String path) {
        privateKeyResource = StringUtil.isBlank(path) ? null : resource(path, "private key path");
    }

    @ManagedAttribute("The file of the private key, if it is not in the key store")
    public @Nullable String getPrivateKeyPath() {
        return Objects.toString(privateKeyResource, null);
    }

    public @Nullable String getKeyStoreProvider() {
        return keyStoreProvider;
    }

    public void setKeyStoreProvider(@Nullable String keyStoreProvider) {
        this.keyStoreProvider = keyStoreProvider;
    }

    /** A type of the JDK, such as PKCS12 or JKS; or PEM, for private keys and certificates as text ({@link PemKeyStore}). */
    public String getKeyStoreType() {
        return keyStoreType;
    }

    public void setKeyStoreType(String keyStoreType) {
        this.keyStoreType = keyStoreType;
    }

    public @Nullable String getCertAlias() {
        return certAlias;
    }

    public void setCertAlias(@Nullable String certAlias) {
        this.certAlias = certAlias;
    }

    public @Nullable String getTrustStorePath() {
        return Objects.toString(trustStoreResource, null);
    }

    public void setTrustStorePath(String trustStorePath) {
        trustStoreResource = StringUtil.isBlank(trustStorePath) ? null : resource(trustStorePath, "TrustStore Path");
    }

    public @Nullable String getTrustStoreProvider() {
        return trustStoreProvider;
    }

    public void setTrustStoreProvider(@Nullable String trustStoreProvider) {
        this.trustStoreProvider = trustStoreProvider;
    }

    public @Nullable String getTrustStoreType() {
        return trustStoreType;
    }

    public void setTrustStoreType(@Nullable String trustStoreType) {
        this.trustStoreType = trustStoreType;
    }

    public boolean isValidateCerts() {
        return validateCerts;
    }

    public void setValidateCerts(boolean validateCerts) {
        this.validateCerts = validateCerts;
    }

    /** Whether it starts with a key whose certificate has expired; false by default. */
    @ManagedAttribute("Whether it starts with a key whose certificate has expired")
    public boolean isExpiredCertificatesAllowed() {
        return expiredCertificatesAllowed;
    }

    public void setExpiredCertificatesAllowed(boolean allowed) {
        expiredCertificatesAllowed = allowed;
    }

    public boolean isValidatePeerCerts() {
        return validatePeerCerts;
    }

    public void setValidatePeerCerts(boolean validatePeerCerts) {
        this.validatePeerCerts = validatePeerCerts;
    }

    public @Nullable String getKeyStorePassword() {
        return Objects.toString(keyStoreCredential, null);
    }

    public void setKeyStorePassword(@Nullable String password) {
        keyStoreCredential = password == null ? getCredential(PASSWORD_PROPERTY) : newCredential(password);
    }

    public @Nullable String getKeyManagerPassword() {
        return Objects.toString(keyManagerCredential, null);
    }

    public void setKeyManagerPassword(@Nullable String password) {
        keyManagerCredential = password == null
                ? System.getProperty(KEYPASSWORD_PROPERTY) == null ? null : getCredential(KEYPASSWORD_PROPERTY)
                : newCredential(password);
    }

    public void setTrustStorePassword(@Nullable String password) {
        trustStoreCredential = password == null ? getCredential(PASSWORD_PROPERTY) : newCredential(password);
    }

    public @Nullable String getProvider() {
        return provider;
    }

    public void setProvider(@Nullable String provider) {
        this.provider = provider;
    }

    public String getProtocol() {
        return protocol;
    }

    public void setProtocol(String protocol) {
        this.protocol = protocol;
    }

    public @Nullable String getSecureRandomAlgorithm() {
        return secureRandomAlgorithm;
    }

    public void setSecureRandomAlgorithm(String algorithm) {
        secureRandomAlgorithm = algorithm;
    }

    public String getKeyManagerFactoryAlgorithm() {
        return keyManagerFactoryAlgorithm;
    }

    public void setKeyManagerFactoryAlgorithm(String algorithm) {
        keyManagerFactoryAlgorithm = algorithm;
    }

    public String getTrustManagerFactoryAlgorithm() {
        return trustManagerFactoryAlgorithm;
    }

    public void setTrustManagerFactoryAlgorithm(String algorithm) {
        trustManagerFactoryAlgorithm = algorithm;
    }

    public boolean isTrustAll() {
        return trustAll;
    }

    /** Whether everybody is trusted, when there is no trust store. */
    public void setTrustAll(boolean trustAll) {
        this.trustAll = trustAll;
        if (trustAll) {
            setEndpointIdentificationAlgorithm(null);
        }
    }

    public boolean isRenegotiationAllowed() {
        return renegotiationAllowed;
    }

    public void setRenegotiationAllowed(boolean renegotiationAllowed) {
        this.renegotiationAllowed = renegotiationAllowed;
    }

    public int getRenegotiationLimit() {
        return renegotiationLimit;
    }

    /** How often a connection may negotiate again, -1 for no limit. */
    public void setRenegotiationLimit(int renegotiationLimit) {
        this.renegotiationLimit = renegotiationLimit;
    }

    public @Nullable String getCrlPath() {
        return crlPath;
    }

    public void setCrlPath(@Nullable String crlPath) {
        this.crlPath = crlPath;
    }

    public int getMaxCertPathLength() {
        return maxCertPathLength;
    }

    public void setMaxCertPathLength(int maxCertPathLength) {
        this.maxCertPathLength = maxCertPathLength;
    }

    public @Nullable SSLContext getSslContext() {
        return isStarted() ? loaded().context() : givenContext;
    }

    public void setSslContext(@Nullable SSLContext sslContext) {
        givenContext = sslContext;
    }

    public @Nullable String getEndpointIdentificationAlgorithm() {
        return endpointIdentificationAlgorithm;
    }

    public void setEndpointIdentificationAlgorithm(@Nullable String algorithm) {
        endpointIdentificationAlgorithm = algorithm;
    }

    public @Nullable PKIXCertPathChecker getPkixCertPathChecker() {
        return pkixCertPathChecker;
    }

    public void setPkixCertPathChecker(@Nullable PKIXCertPathChecker pkixCertPathChecker) {
        this.pkixCertPathChecker = pkixCertPathChecker;
    }

    protected @Nullable KeyStore loadKeyStore(@Nullable Resource resource) throws Exception {
        Credential credential = PemKeyStore.isType(keyStoreType) && keyManagerCredential != null
                ? keyManagerCredential
                : keyStoreCredential;
        return read(resource, privateKeyOf(resource), keyStoreType, keyStoreProvider, credential);
    }

    private @Nullable Resource privateKeyOf(@Nullable Resource store) {
        if (privateKeyResource == null || store == null || !store.equals(keyStoreResource)) {
            return null;
        }
        if (!PemKeyStore.isType(keyStoreType)) {
            throw new IllegalStateException("private key path " + privateKeyResource + " with a key store of type "
                    + keyStoreType + " (expected: a certificate path, or a key store of type PEM)");
        }
        return privateKeyResource;
    }

    /** Loads the trust store; what is not set for it is taken from the key store. */
    protected @Nullable KeyStore loadTrustStore(@Nullable Resource resource) throws Exception {
        Resource store = resource == null ? keyStoreResource : resource;
        boolean own = resource != null && !resource.equals(keyStoreResource);
        if (resource == null && givenKeyStore != null) {
            return givenKeyStore;
        }
        return read(
                store,
                privateKeyOf(store),
                trustStoreType == null ? keyStoreType : trustStoreType,
                trustStoreProvider == null ? keyStoreProvider : trustStoreProvider,
                trustStoreCredential == null && !own ? keyStoreCredential : trustStoreCredential);
    }

    private char @Nullable [] keyPassword() {
        Credential credential = keyManagerCredential == null ? keyStoreCredential : keyManagerCredential;
        if (credential == null) {
            return PemKeyStore.isType(keyStoreType) || certificatesDirectory != null ? new char[0] : null;
        }
        return credential.toString().toCharArray();
    }

    private static @Nullable KeyStore read(
            @Nullable Resource resource,
            @Nullable Resource privateKey,
            String type,
            @Nullable String provider,
            @Nullable Credential credential)
            throws Exception {
        if (resource == null) {
            return null;
        }
        Objects.requireNonNull(type, "key store type");
        char[] password = credential == null ? null : credential.toString().toCharArray();
        boolean pem = PemKeyStore.isType(type);
        KeyStore store =
                pem ? null : provider == null ? KeyStore.getInstance(type) : KeyStore.getInstance(type, provider);
        try (InputStream in = resource.newInputStream();
                InputStream key = privateKey == null ? null : privateKey.newInputStream()) {
            if (store == null) {
                return PemKeyStore.load(in, key, password);
            }
            store.load(in, password);
        } catch (AccessDeniedException x) {
            throw new IllegalStateException(
                    "Unable to load " + type + " key store " + x.getFile() + ": " + PemKeyStore.notReadable(), x);
        } catch (IOException | GeneralSecurityException x) {
            throw new IllegalStateException(
                    "Unable to load " + type + " key store " + resource
                            + (privateKey == null ? "" : " with private key " + privateKey) + ": " + x.getMessage()
                            + (pem ? "" : " (check type and password)"),
                    x);
        }
        return store;
    }

    protected @Nullable Collection<? extends CRL> loadCRL(@Nullable String path) throws Exception {
        if (StringUtil.isBlank(path)) {
            return null;
        }
        Resource resource = resource(path, "CRL path");
        try (InputStream in = resource.newInputStream()) {
            return getCertificateFactoryInstance("X.509").generateCRLs(in);
        }
    }

    protected KeyManager @Nullable [] getKeyManagers(@Nullable KeyStore keyStore) throws Exception {
        if (keyStore == null) {
            return null;
        }
        KeyManagerFactory factory = getKeyManagerFactoryInstance();
        try {
            factory.init(keyStore, keyPassword());
        } catch (UnrecoverableKeyException x) {
            readKeys(keyStore);
            throw x;
        }
        // a key is decrypted in 10,000 rounds and more, which a start should not wait for twice
        if (!READS_KEYS.equals(factory.getAlgorithm())) {
            readKeys(keyStore);
        }
        KeyManager[] managers = factory.getKeyManagers();
        if (managers != null && certAlias != null) {
            if (!keyStore.isKeyEntry(certAlias)) {
                throw new IllegalStateException("no key by the alias " + certAlias + " in " + keyStoreResource
                        + ", there are: " + Collections.list(keyStore.aliases()));
            }
            for (int i = 0; i < managers.length; i++) {
                if (managers[i] instanceof X509ExtendedKeyManager x509) {
                    managers[i] = new AliasedX509ExtendedKeyManager(x509, certAlias);
                }
            }
        }
        return managers;
    }

    protected TrustManager @Nullable [] getTrustManagers(
            @Nullable KeyStore trustStore, @Nullable Collection<? extends CRL> crls) throws Exception {
        if (trustStore == null) {
            return null;
        }
        TrustManagerFactory factory = getTrustManagerFactoryInstance();
        if (validatePeerCerts && "PKIX".equalsIgnoreCase(trustManagerFactoryAlgorithm)) {
            factory.init(new CertPathTrustManagerParameters(newPKIXBuilderParameters(trustStore, crls)));
        } else {
            factory.init(trustStore);
        }
        return factory.getTrustManagers();
    }

    protected PKIXBuilderParameters newPKIXBuilderParameters(
            KeyStore trustStore, @Nullable Collection<? extends CRL> crls) throws Exception {
        PKIXBuilderParameters parameters = new PKIXBuilderParameters(trustStore, new X509CertSelector());
        parameters.setMaxPathLength(maxCertPathLength);
        parameters.setRevocationEnabled(enableOCSP || enableCRLDP || crls != null && !crls.isEmpty());
        if (pkixCertPathChecker != null) {
            parameters.addCertPathChecker(pkixCertPathChecker);
        }
        if (crls != null && !crls.isEmpty()) {
            parameters.addCertStore(getCertStoreInstance(crls));
        }
        applyRevocation();
        return parameters;
    }

    /** Revocation checks of the JDK are switched on for the whole JVM. */
    private void applyRevocation() {
        if (enableCRLDP) {
            System.setProperty("com.sun.security.enableCRLDP", "true");
        }
        if (!enableOCSP) {
            return;
        }
        Security.setProperty("ocsp.enable", "true");
        if (ocspResponderURL != null) {
            Security.setProperty("ocsp.responderURL", ocspResponderURL);
        }
    }

    public boolean isEnableCRLDP() {
        return enableCRLDP;
    }

    public void setEnableCRLDP(boolean enableCRLDP) {
        this.enableCRLDP = enableCRLDP;
    }

    public boolean isEnableOCSP() {
        return enableOCSP;
    }

    public void setEnableOCSP(boolean enableOCSP) {
        this.enableOCSP = enableOCSP;
    }

    public @Nullable String getOcspResponderURL() {
        return ocspResponderURL;
    }

    public void setOcspResponderURL(@Nullable String ocspResponderURL) {
        this.ocspResponderURL = ocspResponderURL;
    }

    public void setKeyStore(KeyStore keyStore) {
        givenKeyStore = keyStore;
    }

    public @Nullable KeyStore getKeyStore() {
        Loaded current = loaded;
        return current == null ? givenKeyStore : current.keyStore();
    }

    public void setTrustStore(KeyStore trustStore) {
        givenTrustStore = trustStore;
    }

    public @Nullable KeyStore getTrustStore() {
        Loaded current = loaded;
        return current == null ? givenTrustStore : current.trustStore();
    }

    public void setKeyStoreResource(Resource resource) {
        keyStoreResource = resource;
    }

    public @Nullable Resource getKeyStoreResource() {
        return keyStoreResource;
    }

    public void setTrustStoreResource(Resource resource) {
        trustStoreResource = resource;
    }

    public @Nullable Resource getTrustStoreResource() {
        return trustStoreResource;
    }

    public boolean isSessionCachingEnabled() {
        return sessionCachingEnabled;
    }

    public void setSessionCachingEnabled(boolean enableSessionCaching) {
        sessionCachingEnabled = enableSessionCaching;
    }

    public int getSslSessionCacheSize() {
        return sslSessionCacheSize;
    }

    /** The most sessions, 0 for no limit, -1 for the default of the JDK. */
    public void setSslSessionCacheSize(int sslSessionCacheSize) {
        this.sslSessionCacheSize = sslSessionCacheSize;
    }

    public int getSslSessionTimeout() {
        return sslSessionTimeout;
    }

    /** In seconds, 0 for no limit, -1 for the default of the JDK. */
    public void setSslSessionTimeout(int sslSessionTimeout) {
        this.sslSessionTimeout = sslSessionTimeout;
    }

    public @Nullable HostnameVerifier getHostnameVerifier() {
        return hostnameVerifier;
    }

    public void setHostnameVerifier(@Nullable HostnameVerifier hostnameVerifier) {
        this.hostnameVerifier = hostnameVerifier;
    }

    protected @Nullable Password getPassword(String realm) {
        return Password.getPassword(realm, null, null);
    }

    public Password newPassword(String password) {
        return new Password(password);
    }

    protected @Nullable Credential getCredential(String realm) {
        return getPassword(realm);
    }

    public Credential newCredential(String password) {
        return newPassword(password);
    }

    public SSLServerSocket newSslServerSocket(@Nullable String host, int port, int backlog) throws IOException {
        SSLContext context = Objects.requireNonNull(getSslContext(), "not started");
        SSLServerSocket socket = (SSLServerSocket)
                (host == null
                        ? context.getServerSocketFactory().createServerSocket(port, backlog)
                        : context.getServerSocketFactory()
                                .createServerSocket(port, backlog, java.net.InetAddress.getByName(host)));
        socket.setSSLParameters(customize(socket.getSSLParameters()));
        return socket;
    }

    public SSLSocket newSslSocket() throws IOException {
        SSLSocket socket = (SSLSocket) Objects.requireNonNull(getSslContext(), "not started")
                .getSocketFactory()
                .createSocket();
        socket.setSSLParameters(customize(socket.getSSLParameters()));
        return socket;
    }

    protected CertificateFactory getCertificateFactoryInstance(String type)
            throws java.security.cert.CertificateException {
        return CertificateFactory.getInstance(type);
    }

    protected CertStore getCertStoreInstance(Collection<? extends CRL> crls)
            throws java.security.InvalidAlgorithmParameterException, NoSuchAlgorithmException {
        return CertStore.getInstance("Collection", new CollectionCertStoreParameters(crls));
    }

    protected KeyManagerFactory getKeyManagerFactoryInstance() throws NoSuchAlgorithmException {
        return KeyManagerFactory.getInstance(keyManagerFactoryAlgorithm);
    }

    protected @Nullable SecureRandom getSecureRandomInstance() throws NoSuchAlgorithmException {
        return secureRandomAlgorithm == null ? null : SecureRandom.getInstance(secureRandomAlgorithm);
    }

    protected SSLContext getSSLContextInstance() throws NoSuchAlgorithmException {
        if (StringUtil.isBlank(provider)) {
            return SSLContext.getInstance(protocol);
        }
        try {
            return SSLContext.getInstance(protocol, provider);
        } catch (java.security.NoSuchProviderException x) {
            throw new NoSuchAlgorithmException("no security provider " + provider, x);
        }
    }

    protected TrustManagerFactory getTrustManagerFactoryInstance() throws NoSuchAlgorithmException {
        return TrustManagerFactory.getInstance(trustManagerFactoryAlgorithm);
    }

    public SSLEngine newSSLEngine() {
        SSLEngine engine = context().createSSLEngine();
        customize(engine);
        return engine;
    }

    public SSLEngine newSSLEngine(String host, int port) {
        SSLContext context = context();
        SSLEngine engine = sessionCachingEnabled ? context.createSSLEngine(host, port) : context.createSSLEngine();
        customize(engine);
        return engine;
    }

    public SSLEngine newSSLEngine(@Nullable InetSocketAddress address) {
        if (address == null) {
            return newSSLEngine();
        }
        return newSSLEngine(address.getHostString(), address.getPort());
    }

    public void customize(SSLEngine sslEngine) {
        sslEngine.setSSLParameters(customize(sslEngine.getSSLParameters()));
    }

    public SSLParameters customize(SSLParameters sslParams) {
        Loaded current = loaded();
        sslParams.setEndpointIdentificationAlgorithm(
                StringUtil.isBlank(endpointIdentificationAlgorithm) ? null : endpointIdentificationAlgorithm);
        sslParams.setUseCipherSuitesOrder(useCipherSuitesOrder);
        sslParams.setCipherSuites(current.cipherSuites());
        sslParams.setProtocols(current.protocols());
        return sslParams;
    }

    /** Changes settings, and replaces the context; when that fails, the former one stays. */
    public void reload(Consumer<SslContextFactory> consumer) throws Exception {
        try (AutoLock l = lock.lock()) {
            Loaded before = loaded;
            consumer.accept(this);
            try {
                load();
            } catch (Exception x) {
                loaded = before;
                throw x;
            }
        }
    }

    public X509Certificate @Nullable [] getX509CertChain(SSLSession sslSession) {
        return getCertChain(sslSession);
    }

    /** The certificates of the peer; null when it has none. */
    public static X509Certificate @Nullable [] getCertChain(SSLSession sslSession) {
        try {
            Certificate[] certificates = sslSession.getPeerCertificates();
            if (certificates == null || certificates.length == 0) {
                return null;
            }
            X509Certificate[] chain = new X509Certificate[certificates.length];
            for (int i = 0; i < chain.length; i++) {
                if (!(certificates[i] instanceof X509Certificate x509)) {
                    return null;
                }
                chain[i] = x509;
            }
            return chain;
        } catch (SSLPeerUnverifiedException x) {
            LOG.trace("no certificates of the peer", x);
            return null;
        }
    }

    /** The bits of the key of a cipher suite, 0 when unknown. */
    public static int deduceKeyLength(@Nullable String cipherSuite) {
        if (cipherSuite == null) {
            return 0;
        }
        if (cipherSuite.contains("_AES_256_") || cipherSuite.contains("CHACHA20")) {
            return 256;
        }
        if (cipherSuite.contains("_3DES_EDE_CBC_")) {
            return 168;
        }
        if (cipherSuite.contains("_128_")) {
            return 128;
        }
        if (cipherSuite.contains("_DES_CBC_")) {
            return 56;
        }
        return cipherSuite.contains("_40_") ? 40 : 0;
    }

    /** Checks a chain against the trust store. */
    public void validateCerts(X509Certificate[] certs) throws Exception {
        validateChain(certs, loadCRL(crlPath));
    }

    private void validateChain(Certificate @Nullable [] chain, @Nullable Collection<? extends CRL> crls)
            throws Exception {
        KeyStore trust = getTrustStore();
        if (trust == null) {
            trust = loadTrustStore(trustStoreResource);
        }
        if (chain == null || chain.length == 0 || trust == null) {
            return;
        }
        X509CertSelector selector = new X509CertSelector();
        selector.setCertificate((X509Certificate) chain[0]);
        PKIXBuilderParameters parameters = newPKIXBuilderParameters(trust, crls);
        parameters.setTargetCertConstraints(selector);
        parameters.addCertStore(
                CertStore.getInstance("Collection", new CollectionCertStoreParameters(Arrays.asList(chain))));
        CertPathBuilder.getInstance("PKIX").build(parameters);
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x[provider=%s,keyStore=%s,trustStore=%s]",
                getClass().getSimpleName(), hashCode(), provider, keyStoreResource, trustStoreResource);
    }

    /** The settings of a client: it identifies the server by its name, unless told otherwise. */
    @ManagedObject("TLS settings of a client")
    public static class Client extends SslContextFactory {
        private SniProvider sniProvider = (engine, names) -> names;

        /** Tells the server names to send. */
        @FunctionalInterface
        public interface SniProvider {
            /** Also names without a dot, which the JDK does not send by itself. */
            SniProvider NON_DOMAIN_SNI_PROVIDER = (engine, names) -> {
                String host = engine.getPeerHost();
                if (!names.isEmpty() || host == null || host.isEmpty()) {
                    return names;
                }
                try {
                    return List.of(new SNIHostName(host.getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
                } catch (IllegalArgumentException x) {
                    LOG.debug("not a host name: {}", host, x);
                    return names;
                }
            };

            List<SNIServerName> apply(SSLEngine sslEngine, List<SNIServerName> serverNames);
        }

        public Client() {
            this(false);
        }

        public Client(boolean trustAll) {
            super(trustAll);
            setEndpointIdentificationAlgorithm(trustAll ? null : "HTTPS");
        }

        @Override
        protected void checkConfiguration() {
            checkTrustAll();
            checkEndPointIdentificationAlgorithm();
            super.checkConfiguration();
        }

        @Override
        public void customize(SSLEngine sslEngine) {
            SSLParameters parameters = sslEngine.getSSLParameters();
            List<SNIServerName> names = parameters.getServerNames();
            List<SNIServerName> given = sniProvider.apply(sslEngine, names == null ? List.of() : names);
            if (given != null && !given.equals(names)) {
                parameters.setServerNames(given);
                sslEngine.setSSLParameters(parameters);
            }
            super.customize(sslEngine);
        }

        public SniProvider getSNIProvider() {
            return sniProvider;
        }

        public void setSNIProvider(SniProvider sniProvider) {
            this.sniProvider = Objects.requireNonNull(sniProvider);
        }
    }

    /** The settings of a server: certificates are chosen by the name that the client sends. */
    @ManagedObject("TLS settings of a server")
    public static class Server extends SslContextFactory implements SniX509ExtendedKeyManager.SniSelector {
        /**
         * The name of a session value with the host name that the client sent, which a key manager of one's own may put.
         * None is put here, as a session with values gets no stateless ticket (RFC 5077) and is remembered by the JDK
         * instead; {@link javax.net.ssl.ExtendedSSLSession#getRequestedServerNames()} tells the name.
         */
        public static final String SNI_HOST = "org.eclipse.jetty.util.ssl.sniHost";

        private boolean needClientAuth;
        private boolean wantClientAuth;
        private boolean sniRequired;
        private SniX509ExtendedKeyManager.SniSelector sniSelector = this;
        private UnaryOperator<X509ExtendedKeyManager> keyManagerFilter = UnaryOperator.identity();

        public Server() {}

        @ManagedAttribute("Whether clients need a certificate")
        public boolean getNeedClientAuth() {
            return needClientAuth;
        }

        public void setNeedClientAuth(boolean needClientAuth) {
            this.needClientAuth = needClientAuth;
        }

        @ManagedAttribute("Whether clients are asked for a certificate")
        public boolean getWantClientAuth() {
            return wantClientAuth;
        }

        public void setWantClientAuth(boolean wantClientAuth) {
            this.wantClientAuth = wantClientAuth;
        }

        @ManagedAttribute("Whether a handshake without a known server name is refused")
        public boolean isSniRequired() {
            return sniRequired;
        }

        public void setSniRequired(boolean sniRequired) {
            this.sniRequired = sniRequired;
        }

        @Override
        public SSLParameters customize(SSLParameters sslParams) {
            SSLParameters parameters = super.customize(sslParams);
            if (needClientAuth) {
                parameters.setNeedClientAuth(true);
            } else if (wantClientAuth) {
                parameters.setWantClientAuth(true);
            }
            return parameters;
        }

        @Override
        protected KeyManager @Nullable [] getKeyManagers(@Nullable KeyStore keyStore) throws Exception {
            KeyManager[] managers = super.getKeyManagers(keyStore);
            if (managers == null) {
                return null;
            }
            for (int i = 0; i < managers.length; i++) {
                if (!(managers[i] instanceof X509ExtendedKeyManager x509)) {
                    continue;
                }
                managers[i] =
                        keyManagerFilter.apply(getCertAlias() == null ? newSniX509ExtendedKeyManager(x509) : x509);
            }
            return managers;
        }

        /**
         * Sets what wraps each key manager, so that some handshakes get another certificate than they get by the server name. Applied at
         * each start and reload.
         */
        public void setKeyManagerFilter(UnaryOperator<X509ExtendedKeyManager> filter) {
            keyManagerFilter = Objects.requireNonNull(filter);
        }

        public SniX509ExtendedKeyManager.SniSelector getSNISelector() {
            return sniSelector;
        }

        public void setSNISelector(SniX509ExtendedKeyManager.SniSelector sniSelector) {
            this.sniSelector = Objects.requireNonNull(sniSelector);
        }

        /**
         * The first certificate whose name is that of the client's request, an exact one before a wild one. None where the host's
         * certificate has another type of key, which the JDK asks for next.
         */
        @Override
        public @Nullable String sniSelect(
                String keyType,
                Principal[] issuers,
                @Nullable SSLSession session,
                @Nullable String sniHost,
                Collection<X509> certificates)
                throws SSLHandshakeException {
            if (sniHost != null) {
                String wild = null;
                for (X509 certificate : certificates) {
                    if (certificate.getHosts().contains(StringUtil.asciiToLowerCase(sniHost))) {
                        return certificate.getAlias();
                    }
                    if (wild == null && certificate.matches(sniHost)) {
                        wild = certificate.getAlias();
                    }
                }
                if (wild != null) {
                    return wild;
                }
            }
            if (sniRequired || sniHost != null && isKnown(sniHost)) {
                return null;
            }
            Set<String> fallback = getFallbackAliases();
            if (fallback.isEmpty()) {
                return DELEGATE;
            }
            for (X509 certificate : certificates) {
                if (fallback.contains(certificate.getAlias())) {
                    return certificate.getAlias();
                }
            }
            return null;
        }

        /** Whether there is a certificate for the host, perhaps one with another type of key than is asked for first. */
        private boolean isKnown(String host) {
            KeyStore keys = getKeyStore();
            for (String alias : getAliases()) {
                X509 certificate = getX509(alias);
                try {
                    if (certificate != null && certificate.matches(host) && keys != null && keys.isKeyEntry(alias)) {
                        return true;
                    }
                } catch (KeyStoreException x) {
                    throw new IllegalStateException("key store " + keys, x);
                }
            }
            return false;
        }

        protected X509ExtendedKeyManager newSniX509ExtendedKeyManager(X509ExtendedKeyManager keyManager) {
            return new SniX509ExtendedKeyManager(keyManager, this);
        }
    }
}
