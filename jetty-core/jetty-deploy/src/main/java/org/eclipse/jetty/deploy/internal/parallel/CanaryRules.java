package org.eclipse.jetty.deploy.internal.parallel;

import org.eclipse.jetty.deploy.internal.DeployKeys;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/**
 * Which new clients go to the newest version, and when it is withdrawn.
 *
 * @param percent the share of the new clients
 * @param header a request field, or {@code name=value}, whose requests go there; null for none
 * @param cookie a cookie, or {@code name=value}, whose requests go there; null for none
 * @param maxFailurePercent the share of failed responses above which it is withdrawn; 100 for never
 * @param maxLatencyMillis a response that takes longer counts as failed; 0 for any time
 * @param minRequests as many requests of the last minute are needed to judge it
 */
public record CanaryRules(
        double percent,
        @Nullable String header,
        @Nullable String cookie,
        double maxFailurePercent,
        long maxLatencyMillis,
        int minRequests) {
    /** The default of {@link #minRequests}. */
    private static final int MIN_REQUESTS = 50;

    /** All new clients go to the version, and it stays. */
    public static final CanaryRules NONE = new CanaryRules(100, null, null, 100, 0, MIN_REQUESTS);

    /** The rules that the properties of an application give. */
    public static CanaryRules of(Attributes attributes) {
        return new CanaryRules(
                attribute(attributes, DeployKeys.CANARY_PERCENT, NONE.percent),
                (String) attributes.getAttribute(DeployKeys.CANARY_HEADER),
                (String) attributes.getAttribute(DeployKeys.CANARY_COOKIE),
                attribute(attributes, DeployKeys.CANARY_MAX_FAILURE_PERCENT, NONE.maxFailurePercent),
                attribute(attributes, DeployKeys.CANARY_MAX_LATENCY, NONE.maxLatencyMillis),
                attribute(attributes, DeployKeys.CANARY_MIN_REQUESTS, NONE.minRequests));
    }

    @SuppressWarnings("unchecked")
    private static <T> T attribute(Attributes attributes, String name, T otherwise) {
        Object value = attributes.getAttribute(name);
        return value == null ? otherwise : (T) value;
    }

    /** Whether not all new clients go to the version. */
    boolean isCanary() {
        return percent < 100;
    }

    boolean isJudged() {
        return maxFailurePercent < 100;
    }

    /** Whether the client asks for the version. */
    boolean isAskedFor(Request request) {
        if (header != null) {
            for (HttpField field : request.getHeaders()) {
                if (matches(header, field.getName(), field.getValue(), true)) {
                    return true;
                }
            }
        }
        if (cookie != null) {
            for (HttpCookie sent : Request.getCookies(request)) {
                if (matches(cookie, sent.getName(), sent.getValue(), false)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean matches(String rule, String name, @Nullable String value, boolean ignoreCase) {
        int equals = rule.indexOf('=');
        String wanted = equals < 0 ? rule : rule.substring(0, equals);
        boolean named = ignoreCase ? wanted.equalsIgnoreCase(name) : wanted.equals(name);
        return named && (equals < 0 || rule.substring(equals + 1).equals(value));
    }
}
