package org.eclipse.jetty.util.ssl;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Chooses the one alias that was configured, where the key type allows it. Thread-safe. */
public class AliasedX509ExtendedKeyManager extends X509ExtendedKeyManager {
    private final String alias;
    private final X509ExtendedKeyManager delegate;

    public AliasedX509ExtendedKeyManager(X509ExtendedKeyManager keyManager, String keyAlias) {
        this.alias = keyAlias;
        this.delegate = keyManager;
    }

    public X509ExtendedKeyManager getDelegate() {
        return delegate;
    }

    private @Nullable String ifAmong(String @Nullable [] aliases) {
        if (aliases != null) {
            for (String candidate : aliases) {
                if (alias.equals(candidate)) {
                    return candidate;
                }
            }
        }
        return null;
    }

    private @Nullable String chooseClient(String[] keyTypes, Principal[] issuers) {
        for (String keyType : keyTypes) {
            String chosen = ifAmong(delegate.getClientAliases(keyType, issuers));
            if (chosen != null) {
                return chosen;
            }
        }
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
        return alias == null ? delegate.chooseClientAlias(keyType, issuers, socket) : chooseClient(keyType, issuers);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return alias == null
                ? delegate.chooseServerAlias(keyType, issuers, socket)
                : ifAmong(delegate.getServerAliases(keyType, issuers));
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return delegate.getClientAliases(keyType, issuers);
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return delegate.getServerAliases(keyType, issuers);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return delegate.getCertificateChain(alias);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return delegate.getPrivateKey(alias);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return alias == null
                ? delegate.chooseEngineServerAlias(keyType, issuers, engine)
                : ifAmong(delegate.getServerAliases(keyType, issuers));
    }

    @Override
    public @Nullable String chooseEngineClientAlias(String[] keyType, Principal[] issuers, SSLEngine engine) {
        return alias == null
                ? delegate.chooseEngineClientAlias(keyType, issuers, engine)
                : chooseClient(keyType, issuers);
    }
}
