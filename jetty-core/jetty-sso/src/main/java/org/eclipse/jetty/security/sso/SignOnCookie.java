package org.eclipse.jetty.security.sso;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/**
 * The cookie of a sign-on.
 *
 * @param name a token (RFC 6265, section 4.1.1)
 * @param domain the domain whose hosts get it; null for the host alone
 * @param secure whether it is for secure connections only, whatever connection it is set on
 */
record SignOnCookie(String name, @Nullable String domain, HttpCookie.SameSite sameSite, boolean secure) {
    /** The most cookies of the name that are looked at, as those of a host and of its domain. */
    private static final int MAX_COOKIES = 4;

    /** Returns what the cookies of a request may mean; malformed ones are left out. */
    List<SignOnToken> read(Request request) {
        List<SignOnToken> tokens = new ArrayList<>(1);
        for (HttpCookie cookie : Request.getCookies(request)) {
            if (name.equals(cookie.getName())) {
                SignOnToken token = SignOnToken.parse(cookie.getValue());
                if (token != null && tokens.size() < MAX_COOKIES && !tokens.contains(token)) {
                    tokens.add(token);
                }
            }
        }
        return tokens;
    }

    void set(Request request, Response response, SignOnToken token) {
        Response.replaceCookie(response, build(request, token.value()).build());
    }

    void remove(Request request, Response response) {
        Response.replaceCookie(response, build(request, "").maxAge(0).build());
    }

    private HttpCookie.Builder build(Request request, String value) {
        HttpCookie.Builder cookie = HttpCookie.build(name, value)
                .path("/")
                .httpOnly(true)
                .secure(secure || request.isSecure())
                .sameSite(sameSite);
        return domain == null ? cookie : cookie.domain(domain);
    }
}
