package org.eclipse.jetty.console;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.TrustedClients;
import org.eclipse.jetty.util.Digests;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may use the console.
 *
 * <ol>
 *   <li>The client is on this machine, or at an address that is allowed.
 *   <li>The host that it names is this machine or an address, or is allowed: a page of another site that has its name lead here (DNS
 *       rebinding) names its own.
 *   <li>It comes by TLS, or from this machine: the password does not cross a network in clear text.
 *   <li>It has the name and the password (Basic, RFC 7617). Clients that guess have to wait.
 *   <li>A request for data does not come from a page of another site ({@code Sec-Fetch-Site}), and one that changes something has the
 *       token, which other sites cannot read, and no other {@code Origin}.
 * </ol>
 *
 * <p>Thread-safe once configured.
 */
final class ConsoleAccess {
    static final String TOKEN_FIELD = "X-Console-Token";

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String PROPERTY = "jetty.console.allow";

    private final TrustedClients local = TrustedClients.local();
    private final FailedLogins failedLogins = new FailedLogins();
    private final String token = random(24);
    private final Set<String> hosts = new HashSet<>();
    private TrustedClients allowed = local;
    private String user = "admin";
    /** Until a password is set, none that anyone knows. */
    private Credential credential = Credential.getCredential(random(15));
    /** The digest of the last field that was right: a password may be costly to check. */
    private volatile byte @Nullable [] lastRight;

    /** A refusal: a status, and the reason for the client. */
    record Refusal(int status, String reason) {}

    static String random(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    void setAllow(String addresses) {
        allowed = TrustedClients.of(addresses, PROPERTY);
    }

    String getAllow() {
        return allowed.addresses();
    }

    void setHosts(@Nullable String names) {
        hosts.clear();
        for (String name : names == null ? new String[0] : names.split(",")) {
            if (!name.isBlank()) {
                hosts.add(name.trim().toLowerCase(Locale.ROOT));
            }
        }
    }

    void setUser(String name) {
        if (name == null || name.isEmpty() || name.indexOf(':') >= 0) {
            throw new IllegalArgumentException(
                    "user: " + name + " (expected: a name without a colon), set by jetty.console.user");
        }
        user = name;
    }

    String getUser() {
        return user;
    }

    /** Sets the password in one of the forms of {@link Credential}; returns the one that was made if it is empty. */
    @Nullable
    String setPassword(@Nullable String password) {
        lastRight = null;
        if (password == null || password.isEmpty()) {
            String made = random(15);
            credential = Credential.getCredential(made);
            return made;
        }
        credential = Credential.getCredential(password);
        return null;
    }

    /** What a request that changes something must have in the field {@value #TOKEN_FIELD}. */
    String getToken() {
        return token;
    }

    /** Why a request is refused, if it is. */
    @Nullable
    Refusal check(Request request) {
        if (!allowed.contains(request)) {
            return new Refusal(
                    HttpStatus.FORBIDDEN_403, "The console answers clients of this machine, or of " + PROPERTY);
        }
        if (!isKnownHost(request)) {
            return new Refusal(
                    HttpStatus.MISDIRECTED_REQUEST_421,
                    "The console is localhost, an address, or a name of jetty.console.hosts");
        }
        if (!request.isSecure() && !local.contains(request)) {
            return new Refusal(HttpStatus.FORBIDDEN_403, "The console answers other machines by HTTPS only");
        }
        String client = Request.getRemoteAddr(request);
        assert client != null : "only clients with an address are allowed";
        if (failedLogins.mustWait(client)) {
            return new Refusal(HttpStatus.TOO_MANY_REQUESTS_429, "Too many wrong passwords; wait for a minute");
        }
        String login = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (!isRight(login)) {
            if (login != null) {
                failedLogins.add(client);
            }
            return new Refusal(HttpStatus.UNAUTHORIZED_401, "Name and password, please");
        }
        return null;
    }

    /** Why a request for data, which may come from a page of another site, is refused, if it is. */
    @Nullable
    Refusal checkSite(Request request, boolean changes) {
        String site = request.getHeaders().get("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && (changes || !site.equals("none"))) {
            return new Refusal(HttpStatus.FORBIDDEN_403, "The request comes from a page of another site");
        }
        if (!changes) {
            return null;
        }
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        String host = request.getHttpURI().getAuthority();
        if (origin != null
                && !origin.equalsIgnoreCase("http://" + host)
                && !origin.equalsIgnoreCase("https://" + host)) {
            return new Refusal(HttpStatus.FORBIDDEN_403, "The request comes from a page of another site");
        }
        String presented = request.getHeaders().get(TOKEN_FIELD);
        if (presented == null || !MessageDigest.isEqual(bytes(presented), bytes(token))) {
            return new Refusal(
                    HttpStatus.FORBIDDEN_403, TOKEN_FIELD + ": wrong or missing (expected: what api/token answers)");
        }
        return null;
    }

    private boolean isKnownHost(Request request) {
        String host = request.getHttpURI().getHost();
        if (host == null) {
            return false;
        }
        String name = host.toLowerCase(Locale.ROOT);
        // an address cannot be made to lead elsewhere
        boolean address = name.matches("\\d{1,3}(\\.\\d{1,3}){3}") || name.startsWith("[");
        return address || name.equals("localhost") || hosts.contains(name);
    }

    private boolean isRight(@Nullable String field) {
        if (field == null || !field.regionMatches(true, 0, "Basic ", 0, 6)) {
            return false;
        }
        byte[] digest = digest(field);
        byte[] right = lastRight;
        if (right != null && MessageDigest.isEqual(right, digest)) {
            return true;
        }
        String login;
        try {
            login = new String(Base64.getDecoder().decode(field.substring(6).trim()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException x) {
            return false;
        }
        int colon = login.indexOf(':');
        // both are checked, so that the time does not reveal the name
        boolean name = MessageDigest.isEqual(bytes(login.substring(0, Math.max(0, colon))), bytes(user));
        boolean password = credential.check(login.substring(colon + 1));
        if (colon < 0 || !name || !password) {
            return false;
        }
        lastRight = digest;
        return true;
    }

    private static byte[] digest(String text) {
        return Digests.sha256(text);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
