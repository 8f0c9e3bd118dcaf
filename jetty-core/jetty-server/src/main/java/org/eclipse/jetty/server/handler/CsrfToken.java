package org.eclipse.jetty.server.handler;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of {@link CsrfHandler}: a secret in a cookie of the client, which another site can neither read nor set, and the same
 * secret in the page or script that sends the request.
 *
 * <p>Each token hides the secret with a mask of its own, so that a compressed page does not reveal it (BREACH). Over TLS the name of
 * the cookie begins with {@code __Host-}, which browsers accept only from the host itself over TLS (RFC 6265bis, section 4.1.3.2).
 */
final class CsrfToken {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int LENGTH = 32;

    private CsrfToken() {}

    private static String cookieName(Request request) {
        return request.isSecure() ? "__Host-csrf" : "csrf";
    }

    /** Returns a token for the secret of the client, to which a cookie is sent if it has none. */
    static String issue(Request request, Response response) {
        if (!response.getHeaders().contains(HttpHeader.CACHE_CONTROL)) {
            // a page with the token of one client is not for others
            response.getHeaders().put(HttpHeader.CACHE_CONTROL, "private, no-store");
        }
        byte[] secret = secret(request);
        if (secret == null) {
            secret = random();
            Response.addCookie(
                    response,
                    HttpCookie.build(cookieName(request), encode(secret))
                            .path("/")
                            .httpOnly(true)
                            .secure(request.isSecure())
                            .sameSite(HttpCookie.SameSite.STRICT)
                            .build());
        }
        byte[] token = new byte[2 * LENGTH];
        byte[] mask = random();
        System.arraycopy(mask, 0, token, 0, LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            token[LENGTH + i] = (byte) (secret[i] ^ mask[i]);
        }
        return encode(token);
    }

    /** Whether a token is one for the secret that the client sent in its cookie. */
    static boolean isValid(Request request, @Nullable String token) {
        byte[] secret = secret(request);
        byte[] masked = decode(token, 2 * LENGTH);
        if (secret == null || masked == null) {
            return false;
        }
        byte[] unmasked = new byte[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            unmasked[i] = (byte) (masked[i] ^ masked[LENGTH + i]);
        }
        return MessageDigest.isEqual(secret, unmasked);
    }

    /** The secret of the client; null if it has none, or cookies that contradict each other. */
    private static byte @Nullable [] secret(Request request) {
        String name = cookieName(request);
        List<HttpCookie> cookies = Request.getCookies(request).stream()
                .filter(cookie -> cookie.getName().equals(name))
                .toList();
        return cookies.size() == 1 ? decode(cookies.get(0).getValue(), LENGTH) : null;
    }

    private static byte[] random() {
        byte[] bytes = new byte[LENGTH];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns null for a text that is not base64url of that many bytes. */
    private static byte @Nullable [] decode(@Nullable String text, int length) {
        if (text == null || text.length() != (length * 4 + 2) / 3) {
            return null;
        }
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException x) {
            return null;
        }
    }
}
