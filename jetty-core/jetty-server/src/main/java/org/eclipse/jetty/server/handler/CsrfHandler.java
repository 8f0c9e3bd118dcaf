package org.eclipse.jetty.server.handler;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses requests that other sites make in the name of a user (cross-site request forgery) by 403.
 *
 * <p>Requests by GET, HEAD, OPTIONS and TRACE pass, which are safe (RFC 9110, section 9.2.1), unless they open a WebSocket. Others pass
 * by the first of these rules that applies:
 *
 * <ol>
 *   <li>A trusted {@code Origin} passes.
 *   <li>{@code Sec-Fetch-Site} (W3C Fetch Metadata) is {@code same-origin} or {@code none}.
 *   <li>Without it, {@code Origin} (RFC 6454) is the origin of the request itself.
 *   <li>Without either, which current browsers always send, the request has no credentials that browsers send by themselves: no cookie,
 *       no Basic, Digest or Negotiate authentication, no client certificate. Or it has a token, see {@link #TOKEN_ATTRIBUTE}, in the
 *       field {@code X-CSRF-Token} or the form field {@code _csrf}.
 * </ol>
 *
 * <p>A proxy in front that ends TLS must tell scheme and host (module {@code forwarded}), so that rule 3 compares what browsers see.
 * Settings change before it is started; then thread-safe.
 */
public class CsrfHandler extends ConditionalHandler.ElseNext {
    /** The request attribute with a token for the client. The first read sends a cookie to a client that has none. */
    public static final String TOKEN_ATTRIBUTE = "org.eclipse.jetty.csrf.token";

    /** The request field with the token. */
    public static final String TOKEN_HEADER = "X-CSRF-Token";

    /** The field of a form with the token. */
    public static final String TOKEN_PARAMETER = "_csrf";

    private static final Logger LOG = LoggerFactory.getLogger(CsrfHandler.class);
    private static final String SEC_FETCH_SITE = "Sec-Fetch-Site";
    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final Pattern ORIGIN =
            Pattern.compile("[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\\[[0-9a-f:.]+])(:[0-9]+)?");

    private final Handler afterForm = new AfterForm();
    private Set<String> trustedOrigins = Set.of();
    private boolean tokenRequired = true;

    public CsrfHandler() {
        this(null);
    }

    public CsrfHandler(@Nullable Handler handler) {
        super(handler);
    }

    /** Other origins whose pages may make any request, as {@code https://shop.example}. */
    public Set<String> getTrustedOrigins() {
        return trustedOrigins;
    }

    /** @throws IllegalArgumentException one is not a scheme, a host and perhaps a port */
    public void setTrustedOrigins(Set<String> origins) {
        checkNotStarted();
        Set<String> normal = new LinkedHashSet<>();
        for (String origin : origins) {
            if (origin.isBlank()) {
                continue;
            }
            String lower = normalized(origin.trim());
            if (!ORIGIN.matcher(lower).matches()) {
                throw new IllegalArgumentException(
                        "trusted origin: " + origin + " (expected: scheme://host or scheme://host:port)");
            }
            normal.add(lower);
        }
        trustedOrigins = Set.copyOf(normal);
    }

    /** Whether requests with credentials, but without {@code Sec-Fetch-Site} and {@code Origin}, need a token. */
    public boolean isTokenRequired() {
        return tokenRequired;
    }

    public void setTokenRequired(boolean required) {
        checkNotStarted();
        tokenRequired = required;
    }

    private void checkNotStarted() {
        if (isStarted()) {
            throw new IllegalStateException("settings cannot change while started: " + this);
        }
    }

    @Override
    protected boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
        Request tokens = new TokenRequest(request, response);
        boolean webSocket = isWebSocketHandshake(request);
        if (SAFE_METHODS.contains(request.getMethod()) && !webSocket) {
            return nextHandler(tokens, response, callback);
        }
        List<String> sites = request.getHeaders().getValuesList(SEC_FETCH_SITE);
        List<String> origins = request.getHeaders().getValuesList(HttpHeader.ORIGIN);
        if (sites.isEmpty() && origins.isEmpty()) {
            if (webSocket || !tokenRequired || !hasCredentials(request)) {
                return nextHandler(tokens, response, callback);
            }
            return checkToken(tokens, response, callback);
        }
        if (isOwn(request, sites, origins)) {
            return nextHandler(tokens, response, callback);
        }
        return refuse(
                request,
                response,
                callback,
                "Sec-Fetch-Site: " + String.join(", ", sites) + ", Origin: " + String.join(", ", origins)
                        + " (expected: same-origin, or the origin " + ownOrigin(request) + ", or a trusted one)");
    }

    private boolean isOwn(Request request, List<String> sites, List<String> origins) {
        if (sites.size() > 1 || origins.size() > 1) {
            return false;
        }
        String origin = origins.isEmpty() ? null : normalized(origins.get(0));
        if (origin != null && trustedOrigins.contains(origin)) {
            return true;
        }
        if (!sites.isEmpty()) {
            return "same-origin".equals(sites.get(0)) || "none".equals(sites.get(0));
        }
        return ownOrigin(request).equals(origin);
    }

    private static String ownOrigin(Request request) {
        String scheme = request.getHttpURI().getScheme();
        String host = Request.getServerName(request);
        return normalized(scheme + "://" + host + ":" + Request.getServerPort(request));
    }

    /** In lower case and without the default port, as browsers serialize origins (RFC 6454, section 6.2). */
    private static String normalized(String origin) {
        String lower = origin.toLowerCase(Locale.ROOT);
        int scheme = lower.indexOf("://");
        int colon = lower.lastIndexOf(':');
        return scheme > 0
                        && colon > scheme
                        && lower.substring(colon + 1)
                                .equals(Integer.toString(HttpScheme.getDefaultPort(lower.substring(0, scheme))))
                ? lower.substring(0, colon)
                : lower;
    }

    /** RFC 6455, section 4.1; that of RFC 8441 has the method CONNECT, which is not safe. */
    private static boolean isWebSocketHandshake(Request request) {
        return request.getHeaders().contains(HttpHeader.UPGRADE, "websocket")
                || HttpMethod.CONNECT.is(request.getMethod());
    }

    /** Whether there are credentials that a browser sends to a server whoever made the page. */
    private static boolean hasCredentials(Request request) {
        if (request.getHeaders().contains(HttpHeader.COOKIE)) {
            return true;
        }
        String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (authorization != null) {
            String scheme = authorization.trim().split("\\s", 2)[0].toLowerCase(Locale.ROOT);
            if (Set.of("basic", "digest", "negotiate", "ntlm").contains(scheme)) {
                return true;
            }
        }
        return request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE) instanceof EndPoint.SslSessionData data
                && data.peerCertificates() != null
                && data.peerCertificates().length > 0;
    }

    private boolean checkToken(Request request, Response response, Callback callback) throws Exception {
        String token = request.getHeaders().get(TOKEN_HEADER);
        if (token != null || FormFields.getFormEncodedCharset(request) == null) {
            return handleWith(token, request, response, callback);
        }
        new FormLoader(afterForm, request, response, callback).load();
        return true;
    }

    private boolean handleWith(@Nullable String token, Request request, Response response, Callback callback)
            throws Exception {
        if (CsrfToken.isValid(request, token)) {
            return nextHandler(request, response, callback);
        }
        return refuse(
                request,
                response,
                callback,
                "neither Sec-Fetch-Site nor Origin, but credentials, and " + (token == null ? "no" : "a wrong")
                        + " token (expected: Origin, or the token of the page in the field " + TOKEN_HEADER
                        + " or in the form field " + TOKEN_PARAMETER + ")");
    }

    private static boolean refuse(Request request, Response response, Callback callback, String why) {
        LOG.info(
                "refused {} {} of {}: {}",
                request.getMethod(),
                request.getHttpURI(),
                Request.getRemoteAddr(request),
                why);
        Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403, "Request of another site refused");
        return true;
    }

    /** Makes the token when it is asked for, as it may send a cookie. Confined to its request. */
    private static final class TokenRequest extends Request.Wrapper {
        private final Response response;
        private @Nullable String token;

        private TokenRequest(Request wrapped, Response response) {
            super(wrapped);
            this.response = response;
        }

        @Override
        public @Nullable Object getAttribute(String name) {
            if (!TOKEN_ATTRIBUTE.equals(name)) {
                return super.getAttribute(name);
            }
            synchronized (this) {
                if (token == null) {
                    token = CsrfToken.issue(getWrapped(), response);
                }
                return token;
            }
        }
    }

    /** Reads a form for its token. */
    private static final class FormLoader extends EagerContentHandler.ContentLoader {
        private FormLoader(Handler handler, Request request, Response response, Callback callback) {
            super(handler, request, response, callback);
        }

        @Override
        protected void load() {
            handleAfter(FormFields.from(getRequest()));
        }
    }

    /** Goes on when the form was read. */
    private final class AfterForm extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            CompletableFuture<Fields> read = FormFields.get(request);
            assert read != null : "it was read before";
            Fields form = read.join();
            return handleWith(form.getValue(TOKEN_PARAMETER), request, response, callback);
        }

        @Override
        public InvocationType getInvocationType() {
            return CsrfHandler.this.getInvocationType();
        }
    }
}
