package org.eclipse.jetty.util.ssl;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/** A certificate with its alias, and the hosts that it is for (RFC 9525, with the common name where there is no other). */
public class X509 {
    private static final int KEY_CERT_SIGN = 5;
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    private final X509Certificate certificate;
    private final @Nullable String alias;
    private final Set<String> hosts = new LinkedHashSet<>();
    private final Set<String> wilds = new LinkedHashSet<>();
    private final Set<InetAddress> addresses = new LinkedHashSet<>();

    /** Whether the certificate is there to sign others. */
    public static boolean isCertSign(X509Certificate x509) {
        boolean[] usage = x509.getKeyUsage();
        return usage != null && usage.length > KEY_CERT_SIGN && usage[KEY_CERT_SIGN];
    }

    public X509(@Nullable String alias, X509Certificate x509) {
        this.alias = alias;
        this.certificate = x509;
        try {
            Collection<List<?>> names = x509.getSubjectAlternativeNames();
            if (names != null) {
                for (List<?> name : names) {
                    int kind = ((Number) name.get(0)).intValue();
                    if (kind == DNS_NAME) {
                        addName(name.get(1).toString());
                    } else if (kind == IP_ADDRESS) {
                        addAddress(name.get(1).toString());
                    }
                }
            }
            if (hosts.isEmpty() && wilds.isEmpty() && addresses.isEmpty()) {
                for (Rdn rdn : new LdapName(x509.getSubjectX500Principal().getName()).getRdns()) {
                    if (!rdn.getType().equalsIgnoreCase("CN")) {
                        continue;
                    }
                    String name = rdn.getValue().toString();
                    if (name.indexOf(' ') < 0 && name.indexOf('.') > 0 || name.equalsIgnoreCase("localhost")) {
                        addName(name);
                    }
                }
            }
        } catch (CertificateParsingException | InvalidNameException x) {
            throw new IllegalArgumentException("cannot read the names of certificate " + alias, x);
        }
    }

    private void addAddress(String text) {
        try {
            addresses.add(InetAddress.getByName(text));
        } catch (UnknownHostException x) {
            throw new IllegalArgumentException("not an address in certificate " + alias + ": " + text, x);
        }
    }

    protected void addName(String name) {
        String lower = StringUtil.asciiToLowerCase(name);
        if (lower.startsWith("*.")) {
            wilds.add(lower.substring(2));
        } else {
            hosts.add(lower);
        }
    }

    public @Nullable String getAlias() {
        return alias;
    }

    public X509Certificate getCertificate() {
        return certificate;
    }

    public Set<String> getHosts() {
        return Set.copyOf(hosts);
    }

    /** The domains for whose immediate sub domains it is. */
    public Set<String> getWilds() {
        return Set.copyOf(wilds);
    }

    public boolean matches(String host) {
        String lower = StringUtil.asciiToLowerCase(host);
        if (hosts.contains(lower)) {
            return true;
        }
        int dot = lower.indexOf('.');
        if (dot > 0 && wilds.contains(lower.substring(dot + 1)) && !isAddress(lower)) {
            return true;
        }
        if (addresses.isEmpty() || !isAddress(lower)) {
            return false;
        }
        try {
            return addresses.contains(InetAddress.getByName(lower));
        } catch (UnknownHostException x) {
            return false;
        }
    }

    /** Whether no name service would be asked. */
    private static boolean isAddress(String host) {
        if (host.startsWith("[") || host.indexOf(':') >= 0) {
            return true;
        }
        for (int i = 0; i < host.length(); i++) {
            if (host.charAt(i) != '.' && !Character.isDigit(host.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x(%s,h=%s,a=%s,w=%s)", getClass().getSimpleName(), hashCode(), alias, hosts, addresses, wilds);
    }
}
