package org.eclipse.jetty.security.authentication;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.http.ExtendedValue;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.QuotedCSV;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.internal.DigestNonces;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Digest authentication (RFC 7616) with {@code qop=auth}, by MD5 or SHA-256.
 *
 * <p>Names and passwords are in UTF-8, as challenges say; those of clients that do not know the parameter {@code charset} may be in
 * ISO-8859-1.
 *
 * <p>Users need credentials that tell the plain password, or, for MD5, that are the MD5 digest of
 * {@code user:realm:password}, in UTF-8 for clients that follow challenges. Thread-safe once configured.
 */
public class DigestAuthenticator extends LoginAuthenticator {
    private static final Logger LOG = LoggerFactory.getLogger(DigestAuthenticator.class);
    private static final String MD5 = "MD5";
    private static final String SCHEME = "Digest ";

    private final DigestNonces nonces = new DigestNonces();
    private String algorithm = MD5;
    private long maxNonceAge = 60_000;
    private int maxNonceCount = 1024;
    private String realm = "";

    public DigestAuthenticator() {}

    @Override
    public String getAuthenticationType() {
        return Authenticator.DIGEST_AUTH;
    }

    public String getAlgorithm() {
        return algorithm;
    }

    /** Sets the algorithm, {@code MD5} or {@code SHA-256}. */
    public void setAlgorithm(String name) {
        if (!MD5.equals(name) && !"SHA-256".equals(name)) {
            throw new IllegalArgumentException("algorithm: " + name + " (expected: MD5 or SHA-256)");
        }
        algorithm = name;
    }

    public int getMaxNonceCount() {
        return maxNonceCount;
    }

    /** Sets how often a nonce may be used. */
    public void setMaxNonceCount(int count) {
        maxNonceCount = count;
    }

    public long getMaxNonceAge() {
        return maxNonceAge;
    }

    /** Sets how many milliseconds a nonce may be used. */
    public void setMaxNonceAge(long milliseconds) {
        maxNonceAge = milliseconds;
    }

    @Override
    public void setConfiguration(Configuration configuration) {
        super.setConfiguration(configuration);
        String name = configuredLoginService().getName();
        if (StringUtil.isEmpty(name)) {
            throw new IllegalStateException("digest authentication by a login service without a name: "
                    + configuredLoginService() + " (expected: a name, which is the realm)");
        }
        realm = name;
        String age = configuration.getParameter("maxNonceAge");
        if (age != null) {
            setMaxNonceAge(Long.parseLong(age));
        }
        String count = configuration.getParameter("maxNonceCount");
        if (count != null) {
            setMaxNonceCount(Integer.parseInt(count));
        }
    }

    @Override
    public @Nullable AuthenticationState validateRequest(
            Request request, @Nullable Response response, @Nullable Callback callback) {
        boolean stale = false;
        String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (authorization != null && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            Map<String, String> answer = withName(parameters(authorization.substring(SCHEME.length())));
            long count = count(answer);
            if (count < 0 || !isComplete(answer)) {
                if (AuthenticationState.Deferred.isDeferred(response)) {
                    return null;
                }
                assert callback != null : "with the response";
                Response.writeError(request, response, callback, HttpStatus.BAD_REQUEST_400, "Bad Digest credentials");
                return AuthenticationState.SEND_FAILURE;
            }
            if (!isForThis(request, answer)) {
                LOG.debug("digest is of another realm, algorithm or URI: {}", answer);
            } else {
                String nonce = answer.get("nonce");
                String digest = StringUtil.asciiToLowerCase(answer.get("response"));
                assert nonce != null && digest != null : "the answer is complete";
                // an answer that was right once, or is checked now, must not be checked again: it would end the delays
                // after wrong ones
                DigestNonces.Use use = nonces.begin(nonce, count, digest, maxNonceAge, maxNonceCount);
                if (use == DigestNonces.Use.VALID) {
                    try {
                        // the user before the count is marked: only a client that knows the password uses counts up
                        UserIdentity user = login(answer, request, response);
                        use = user == null ? use : nonces.use(nonce, count, maxNonceAge, maxNonceCount);
                        if (user != null && use == DigestNonces.Use.VALID) {
                            return new UserAuthenticationSucceeded(getAuthenticationType(), user);
                        }
                    } finally {
                        nonces.end(nonce, digest);
                    }
                }
                stale = use == DigestNonces.Use.STALE;
            }
        }
        if (AuthenticationState.Deferred.isDeferred(response)) {
            return null;
        }
        assert callback != null : "with the response";
        if (writeRefusal(request, response, callback)) {
            return AuthenticationState.SEND_FAILURE;
        }
        writeChallenge(
                request,
                response,
                callback,
                SCHEME + "realm=" + QuotedCSV.quoted(realm) + ", qop=\"auth\", algorithm=" + algorithm + ", nonce=\""
                        + newNonce(request) + "\", stale=" + stale + ", charset=UTF-8");
        return AuthenticationState.CHALLENGE;
    }

    private @Nullable UserIdentity login(Map<String, String> answer, Request request, @Nullable Response response) {
        DigestCredential credential = new DigestCredential(algorithm, request.getMethod(), answer);
        return login(answer.get("username"), credential, request, response);
    }

    public String newNonce(Request request) {
        return nonces.create(maxNonceAge);
    }

