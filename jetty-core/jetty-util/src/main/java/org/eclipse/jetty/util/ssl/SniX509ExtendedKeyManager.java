package org.eclipse.jetty.util.ssl;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses the certificate of a server by the name that the client sent (SNI, RFC 6066, section 3). Thread-safe. */
public class SniX509ExtendedKeyManager extends X509ExtendedKeyManager {
    private static final Logger LOG = LoggerFactory.getLogger(SniX509ExtendedKeyManager.class);

    private final X509ExtendedKeyManager delegate;
    private final SslContextFactory.Server factory;
    private UnaryOperator<String> aliasMapper = UnaryOperator.identity();

    /** Chooses a certificate. */
    @FunctionalInterface
    public interface SniSelector {
        /** The result that leaves the choice to the JDK. */
        String DELEGATE = "delegate_no_sni_match";

        /**
         * Chooses the alias of one of the certificates.
         *
         * @return the alias, {@link #DELEGATE}, or null for none
         * @throws SSLHandshakeException to refuse the connection
         */
        @Nullable
        String sniSelect(
                String keyType,
                Principal[] issuers,
                @Nullable SSLSession session,
                @Nullable String sniHost,
                Collection<X509> certificates)
                throws SSLHandshakeException;
    }

    public SniX509ExtendedKeyManager(X509ExtendedKeyManager keyManager, SslContextFactory.Server sslContextFactory) {
        this.delegate = keyManager;
        this.factory = Objects.requireNonNull(sslContextFactory);
    }

    /** From the alias that the JDK tells to that of the key store. */
    public UnaryOperator<String> getAliasMapper() {
        return aliasMapper;
    }

    public void setAliasMapper(UnaryOperator<String> aliasMapper) {
        this.aliasMapper = Objects.requireNonNull(aliasMapper);
    }

    private @Nullable String choose(String keyType, Principal[] issuers, @Nullable SSLSession session) {
        String[] aliases = delegate.getServerAliases(keyType, issuers);
        if (aliases == null || aliases.length == 0) {
            return null;
        }
        Map<String, String> byStoreAlias = new LinkedHashMap<>();
        List<X509> certificates = new ArrayList<>();
        for (String alias : aliases) {
            String storeAlias = aliasMapper.apply(alias);
            X509 certificate = factory.getX509(storeAlias);
            if (certificate == null) {
                continue;
            }
            byStoreAlias.put(storeAlias, alias);
            certificates.add(certificate);
        }
        String host = host(session);
        try {
            String selected = factory.getSNISelector().sniSelect(keyType, issuers, session, host, certificates);
            LOG.debug("selected {} for SNI {} of {}", selected, host, certificates);
            if (selected == null || SniSelector.DELEGATE.equals(selected)) {
                return selected;
            }
            String alias = byStoreAlias.get(selected);
            if (alias == null) {
                throw new IllegalStateException("SNI selector returned an unknown alias: " + selected);
            }
            return alias;
        } catch (SSLHandshakeException x) {
            LOG.debug("no certificate for {}", host, x);
            return null;
        }
    }

    private static @Nullable String host(@Nullable SSLSession session) {
        if (!(session instanceof ExtendedSSLSession extended)) {
            return null;
        }
        try {
            for (SNIServerName name : extended.getRequestedServerNames()) {
                if (name instanceof SNIHostName host) {
                    return host.getAsciiName();
                }
            }
        } catch (UnsupportedOperationException x) {
            LOG.debug("the provider does not tell server names", x);
        }
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        SSLSession session = socket instanceof SSLSocket ssl ? ssl.getHandshakeSession() : null;
        String alias = choose(keyType, issuers, session);
        return SniSelector.DELEGATE.equals(alias) ? delegate.chooseServerAlias(keyType, issuers, socket) : alias;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(String keyType, Principal[] issuers, @Nullable SSLEngine engine) {
        String alias = choose(keyType, issuers, engine == null ? null : engine.getHandshakeSession());
        return SniSelector.DELEGATE.equals(alias) ? delegate.chooseEngineServerAlias(keyType, issuers, engine) : alias;
    }

    @Override
    public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
        return delegate.chooseClientAlias(keyType, issuers, socket);
    }

    @Override
    public String chooseEngineClientAlias(String[] keyType, Principal[] issuers, SSLEngine engine) {
        return delegate.chooseEngineClientAlias(keyType, issuers, engine);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return delegate.getCertificateChain(alias);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return delegate.getClientAliases(keyType, issuers);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return delegate.getPrivateKey(alias);
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return delegate.getServerAliases(keyType, issuers);
    }
}
