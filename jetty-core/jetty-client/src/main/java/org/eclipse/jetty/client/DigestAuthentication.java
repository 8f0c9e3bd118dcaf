package org.eclipse.jetty.client;

import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.ExtendedValue;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.QuotedCSV;
import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/** Digest authentication with SHA-512-256, SHA-256 or MD5 and quality {@code auth} (RFC 7616). Thread-safe. */
public class DigestAuthentication extends AbstractAuthentication {
    private final Random random;
    private final String user;
    private final String password;

    public DigestAuthentication(URI uri, String realm, String user, String password) {
        this(uri, realm, user, password, new SecureRandom());
    }

    public DigestAuthentication(URI uri, String realm, String user, String password, Random random) {
        super(uri, realm);
        this.random = random;
        this.user = user;
        this.password = password;
    }

    @Override
    public String getType() {
        return "Digest";
    }

    @Override
    public @Nullable Result authenticate(
            Request request, ContentResponse response, HeaderInfo headerInfo, Attributes context) {
        String nonce = headerInfo.getParameter("nonce");
        String algorithm = headerInfo.getParameter("algorithm");
        MessageDigest digest = digest(algorithm);
        if (nonce == null || nonce.isEmpty() || headerInfo.getRealm() == null || digest == null) {
            return null;
        }
        String qop = headerInfo.getParameter("qop");
        if (qop != null) {
            if (List.of(qop.toLowerCase(java.util.Locale.ENGLISH).trim().split("\\s*,\\s*"))
                    .contains("auth")) {
                qop = "auth";
            } else {
                return null;
            }
        }
        Charset charset = "UTF-8".equalsIgnoreCase(headerInfo.getParameter("charset"))
                ? StandardCharsets.UTF_8
                : StandardCharsets.ISO_8859_1;
        return new DigestResult(
                headerInfo.getHeader(),
                new Challenge(
                        headerInfo.getRealm(), nonce, algorithm, qop, headerInfo.getParameter("opaque"), charset));
    }

    /** Returns the function of an algorithm; null if it is not known. */
    private static @Nullable MessageDigest digest(@Nullable String algorithm) {
        String name = algorithm == null ? "MD5" : algorithm.toUpperCase(java.util.Locale.ENGLISH);
        try {
            return switch (name) {
                case "MD5" -> MessageDigest.getInstance("MD5");
                case "SHA-256" -> MessageDigest.getInstance("SHA-256");
                case "SHA-512-256" -> MessageDigest.getInstance("SHA-512/256");
                default -> null;
            };
        } catch (NoSuchAlgorithmException x) {
            return null;
        }
    }

    private record Challenge(
            String realm,
            String nonce,
            @Nullable String algorithm,
            @Nullable String qop,
            @Nullable String opaque,
            Charset charset) {}

    private final class DigestResult implements Result {
        private final AtomicInteger count = new AtomicInteger();
        private final HttpHeader header;
        private final Challenge challenge;

        private DigestResult(HttpHeader header, Challenge challenge) {
            this.header = header;
            this.challenge = challenge;
        }

        @Override
        public URI getURI() {
            return DigestAuthentication.this.getURI();
        }

        @Override
        public void apply(Request request) {
            MessageDigest digest = digest(challenge.algorithm());
            assert digest != null : "otherwise the challenge is not answered";
            String query = request.getQuery();
            String target = request.getPath() + (query == null ? "" : "?" + query);
            String secret = hash(digest, user + ":" + challenge.realm() + ":" + password);
            String message = hash(digest, request.getMethod() + ":" + target);
            StringBuilder value = new StringBuilder("Digest ").append(username());
            value.append(", realm=").append(QuotedCSV.quoted(challenge.realm()));
            value.append(", nonce=").append(QuotedCSV.quoted(challenge.nonce()));
            value.append(", uri=\"").append(target).append('"');
            if (challenge.algorithm() != null) {
                value.append(", algorithm=").append(challenge.algorithm());
            }
            if (challenge.opaque() != null) {
                value.append(", opaque=").append(QuotedCSV.quoted(challenge.opaque()));
            }
            String response;
            if (challenge.qop() == null) {
                response = hash(digest, secret + ":" + challenge.nonce() + ":" + message);
            } else {
                String nc = String.format("%08x", count.incrementAndGet());
                byte[] bytes = new byte[16];
                random.nextBytes(bytes);
                String cnonce = HexFormat.of().formatHex(bytes);
                response =
                        hash(digest, String.join(":", secret, challenge.nonce(), nc, cnonce, challenge.qop(), message));
                value.append(", qop=").append(challenge.qop());
                value.append(", nc=").append(nc);
                value.append(", cnonce=\"").append(cnonce).append('"');
            }
            value.append(", response=\"").append(response).append('"');
            request.headers(fields -> fields.put(header, value.toString()));
        }

        /** RFC 7616, section 3.4: a name that a quoted string cannot hold is encoded as RFC 8187 has it. */
        private String username() {
            if (challenge.charset() != StandardCharsets.UTF_8
                    || StandardCharsets.US_ASCII.newEncoder().canEncode(user)) {
                return "username=" + QuotedCSV.quoted(user);
            }
            return "username*=" + ExtendedValue.encode(user);
        }

        private String hash(MessageDigest digest, String text) {
            return HexFormat.of().formatHex(digest.digest(text.getBytes(challenge.charset())));
        }
    }
}
