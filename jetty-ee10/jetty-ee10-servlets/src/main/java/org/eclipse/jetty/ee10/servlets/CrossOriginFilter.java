package org.eclipse.jetty.ee10.servlets;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells browsers which scripts of other origins may read the responses of an application (CORS, part of the Fetch standard). Init
 * parameters, with their defaults; lists are separated by commas:
 *
 * <ul>
 *   <li>{@code allowedOrigins} ("*"): origins, where * stands for any characters, such as {@code https://*.example.com};
 *   <li>{@code allowedTimingOrigins} (none): origins whose scripts may see the timing of resources;
 *   <li>{@code allowedMethods} ("GET,POST,HEAD");
 *   <li>{@code allowedHeaders} ("X-Requested-With,Content-Type,Accept,Origin"): fields that scripts may send, * for all;
 *   <li>{@code preflightMaxAge} (1800): seconds for which a browser may keep the answer to a preflight request;
 *   <li>{@code allowCredentials} (true): whether scripts may send cookies and other credentials;
 *   <li>{@code exposedHeaders} (none): fields of responses that scripts may see;
 *   <li>{@code chainPreflight} (true): whether preflight requests go on to the application.
 * </ul>
 *
 * <p>Any origin with credentials, as by default, lets each site act as the user: name the origins. Thread-safe.
 */
public class CrossOriginFilter implements Filter {
    public static final String ACCESS_CONTROL_REQUEST_METHOD_HEADER = "Access-Control-Request-Method";
    public static final String ACCESS_CONTROL_REQUEST_HEADERS_HEADER = "Access-Control-Request-Headers";
    public static final String ACCESS_CONTROL_ALLOW_ORIGIN_HEADER = "Access-Control-Allow-Origin";
    public static final String ACCESS_CONTROL_ALLOW_METHODS_HEADER = "Access-Control-Allow-Methods";
    public static final String ACCESS_CONTROL_ALLOW_HEADERS_HEADER = "Access-Control-Allow-Headers";
    public static final String ACCESS_CONTROL_MAX_AGE_HEADER = "Access-Control-Max-Age";
    public static final String ACCESS_CONTROL_ALLOW_CREDENTIALS_HEADER = "Access-Control-Allow-Credentials";
    public static final String ACCESS_CONTROL_EXPOSE_HEADERS_HEADER = "Access-Control-Expose-Headers";
    public static final String TIMING_ALLOW_ORIGIN_HEADER = "Timing-Allow-Origin";
    public static final String ALLOWED_ORIGINS_PARAM = "allowedOrigins";
    public static final String ALLOWED_TIMING_ORIGINS_PARAM = "allowedTimingOrigins";
    public static final String ALLOWED_METHODS_PARAM = "allowedMethods";
    public static final String ALLOWED_HEADERS_PARAM = "allowedHeaders";
    public static final String PREFLIGHT_MAX_AGE_PARAM = "preflightMaxAge";
    public static final String ALLOW_CREDENTIALS_PARAM = "allowCredentials";
    public static final String EXPOSED_HEADERS_PARAM = "exposedHeaders";
    /** The former name of {@link #CHAIN_PREFLIGHT_PARAM}. */
    public static final String OLD_CHAIN_PREFLIGHT_PARAM = "forwardPreflight";

    public static final String CHAIN_PREFLIGHT_PARAM = "chainPreflight";

    private static final Logger LOG = LoggerFactory.getLogger(CrossOriginFilter.class);
    private static final String ORIGIN = "Origin";
    private static final String ANY = "*";

    private OriginPatterns origins;
    private OriginPatterns timingOrigins;
    private List<String> methods;
    private List<String> headers;
    private List<String> exposedHeaders;
    private long preflightMaxAge;
    private boolean credentials;
    private boolean chainPreflight;

    @Override
    public void init(FilterConfig config) throws ServletException {
        Settings settings = Settings.of(config);
        origins = new OriginPatterns(settings.list(ALLOWED_ORIGINS_PARAM, ANY));
        timingOrigins = new OriginPatterns(settings.list(ALLOWED_TIMING_ORIGINS_PARAM, null));
        methods = settings.list(ALLOWED_METHODS_PARAM, "GET,POST,HEAD");
        headers = settings.list(ALLOWED_HEADERS_PARAM, "X-Requested-With,Content-Type,Accept,Origin");
        exposedHeaders = settings.list(EXPOSED_HEADERS_PARAM, null);
        preflightMaxAge = settings.number(PREFLIGHT_MAX_AGE_PARAM, 1800, -1);
        credentials = settings.flag(ALLOW_CREDENTIALS_PARAM, true);
        if (settings.text(OLD_CHAIN_PREFLIGHT_PARAM, null) != null) {
            LOG.warn("{}: deprecated (expected: {})", OLD_CHAIN_PREFLIGHT_PARAM, CHAIN_PREFLIGHT_PARAM);
        }
        chainPreflight = settings.flag(CHAIN_PREFLIGHT_PARAM, settings.flag(OLD_CHAIN_PREFLIGHT_PARAM, true));
        if (credentials && origins.isAny()) {
            LOG.warn(
                    "Filter {} allows credentials to scripts of any origin: set {}, or {}=false",
                    config.getFilterName(),
                    ALLOWED_ORIGINS_PARAM,
                    ALLOW_CREDENTIALS_PARAM);
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (handle((HttpServletRequest) request, (HttpServletResponse) response)) {
            chain.doFilter(request, response);
        }
    }

    /** Adds the fields of the response; returns whether the request goes on. */
    private boolean handle(HttpServletRequest request, HttpServletResponse response) {
        // caches must tell apart the responses to different origins, and to none
        response.addHeader("Vary", ORIGIN);
        String origin = request.getHeader(ORIGIN);
        if (origin == null || !isEnabled(request)) {
            return true;
        }
        boolean preflight = isPreflight(request);
        if (origins.matches(origin)) {
            if (preflight) {
                allowPreflight(request, response, origin);
            } else {
                allow(response, origin);
            }
        } else {
            LOG.debug("Origin {} is not allowed", origin);
        }
        if (timingOrigins.matches(origin)) {
            response.setHeader(TIMING_ALLOW_ORIGIN_HEADER, origin);
        }
        return !preflight || chainPreflight;
    }

    /** Returns whether the filter looks at a request: all but those that upgrade to WebSocket, to which CORS does not apply. */
    protected boolean isEnabled(HttpServletRequest request) {
        for (String connection : Collections.list(request.getHeaders("Connection"))) {
            for (String option : connection.split(",")) {
                if (option.trim().equalsIgnoreCase("upgrade")
                        && "websocket".equalsIgnoreCase(request.getHeader("Upgrade"))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isPreflight(HttpServletRequest request) {
        return request.getMethod().equals("OPTIONS") && request.getHeader(ACCESS_CONTROL_REQUEST_METHOD_HEADER) != null;
    }

    private void allow(HttpServletResponse response, String origin) {
        allowOrigin(response, origin);
        if (!exposedHeaders.isEmpty()) {
            response.setHeader(ACCESS_CONTROL_EXPOSE_HEADERS_HEADER, String.join(",", exposedHeaders));
        }
    }

    private void allowOrigin(HttpServletResponse response, String origin) {
        response.setHeader(ACCESS_CONTROL_ALLOW_ORIGIN_HEADER, origin);
        if (credentials) {
            response.setHeader(ACCESS_CONTROL_ALLOW_CREDENTIALS_HEADER, "true");
        }
    }

    private void allowPreflight(HttpServletRequest request, HttpServletResponse response, String origin) {
        if (!methods.contains(request.getHeader(ACCESS_CONTROL_REQUEST_METHOD_HEADER))) {
            return;
        }
        List<String> requested = requestedHeaders(request);
        boolean anyHeader = headers.contains(ANY);
        if (!anyHeader) {
            for (String name : requested) {
                if (headers.stream().noneMatch(name::equalsIgnoreCase)) {
                    return;
                }
            }
        }
        allowOrigin(response, origin);
        if (preflightMaxAge > 0) {
            response.setHeader(ACCESS_CONTROL_MAX_AGE_HEADER, Long.toString(preflightMaxAge));
        }
        response.setHeader(ACCESS_CONTROL_ALLOW_METHODS_HEADER, String.join(",", methods));
        response.setHeader(ACCESS_CONTROL_ALLOW_HEADERS_HEADER, String.join(",", anyHeader ? requested : headers));
    }

    private static List<String> requestedHeaders(HttpServletRequest request) {
        List<String> names = new ArrayList<>();
        String value = request.getHeader(ACCESS_CONTROL_REQUEST_HEADERS_HEADER);
        if (value != null) {
            for (String name : value.split(",")) {
                if (!name.isBlank()) {
                    names.add(name.trim());
                }
            }
        }
        return names;
    }

    @Override
    public void destroy() {}
}
