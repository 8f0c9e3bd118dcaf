package org.eclipse.jetty.server.handler;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.http.QuotedCSV;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells browsers which scripts of other origins may read the responses, by the CORS protocol of the Fetch standard.
 *
 * <p>Nothing is allowed by default. Origins are allowed by regular expressions that match them as a whole, or by {@code *};
 * a request without {@code Origin} is no concern of this handler. Settings change before it is started; then thread-safe.
 */
public class CrossOriginHandler extends Handler.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(CrossOriginHandler.class);
    private static final String ANY = "*";
    private static final HttpField ALLOW_CREDENTIALS =
            new PreEncodedHttpField(HttpHeader.ACCESS_CONTROL_ALLOW_CREDENTIALS, "true");
    private static final HttpField VARY_ORIGIN = new PreEncodedHttpField(HttpHeader.VARY, HttpHeader.ORIGIN.asString());

    /** Fields that every script may send (Fetch section 2.2.2), besides Content-Type with its restricted values. */
    private static final Set<String> SAFE_FIELDS = Set.of("accept", "accept-language", "content-language", "range");

    private boolean allowCredentials;
    private Set<String> allowedHeaders = Set.of("Content-Type");
    private Set<String> allowedMethods = Set.of("GET", "POST", "HEAD");
    private Set<String> allowedOrigins = Set.of();
    private Set<String> allowedTimingOrigins = Set.of();
    private boolean deliverPreflight;
    private boolean deliverNonAllowedOrigin = true;
    private boolean deliverNonAllowedOriginWebSocket;
    private Set<String> exposedHeaders = Set.of();
    private Duration preflightMaxAge = Duration.ofSeconds(60);

    private List<Pattern> originPatterns = List.of();
    private List<Pattern> timingPatterns = List.of();
    private @Nullable HttpField allowMethods;
    private @Nullable HttpField allowHeaders;
    private @Nullable HttpField exposeHeaders;
    private @Nullable HttpField maxAge;

    public CrossOriginHandler() {}

    @Override
    protected void doStart() throws Exception {
        allowMethods = list(HttpHeader.ACCESS_CONTROL_ALLOW_METHODS, allowedMethods);
        allowHeaders = list(HttpHeader.ACCESS_CONTROL_ALLOW_HEADERS, allowedHeaders);
        exposeHeaders = list(HttpHeader.ACCESS_CONTROL_EXPOSE_HEADERS, exposedHeaders);
        long seconds = preflightMaxAge == null ? 0 : preflightMaxAge.toSeconds();
        maxAge =
                seconds > 0 ? new PreEncodedHttpField(HttpHeader.ACCESS_CONTROL_MAX_AGE, Long.toString(seconds)) : null;
        if (allowCredentials && allowedOrigins.contains(ANY)) {
            LOG.warn("{} allows credentials to scripts of any origin", this);
        }
        super.doStart();
    }

    private static List<Pattern> compile(Set<String> expressions) {
        List<Pattern> patterns = new ArrayList<>();
        for (String expression : expressions) {
            String trimmed = expression.trim();
            if (trimmed.isEmpty()) {
                continue;
            }
            try {
                patterns.add(Pattern.compile(ANY.equals(trimmed) ? ".*" : trimmed, Pattern.CASE_INSENSITIVE));
            } catch (PatternSyntaxException x) {
                throw new IllegalArgumentException(
                        "origin pattern '" + trimmed + "' (expected: * or a regular expression)", x);
            }
        }
        return patterns;
    }

    private static @Nullable HttpField list(HttpHeader header, Set<String> values) {
        return values.isEmpty() ? null : new PreEncodedHttpField(header, String.join(",", values));
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        // caches must tell apart the responses to different origins
        response.getHeaders().ensureField(VARY_ORIGIN);
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        if (origin == null) {
            return super.handle(request, response, callback);
        }
        boolean preflight = HttpMethod.OPTIONS.is(request.getMethod())
                && request.getHeaders().contains(HttpHeader.ACCESS_CONTROL_REQUEST_METHOD);
        if (!matches(originPatterns, origin)) {
            boolean deliver = isWebSocketUpgrade(request) ? deliverNonAllowedOriginWebSocket : deliverNonAllowedOrigin;
            if (preflight && !deliverPreflight) {
                callback.succeeded();
                return true;
            }
            if (deliver) {
                return super.handle(request, response, callback);
            }
            Response.writeError(
                    request, response, callback, HttpStatus.BAD_REQUEST_400, "cross origin request not allowed");
            return true;
        }
        if (preflight) {
            answerPreflight(request, response, origin);
            if (!deliverPreflight) {
                callback.succeeded();
                return true;
            }
        } else {
            HttpFields.Mutable fields = response.getHeaders();
            allow(fields, origin);
            if (exposeHeaders != null) {
                fields.put(exposeHeaders);
            }
            if (matches(timingPatterns, origin)) {
                fields.put(HttpHeader.TIMING_ALLOW_ORIGIN, origin);
            }
        }
        return super.handle(request, response, callback);
    }

    /** The origin itself and not {@code *}, with which a browser would refuse credentials. */
    private void allow(HttpFields.Mutable fields, String origin) {
        fields.put(HttpHeader.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        if (allowCredentials) {
            fields.put(ALLOW_CREDENTIALS);
        }
    }

    private void answerPreflight(Request request, Response response, String origin) {
        HttpFields.Mutable fields = response.getHeaders();
        fields.put(HttpHeader.VARY, "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
        String method = request.getHeaders().get(HttpHeader.ACCESS_CONTROL_REQUEST_METHOD);
        boolean anyMethod = allowedMethods.contains(ANY);
        if (!anyMethod && !allowedMethods.contains(method)) {
            LOG.debug("method {} not allowed to {}", method, origin);
            return;
        }
        List<String> requested = request.getHeaders().getCSV(HttpHeader.ACCESS_CONTROL_REQUEST_HEADERS, false);
        boolean anyHeader = allowedHeaders.contains(ANY);
        if (!anyHeader) {
            for (String name : requested) {
                if (!isAllowedField(name)) {
                    LOG.debug("field {} not allowed to {}", name, origin);
                    return;
                }
            }
        }
        allow(fields, origin);
        // with credentials "*" is a name like any other, so what was asked for is named
        if (anyMethod) {
            fields.put(HttpHeader.ACCESS_CONTROL_ALLOW_METHODS, method);
        } else if (allowMethods != null) {
            fields.put(allowMethods);
        }
        if (anyHeader) {
            if (!requested.isEmpty()) {
                fields.put(HttpHeader.ACCESS_CONTROL_ALLOW_HEADERS, QuotedCSV.join(requested));
            }
        } else if (allowHeaders != null) {
            fields.put(allowHeaders);
        }
        if (maxAge != null) {
            fields.put(maxAge);
        }
    }

    private boolean isAllowedField(String name) {
        for (String allowed : allowedHeaders) {
            if (allowed.trim().equalsIgnoreCase(name)) {
                return true;
            }
        }
        return SAFE_FIELDS.contains(name.toLowerCase(Locale.ROOT));
    }

    private static boolean matches(List<Pattern> patterns, String origins) {
        if (patterns.isEmpty()) {
            return false;
        }
        // RFC 6454, section 7.1 allows several, all of which must be allowed; none is no origin that is
        boolean any = false;
        for (String origin : origins.split(" ")) {
            if (!origin.isEmpty()) {
                if (!matchesOne(patterns, origin)) {
                    return false;
                }
                any = true;
            }
        }
        return any;
    }

    private static boolean matchesOne(List<Pattern> patterns, String origin) {
        for (Pattern pattern : patterns) {
            if (pattern.matcher(origin).matches()) {
                return true;
            }
        }
        return false;
    }

    /** RFC 6455, section 4.2.1, RFC 8441, section 4. */
    private static boolean isWebSocketUpgrade(Request request) {
        return HttpMethod.CONNECT.is(request.getMethod())
                || request.getHeaders().contains(HttpHeader.CONNECTION, "Upgrade")
                        && request.getHeaders().contains(HttpHeader.UPGRADE, "WebSocket");
    }

    private void checkNotStarted() {
        if (isStarted()) {
            throw new IllegalStateException("settings cannot change while started: " + this);
        }
    }

    /** Whether scripts may make requests with cookies and other credentials. */
    public boolean isAllowCredentials() {
        return allowCredentials;
    }

    public void setAllowCredentials(boolean allow) {
        checkNotStarted();
        allowCredentials = allow;
    }

    /** The request fields that scripts may set; {@code *} for any. */
    public Set<String> getAllowedHeaders() {
        return allowedHeaders;
    }

    public void setAllowedHeaders(Set<String> headers) {
        checkNotStarted();
        allowedHeaders = Set.copyOf(headers);
    }

    /** The methods that scripts may use; {@code *} for any. */
    public Set<String> getAllowedMethods() {
        return allowedMethods;
    }

    public void setAllowedMethods(Set<String> methods) {
        checkNotStarted();
        allowedMethods = Set.copyOf(methods);
    }

    /** Regular expressions of the origins whose scripts may read responses; {@code *} for any. */
    public Set<String> getAllowedOriginPatterns() {
        return allowedOrigins;
    }

    /** @throws IllegalArgumentException one is not a regular expression */
    public void setAllowedOriginPatterns(Set<String> patterns) {
        checkNotStarted();
        originPatterns = compile(patterns);
        allowedOrigins = Set.copyOf(patterns);
    }

    /** Regular expressions of the origins whose scripts may see how long things took. */
    public Set<String> getAllowedTimingOriginPatterns() {
        return allowedTimingOrigins;
    }

    /** @throws IllegalArgumentException one is not a regular expression */
    public void setAllowedTimingOriginPatterns(Set<String> patterns) {
        checkNotStarted();
        timingPatterns = compile(patterns);
        allowedTimingOrigins = Set.copyOf(patterns);
    }

    /** Whether preflight requests go to the next handler too. */
    public boolean isDeliverPreflightRequests() {
        return deliverPreflight;
    }

    public void setDeliverPreflightRequests(boolean deliver) {
        checkNotStarted();
        deliverPreflight = deliver;
    }

    /** Whether requests of origins that are not allowed go to the next handler, or else get 400. */
    public boolean isDeliverNonAllowedOriginRequests() {
        return deliverNonAllowedOrigin;
    }

    public void setDeliverNonAllowedOriginRequests(boolean deliver) {
        checkNotStarted();
        deliverNonAllowedOrigin = deliver;
    }

    /** Whether this holds for WebSockets too, which browsers do not protect by themselves. */
    public boolean isDeliverNonAllowedOriginWebSocketUpgradeRequests() {
        return deliverNonAllowedOriginWebSocket;
    }

    public void setDeliverNonAllowedOriginWebSocketUpgradeRequests(boolean deliver) {
        checkNotStarted();
        deliverNonAllowedOriginWebSocket = deliver;
    }

    /** The response fields that scripts may read. */
    public Set<String> getExposedHeaders() {
        return exposedHeaders;
    }

    public void setExposedHeaders(Set<String> headers) {
        checkNotStarted();
        exposedHeaders = Set.copyOf(headers);
    }

    /** How long a browser may keep the answer to a preflight request; zero for its own default. */
    public Duration getPreflightMaxAge() {
        return preflightMaxAge;
    }

    public void setPreflightMaxAge(Duration age) {
        checkNotStarted();
        preflightMaxAge = age;
    }
}
