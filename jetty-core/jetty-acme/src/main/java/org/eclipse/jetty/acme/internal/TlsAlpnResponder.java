package org.eclipse.jetty.acme.internal;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.X509ExtendedKeyManager;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;
import org.shredzone.acme4j.Identifier;
import org.shredzone.acme4j.challenge.Challenge;
import org.shredzone.acme4j.challenge.TlsAlpn01Challenge;

/**
 * Answers the checks of the authority by TLS (RFC 8737): a handshake for the protocol {@code acme-tls/1} gets the certificate of the
 * challenge, and no other; any other handshake gets what it gets otherwise. Thread-safe.
 *
 * <p>Within TLS 1.2 the JDK chooses the certificate before the protocol: the check needs TLS 1.3.
 */
public final class TlsAlpnResponder implements ChallengeResponder {
    /** The protocol of ALPN (RFC 8737, section 6.2). */
    public static final String PROTOCOL = "acme-tls/1";

    private static final String PREFIX = PROTOCOL + ":";

    private record Answer(PrivateKey key, X509Certificate certificate) {}

    private final Map<String, Answer> answers = new ConcurrentHashMap<>();

    @Override
    public String type() {
        return TlsAlpn01Challenge.TYPE;
    }

    @Override
    public void publish(Challenge challenge, Identifier host) throws GeneralSecurityException {
        // the library signs by RSA only
        KeyPair keys = Keys.create("RSA");
        X509Certificate certificate = ((TlsAlpn01Challenge) challenge).createCertificate(keys, host);
        answers.put(host.getDomain(), new Answer(keys.getPrivate(), certificate));
    }

    @Override
    public void withdraw(Challenge challenge, Identifier host) {
        answers.remove(host.getDomain());
    }

    /** Has a key manager answer the checks. */
    public X509ExtendedKeyManager decorate(X509ExtendedKeyManager manager) {
        return new Keeper(manager);
    }

    private @Nullable String alias(SSLEngine engine, String keyType) {
        String host = host(engine.getHandshakeSession());
        return keyType.startsWith("RSA") && host != null && answers.containsKey(host) ? PREFIX + host : null;
    }

    private static @Nullable String host(SSLSession session) {
        if (session instanceof ExtendedSSLSession extended) {
            for (SNIServerName name : extended.getRequestedServerNames()) {
                if (name instanceof SNIHostName host) {
                    return StringUtil.asciiToLowerCase(host.getAsciiName());
                }
            }
        }
        return null;
    }

    private @Nullable Answer answer(@Nullable String alias) {
        return alias != null && alias.startsWith(PREFIX) ? answers.get(alias.substring(PREFIX.length())) : null;
    }

    private final class Keeper extends X509ExtendedKeyManager {
        private final X509ExtendedKeyManager manager;

        private Keeper(X509ExtendedKeyManager manager) {
            this.manager = manager;
        }

        @Override
        public @Nullable String chooseEngineServerAlias(
                String keyType, Principal[] issuers, @Nullable SSLEngine engine) {
            if (engine != null && PROTOCOL.equals(engine.getHandshakeApplicationProtocol())) {
                return alias(engine, keyType);
            }
            return manager.chooseEngineServerAlias(keyType, issuers, engine);
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            Answer answer = answer(alias);
            return answer == null ? manager.getCertificateChain(alias) : new X509Certificate[] {answer.certificate()};
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            Answer answer = answer(alias);
            return answer == null ? manager.getPrivateKey(alias) : answer.key();
        }

        @Override
        public String chooseEngineClientAlias(String[] keyType, Principal[] issuers, SSLEngine engine) {
            return manager.chooseEngineClientAlias(keyType, issuers, engine);
        }

        @Override
        public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
            return manager.chooseClientAlias(keyType, issuers, socket);
        }

        @Override
        public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
            return manager.chooseServerAlias(keyType, issuers, socket);
        }

        @Override
        public String[] getClientAliases(String keyType, Principal[] issuers) {
            return manager.getClientAliases(keyType, issuers);
        }

        @Override
        public String[] getServerAliases(String keyType, Principal[] issuers) {
            return manager.getServerAliases(keyType, issuers);
        }
    }
}