    /** The parameters of the field (RFC 9110, section 11.4); names in lower case. */
    private static Map<String, String> parameters(String text) {
        Map<String, String> parameters = new HashMap<>();
        int length = text.length();
        int i = 0;
        while (i < length) {
            int equals = text.indexOf('=', i);
            if (equals < 0) {
                break;
            }
            String name = StringUtil.asciiToLowerCase(text.substring(i, equals).trim());
            StringBuilder value = new StringBuilder();
            boolean quoted = false;
            for (i = equals + 1; i < length; i++) {
                char c = text.charAt(i);
                if (c == '"') {
                    quoted = !quoted;
                } else if (quoted && c == '\\' && i + 1 < length) {
                    value.append(text.charAt(++i));
                } else if (c == ',' && !quoted) {
                    break;
                } else {
                    value.append(c);
                }
            }
            i++;
            parameters.putIfAbsent(name, quoted ? "" : value.toString().trim());
        }
        return parameters;
    }

    /** The parameters with the name of the user, which may be an extended value; without one if that is malformed, or there are both. */
    private static Map<String, String> withName(Map<String, String> answer) {
        String extended = answer.remove("username*");
        if (extended != null) {
            String name = answer.containsKey("username") ? null : ExtendedValue.decode(extended);
            answer.put("username", name == null ? "" : name);
        }
        return answer;
    }

    private static boolean isComplete(Map<String, String> answer) {
        for (String name : new String[] {"username", "realm", "nonce", "uri", "response", "cnonce", "nc"}) {
            if (StringUtil.isEmpty(answer.get(name))) {
                return false;
            }
        }
        return "auth".equals(answer.get("qop"));
    }

    /** The nonce count, eight hexadecimal digits; -1 if it is not. */
    private static long count(Map<String, String> answer) {
        String nc = answer.get("nc");
        if (nc == null || nc.length() != 8) {
            return -1;
        }
        try {
            return Long.parseLong(nc, 16);
        } catch (NumberFormatException x) {
            LOG.debug("bad nonce count: {}", nc, x);
            return -1;
        }
    }

    /** Whether the digest covers this request, and not another one (RFC 7616, section 3.4.6). */
    private boolean isForThis(Request request, Map<String, String> answer) {
        String named = answer.getOrDefault("algorithm", MD5);
        String uri = answer.get("uri");
        assert uri != null : "the answer is complete";
        return named.equalsIgnoreCase(algorithm)
                && realm.equals(answer.get("realm"))
                && (isOf(request.getHttpURI(), uri)
                        // that which the client has asked for, where it was rewritten
                        || isOf(Request.unWrap(request).getHttpURI(), uri));
    }

    private static boolean isOf(HttpURI target, String uri) {
        return uri.equals(target.getPathQuery()) || uri.equals(target.asString());
    }

    /** The answer of a client, which is checked against the secret of the user. */
    private static final class DigestCredential extends Credential {
        private static final long serialVersionUID = 1L;

        private final String algorithm;
        private final String method;
        private final transient Map<String, String> answer;

        private DigestCredential(String algorithm, String method, Map<String, String> answer) {
            this.algorithm = algorithm;
            this.method = method;
            this.answer = answer;
        }

        @Override
        public boolean check(Object credentials) {
            if (credentials instanceof Credential.MD5 digest) {
                return DigestAuthenticator.MD5.equals(algorithm)
                        && isOf(
                                StringUtil.asciiToLowerCase(StringUtil.toHexString(digest.getDigest())),
                                StandardCharsets.UTF_8);
            }
            Object plain = credentials instanceof char[] chars ? new String(chars) : credentials;
            if (!(plain instanceof String)) {
                return false;
            }
            String secret = answer.get("username") + ":" + answer.get("realm") + ":" + plain;
            return isOf(hash(secret, StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                    || isLatin(secret) && isOf(hash(secret, StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
        }

        /** Whether the bytes of a text in ISO-8859-1 are not those in UTF-8. */
        private static boolean isLatin(String text) {
            return !StandardCharsets.US_ASCII.newEncoder().canEncode(text)
                    && StandardCharsets.ISO_8859_1.newEncoder().canEncode(text);
        }

        /** @param secret the digest of name, realm and password */
        private boolean isOf(String secret, Charset charset) {
            String request = hash(method + ":" + answer.get("uri"), charset);
            String expected = hash(
                    secret + ":" + answer.get("nonce") + ":" + answer.get("nc") + ":" + answer.get("cnonce") + ":"
                            + answer.get("qop") + ":" + request,
                    charset);
            return stringEquals(expected, StringUtil.asciiToLowerCase(answer.get("response")));
        }

        /** Whether it is the answer of the same request, see {@code RefusedCredentials}. */
        @Override
        public boolean equals(Object other) {
            return other instanceof DigestCredential that
                    && algorithm.equals(that.algorithm)
                    && method.equals(that.method)
                    && answer.equals(that.answer);
        }

        @Override
        public int hashCode() {
            return answer.hashCode();
        }

        private String hash(String text, Charset charset) {
            try {
                byte[] digest = MessageDigest.getInstance(algorithm).digest(text.getBytes(charset));
                return StringUtil.asciiToLowerCase(StringUtil.toHexString(digest));
            } catch (NoSuchAlgorithmException x) {
                throw new IllegalStateException(x);
            }
        }
    }
}
