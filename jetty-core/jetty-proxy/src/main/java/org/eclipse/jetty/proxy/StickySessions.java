package org.eclipse.jetty.proxy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of a session to the same back end.
 *
 * <p>By {@code COOKIE}, the balancer sets a cookie of its own, whose value is a keyed hash of the back end's name: it tells neither name nor
 * address. By {@code ROUTE}, the session ids of the back ends end in a dot and the route of the back end, as the {@code workerName} of a
 * session id manager has them.
 *
 * <p>Settings are made before the start. Thread-safe.
 */
@ManagedObject("Sends the requests of a session to the same back end")
public final class StickySessions {
    private static final String DEFAULT_SECRET = "jetty.balancer";

    /** How a client sticks to a back end. */
    public enum Mode {
        /** It does not. */
        NONE,
        /** By a cookie of the balancer. */
        COOKIE,
        /** By the end of a session id. */
        ROUTE
    }

    private final ConcurrentMap<String, String> values = new ConcurrentHashMap<>();
    private Mode mode = Mode.NONE;
    private String cookieName = "JETTY_BACKEND";
    private String secret = DEFAULT_SECRET;
    private boolean httpOnly = true;
    private boolean alwaysSecure;
    private HttpCookie.@Nullable SameSite sameSite = HttpCookie.SameSite.LAX;
    private String sessionCookie = "JSESSIONID";
    private String sessionParameter = "jsessionid";

    /** Returns how a client sticks to a back end; NONE by default. */
    @ManagedAttribute("How a client sticks to a back end")
    public Mode getMode() {
        return mode;
    }

    public void setMode(Mode newMode) {
        mode = Objects.requireNonNull(newMode);
    }

    /** Sets the mode by its name, in any case. */
    public void setModeName(String name) {
        try {
            mode = Mode.valueOf(name.toUpperCase(Locale.ENGLISH));
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException("mode: " + name + " (expected: none, cookie or route)", x);
        }
    }

    /** Returns the name of the balancer's cookie; {@code JETTY_BACKEND} by default. */
    @ManagedAttribute("The name of the balancer's cookie")
    public String getCookieName() {
        return cookieName;
    }

    public void setCookieName(String name) {
        if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
            throw new IllegalArgumentException("cookieName: " + name + " (expected: a token of RFC 9110)");
        }
        cookieName = name;
    }

    /** Sets the key of the hash in the cookie. Balancers before the same back ends need the same one. */
    public void setSecret(@Nullable String key) {
        secret = key == null || key.isEmpty() ? DEFAULT_SECRET : key;
        values.clear();
    }

    /** Returns whether scripts of pages cannot read the cookie; true by default. */
    @ManagedAttribute("Whether scripts cannot read the cookie")
    public boolean isHttpOnly() {
        return httpOnly;
    }

    public void setHttpOnly(boolean only) {
        httpOnly = only;
    }

    /** Returns whether the cookie is Secure in answer to requests in clear text, too; false by default. */
    @ManagedAttribute("Whether the cookie is Secure for requests in clear text, too")
    public boolean isAlwaysSecure() {
        return alwaysSecure;
    }

    public void setAlwaysSecure(boolean always) {
        alwaysSecure = always;
    }

    /** Returns the attribute SameSite of the cookie; LAX by default. */
    public HttpCookie.@Nullable SameSite getSameSite() {
        return sameSite;
    }

    public void setSameSite(HttpCookie.@Nullable SameSite site) {
        sameSite = site;
    }

    @ManagedAttribute("The attribute SameSite of the cookie")
    public String getSameSiteName() {
        return sameSite == null ? "" : sameSite.getAttributeValue();
    }

    /** Sets SameSite by its value, in any case; empty for none. */
    public void setSameSiteName(String name) {
        HttpCookie.SameSite site = name.isEmpty() ? null : HttpCookie.SameSite.from(name);
        if (site == null && !name.isEmpty()) {
            throw new IllegalArgumentException("sameSite: " + name + " (expected: Strict, Lax, None or nothing)");
        }
        sameSite = site;
    }

    /** Returns the cookie with the session id of the back ends; {@code JSESSIONID} by default. */
    @ManagedAttribute("The cookie with the session id of the back ends")
    public String getSessionCookie() {
        return sessionCookie;
    }

    public void setSessionCookie(String name) {
        sessionCookie = Objects.requireNonNull(name);
    }

    /** Returns the path parameter with the session id of the back ends; {@code jsessionid} by default. */
    @ManagedAttribute("The path parameter with the session id of the back ends")
    public String getSessionParameter() {
        return sessionParameter;
    }

    public void setSessionParameter(String name) {
        sessionParameter = Objects.requireNonNull(name);
    }

    /** Returns the back end that a request sticks to. */
    @Nullable
    Backend find(Request request, List<Backend> backends) {
        return switch (mode) {
            case NONE -> null;
            case COOKIE -> {
                String value = HashKey.cookie(request, cookieName);
                yield value == null ? null : findByValue(value, backends);
            }
            case ROUTE -> {
                String id = HashKey.cookie(request, sessionCookie);
                Backend byCookie = id == null ? null : findByRoute(id, backends);
                yield byCookie != null
                        ? byCookie
                        : findByRoute(idOfPath(request.getHttpURI().getPath()), backends);
            }
        };
    }

    private @Nullable Backend findByValue(String value, List<Backend> backends) {
        for (Backend backend : backends) {
            if (valueOf(backend).equals(value)) {
                return backend;
            }
        }
        return null;
    }

    private static @Nullable Backend findByRoute(String id, List<Backend> backends) {
        int dot = id.lastIndexOf('.');
        if (dot < 0) {
            return null;
        }
        String route = id.substring(dot + 1);
        for (Backend backend : backends) {
            if (backend.getRoute().equals(route)) {
                return backend;
            }
        }
        return null;
    }

    private String idOfPath(@Nullable String path) {
        String prefix = ";" + sessionParameter + "=";
        int found = path == null ? -1 : path.indexOf(prefix);
        if (path == null || found < 0) {
            return "";
        }
        int begin = found + prefix.length();
        int end = begin;
        while (end < path.length() && path.charAt(end) != ';' && path.charAt(end) != '/') {
            end++;
        }
        return path.substring(begin, end);
    }

    /** Has the client stick to a back end, by the cookie, unless it does. */
    void stick(Request request, Response response, Backend backend) {
        if (mode != Mode.COOKIE) {
            return;
        }
        String value = valueOf(backend);
        if (!value.equals(HashKey.cookie(request, cookieName))) {
            Response.addCookie(
                    response,
                    HttpCookie.build(cookieName, value)
                            .path("/")
                            .httpOnly(httpOnly)
                            .secure(alwaysSecure || request.isSecure())
                            .sameSite(sameSite)
                            .build());
        }
    }

    /** Removes what {@link #stick} has added. */
    void withdraw(Response response) {
        if (mode == Mode.COOKIE) {
            String prefix = cookieName + "=";
            Iterator<HttpField> fields = response.getHeaders().iterator();
            while (fields.hasNext()) {
                HttpField field = fields.next();
                String value = field.getHeader() == HttpHeader.SET_COOKIE ? field.getValue() : null;
                if (value != null && value.startsWith(prefix)) {
                    fields.remove();
                }
            }
        }
    }

    private String valueOf(Backend backend) {
        return values.computeIfAbsent(backend.getName(), this::hash);
    }

    private String hash(String name) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] hash = mac.doFinal(name.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash).substring(0, 22);
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException(x);
        }
    }
}
