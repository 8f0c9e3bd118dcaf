package org.eclipse.jetty.server.internal.proxied;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** The fields in which a proxy passes the certificate of its client on, after it has checked it. */
public enum ClientCertificateFields {
    /** RFC 9440: {@code Client-Cert}, and the certificates that have signed it in {@code Client-Cert-Chain}. */
    CLIENT_CERT("client-cert", "Client-Cert", "Client-Cert-Chain") {
        @Override
        X509Certificate[] parse(String certificate, List<String> chain) {
            List<X509Certificate> all = new ArrayList<>();
            all.add(certificate(byteSequence(certificate)));
            for (String line : chain) {
                for (String member : line.split(",", -1)) {
                    check(all.size() < MAX_CERTIFICATES, "more than " + MAX_CERTIFICATES + " certificates");
                    all.add(certificate(byteSequence(member)));
                }
            }
            return all.toArray(X509Certificate[]::new);
        }
    },
    /** {@code Ssl-Client-Cert}, as {@code $ssl_client_escaped_cert} of nginx: certificates in PEM, percent-encoded. */
    SSL_CLIENT_CERT("ssl-client-cert", "Ssl-Client-Cert", null) {
        @Override
        X509Certificate[] parse(String certificate, List<String> chain) {
            String rest = percentDecoded(certificate).strip();
            List<X509Certificate> all = new ArrayList<>();
            Matcher block = PEM.matcher(rest);
            int end = 0;
            while (block.lookingAt()) {
                check(all.size() < MAX_CERTIFICATES, "more than " + MAX_CERTIFICATES + " certificates");
                all.add(certificate(decoded(block.group(1).replaceAll("[ \t\r\n]", ""))));
                end = block.end();
                block.region(end, rest.length());
            }
            check(!all.isEmpty() && end == rest.length(), "not certificates in PEM");
            return all.toArray(X509Certificate[]::new);
        }
    };

    private static final int MAX_CERTIFICATES = 10;
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN CERTIFICATE-----([A-Za-z0-9+/= \t\r\n]*+)-----END CERTIFICATE-----[ \t\r\n]*+");

    private final String setting;
    private final String name;
    private final @Nullable String chainName;

    ClientCertificateFields(String setting, String name, @Nullable String chainName) {
        this.setting = setting;
        this.name = name;
        this.chainName = chainName;
    }

    /**
     * Returns the fields that a setting names; null for {@code none} and nothing.
     *
     * @throws IllegalArgumentException if there are none of this name
     */
    public static @Nullable ClientCertificateFields of(String setting) {
        if (setting == null || setting.isEmpty() || setting.equals("none")) {
            return null;
        }
        for (ClientCertificateFields fields : values()) {
            if (fields.setting.equals(setting)) {
                return fields;
            }
        }
        throw new IllegalArgumentException(
                "forwardedCertificate: " + setting + " (expected: none, client-cert or ssl-client-cert)");
    }

    public String getSetting() {
        return setting;
    }

    /**
     * Reads the certificates that a request has, the client's own first; null for none.
     *
     * @throws BadMessageException if a field is malformed, or is not there once
     */
    public X509Certificate @Nullable [] read(HttpFields fields) {
        List<String> values = values(fields, name);
        List<String> chain = chainName == null ? List.of() : values(fields, chainName);
        if (values.isEmpty() && chain.isEmpty()) {
            return null;
        }
        try {
            check(values.size() == 1, values.size() + " fields (expected: 1)");
            return parse(values.get(0), chain);
        } catch (IllegalArgumentException x) {
            throw new BadMessageException("Bad " + name + " of a proxy: " + x.getMessage(), x);
        }
    }

    /** Returns the request without the fields, which only a proxy that is believed may send. */
    public Request removeFrom(Request request) {
        HttpFields fields = request.getHeaders();
        if (!fields.contains(name) && (chainName == null || !fields.contains(chainName))) {
            return request;
        }
        HttpFields.Mutable kept = HttpFields.build(fields).remove(name);
        HttpFields without = (chainName == null ? kept : kept.remove(chainName)).asImmutable();
        return new Request.Wrapper(request) {
            @Override
            public HttpFields getHeaders() {
                return without;
            }
        };
    }

    /** Hides the certificate with which the proxy itself has connected, as its client has sent none. */
    public void hideOfProxy(Request request) {
        EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
        EndPoint.SslSessionData data = endPoint == null ? null : endPoint.getSslSessionData();
        if (data != null && data.peerCertificates() != null) {
            request.setAttribute(
                    EndPoint.SslSessionData.ATTRIBUTE,
                    EndPoint.SslSessionData.from(data.sslSession(), data.sslSessionId(), data.cipherSuite(), null));
        }
    }

    abstract X509Certificate[] parse(String certificate, List<String> chain);

    /** Values that are not blank: proxies send such for clients without a certificate. */
    private static List<String> values(HttpFields fields, String name) {
        List<String> values = new ArrayList<>(1);
        for (HttpField field : fields) {
            if (field.getName().equalsIgnoreCase(name)
                    && field.getValue() != null
                    && !field.getValue().isBlank()) {
                values.add(field.getValue());
            }
        }
        return values;
    }

    private static void check(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /** RFC 9651, section 3.3.5. */
    private static byte[] byteSequence(String text) {
        String value = text.strip();
        check(
                value.length() > 2 && value.startsWith(":") && value.endsWith(":"),
                "not a byte sequence (expected: base64 between colons)");
        return decoded(value.substring(1, value.length() - 1));
    }

    private static byte[] decoded(String base64) {
        return Base64.getDecoder().decode(base64);
    }

    private static X509Certificate certificate(byte[] der) {
        try {
            ByteArrayInputStream input = new ByteArrayInputStream(der);
            // of PEM within the bytes, this would read text
            check(der.length > 0 && der[0] == 0x30, "not a certificate in DER");
            X509Certificate certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(input);
            check(input.available() == 0, "bytes after a certificate");
            return certificate;
        } catch (CertificateException x) {
            throw new IllegalArgumentException("not a certificate", x);
        }
    }

    private static String percentDecoded(String text) {
        StringBuilder decoded = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                check(i + 2 < text.length(), "an escape that is cut off");
                int high = Character.digit(text.charAt(i + 1), 16);
                int low = Character.digit(text.charAt(i + 2), 16);
                check(high >= 0 && low >= 0, "an escape without hexadecimal digits");
                decoded.append((char) (high << 4 | low));
                i += 2;
            } else {
                decoded.append(c);
            }
        }
        return decoded.toString();
    }
}
