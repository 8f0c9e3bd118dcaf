package org.eclipse.jetty.proxy;

import java.util.function.Function;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** What of a request is hashed. */
final class HashKey {
    private static final String EXPECTED =
            " (expected: least-requests, hash:address, hash:path, hash:header:NAME or hash:cookie:NAME)";

    private HashKey() {}

    /** Returns the choice that a text names. */
    static BackendChoice choice(String text, double loadFactor) {
        if (text.equals("least-requests")) {
            return new LeastRequests();
        }
        return new ConsistentHash(key(text), loadFactor);
    }

    private static Function<Request, @Nullable String> key(String text) {
        if (text.equals("hash:address")) {
            return Request::getRemoteAddr;
        }
        if (text.equals("hash:path")) {
            return request -> request.getHttpURI().getPath();
        }
        String header = after(text, "hash:header:");
        if (header != null) {
            return request -> request.getHeaders().get(header);
        }
        String cookie = after(text, "hash:cookie:");
        if (cookie != null) {
            return request -> cookie(request, cookie);
        }
        throw new IllegalArgumentException("choice: " + text + EXPECTED);
    }

    private static @Nullable String after(String text, String prefix) {
        return text.startsWith(prefix) && text.length() > prefix.length() ? text.substring(prefix.length()) : null;
    }

    /** Returns the value of the first cookie of a name. */
    static @Nullable String cookie(Request request, String name) {
        for (HttpCookie cookie : Request.getCookies(request)) {
            if (cookie.getName().equals(name)) {
                return cookie.getValue();
            }
        }
        return null;
    }
}
