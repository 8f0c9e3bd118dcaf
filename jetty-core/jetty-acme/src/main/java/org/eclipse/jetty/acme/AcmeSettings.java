package org.eclipse.jetty.acme;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/** What certificate is asked for, at which authority, and how. Thread-safe once the server is started. */
public class AcmeSettings {
    /** The directory of Let's Encrypt. */
    public static final String LETS_ENCRYPT = "https://acme-v02.api.letsencrypt.org/directory";

    private static final Pattern HOST =
            Pattern.compile("([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    private URI directory = URI.create(LETS_ENCRYPT);
    private Set<String> names = Set.of();
    private List<String> contacts = List.of();
    private boolean termsOfServiceAgreed;
    private ChallengeType challenge = ChallengeType.HTTP_01;
    private String keyType = "EC";
    private int renewBeforeDays;
    private Duration minRetryDelay = Duration.ofMinutes(5);
    private Duration timeout = Duration.ofMinutes(2);
    private @Nullable String eabKeyId;
    private @Nullable String eabSecret;
    private @Nullable Path trustStore;

    /** How the authority checks that a host is this server. */
    public enum ChallengeType {
        /** A request in clear text on port 80 (RFC 8555, section 8.3). */
        HTTP_01("http-01"),
        /** A TLS handshake on port 443 (RFC 8737). */
        TLS_ALPN_01("tls-alpn-01");

        private final String text;

        ChallengeType(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    public URI getDirectory() {
        return directory;
    }

    /** Sets the URL of the authority's directory (RFC 8555, section 7.1.1), with the scheme https. */
    public void setDirectoryUrl(String url) {
        URI uri;
        try {
            uri = URI.create(url.trim());
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException("directory URL: " + url + " (expected: https://host/path)", x);
        }
        if (!"https".equals(uri.getScheme()) || uri.getHost() == null) {
            throw new IllegalArgumentException("directory URL: " + url + " (expected: https://host/path)");
        }
        directory = uri;
    }

    /** The hosts of the certificate, in lower case. */
    public Set<String> getNames() {
        return names;
    }

    /** Sets the hosts of the certificate: full names, without wildcards, which these challenges cannot prove. */
    public void setNames(String... hosts) {
        Set<String> all = new LinkedHashSet<>();
        for (String host : hosts) {
            String name = host.trim().toLowerCase(Locale.ROOT);
            if (!HOST.matcher(name).matches() || name.length() > 253) {
                throw new IllegalArgumentException("name: " + host
                        + " (expected: a full host name such as www.example.org, no wildcard and no address)");
            }
            all.add(name);
        }
        names = all;
    }

    public List<String> getContacts() {
        return contacts;
    }

    /** Sets the e-mail addresses that the authority may write to. */
    public void setContacts(String... addresses) {
        List<String> all = new ArrayList<>();
        for (String address : addresses) {
            int at = address.indexOf('@');
            if (at <= 0 || at == address.length() - 1 || address.indexOf(' ') >= 0) {
                throw new IllegalArgumentException("contact: " + address + " (expected: an e-mail address)");
            }
            all.add(address);
        }
        contacts = List.copyOf(all);
    }

    public boolean isTermsOfServiceAgreed() {
        return termsOfServiceAgreed;
    }

    /** Sets whether the operator agrees to the authority's terms of service, without which no certificate is asked for. */
    public void setTermsOfServiceAgreed(boolean agreed) {
        termsOfServiceAgreed = agreed;
    }

    public ChallengeType getChallenge() {
        return challenge;
    }

    /** @param type {@code http-01} or {@code tls-alpn-01} */
    public void setChallenge(String type) {
        for (ChallengeType known : ChallengeType.values()) {
            if (known.text.equals(type.trim())) {
                challenge = known;
                return;
            }
        }
        throw new IllegalArgumentException("challenge: " + type + " (expected: http-01 or tls-alpn-01)");
    }

    /** {@code EC} (P-256) or {@code RSA} (2048 bits). */
    public String getKeyType() {
        return keyType;
    }

    public void setKeyType(String keyType) {
        if (!keyType.equals("EC") && !keyType.equals("RSA")) {
            throw new IllegalArgumentException("key type: " + keyType + " (expected: EC or RSA)");
        }
        this.keyType = keyType;
    }

    public int getRenewBeforeDays() {
        return renewBeforeDays;
    }

    /** Sets how many days before its end a certificate is renewed; 0 for when the authority suggests, or a third of its life is left. */
    public void setRenewBeforeDays(int days) {
        if (days < 0) {
            throw new IllegalArgumentException("renew before days: " + days + " (expected: 0 or more)");
        }
        renewBeforeDays = days;
    }

    public Duration getMinRetryDelay() {
        return minRetryDelay;
    }

    /** Sets the seconds to wait after a first failure; the delay doubles with each further one, up to a day. */
    public void setMinRetrySeconds(int seconds) {
        if (seconds < 1) {
            throw new IllegalArgumentException("min retry seconds: " + seconds + " (expected: 1 or more)");
        }
        minRetryDelay = Duration.ofSeconds(seconds);
    }

    public Duration getTimeout() {
        return timeout;
    }

    /** Sets the most seconds to wait for each check, and for the certificate. */
    public void setTimeoutSeconds(int seconds) {
        if (seconds < 1) {
            throw new IllegalArgumentException("timeout seconds: " + seconds + " (expected: 1 or more)");
        }
        timeout = Duration.ofSeconds(seconds);
    }

    /** The identifier of a customer's account at the authority (RFC 8555, section 7.3.4); null for none. */
    public @Nullable String getEabKeyId() {
        return eabKeyId;
    }

    public void setEabKeyId(String keyId) {
        eabKeyId = StringUtil.isBlank(keyId) ? null : keyId.trim();
    }

    /** The key that belongs to that identifier, in base64url; null for none. */
    public @Nullable String getEabSecret() {
        return eabSecret;
    }

    public void setEabSecret(String secret) {
        eabSecret = StringUtil.isBlank(secret) ? null : secret.trim();
    }

    /** A PEM file of certificates that the authority itself is trusted by; null for those of the JVM. */
    public @Nullable Path getTrustStore() {
        return trustStore;
    }

    public void setTrustStorePath(String path) {
        Path file = StringUtil.isBlank(path) ? null : Path.of(path);
        if (file != null && !Files.isRegularFile(file)) {
            throw new IllegalArgumentException("trust store path: " + path + " (expected: an existing PEM file)");
        }
        trustStore = file;
    }

    /** Fails where something is missing without which no certificate can be asked for. */
    void check() {
        if (names.isEmpty()) {
            throw new IllegalStateException("jetty.acme.names is empty (expected: the host names of the certificate)");
        }
        if (!termsOfServiceAgreed) {
            throw new IllegalStateException(
                    "jetty.acme.termsOfServiceAgreed: false (expected: true, once you have read the"
                            + " terms of service of " + directory.getHost() + ")");
        }
        if ((eabKeyId == null) != (eabSecret == null)) {
            throw new IllegalStateException("jetty.acme.eabKeyId and jetty.acme.eabSecret (expected: both or none)");
        }
    }
}
