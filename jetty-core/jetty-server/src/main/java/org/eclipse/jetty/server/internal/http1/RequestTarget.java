package org.eclipse.jetty.server.internal.http1;

import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.HostPortHttpField;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.util.HostPort;
import org.jspecify.annotations.Nullable;

/**
 * Makes the URI of a request of its target, its Host and its connection (RFC 9112, section 3.2 and 3.3).
 *
 * <p>A target and Host equal to those of the request before give the same URI, which is immutable: also to another connection,
 * unless the authority or the scheme is that of the connection. Confined to its connection.
 */
final class RequestTarget {
    private Http1Link connection;
    private ComplianceViolation.@Nullable Listener listener;
    private boolean secure;
    private boolean rebound = true;
    /** Whether the last URI has nothing of its connection but the scheme. */
    private boolean ofAnyConnection;

    private @Nullable HttpURI lastUri;
    private @Nullable String lastTarget;
    private @Nullable String lastMethod;
    private @Nullable HttpField lastHost;
    /** What Host is taken for where it differs from the target; null where it does not. */
    private @Nullable HttpField replacedHost;

    /** @param connection that of the first requests */
    RequestTarget(Http1Link connection) {
        this.connection = connection;
    }

    /** The next requests are those of another connection, whose scheme and authority may be others. */
    void bind(Http1Link connection) {
        this.connection = connection;
        rebound = true;
    }

    /** Looks at the connection when its first request is there: before that the TLS handshake may not be done. */
    private void meetConnection() {
        boolean nowSecure = connection.isSecure();
        if (secure != nowSecure || !ofAnyConnection) {
            lastUri = null;
        }
        secure = nowSecure;
        rebound = false;
    }

    /**
     * The URI of a request.
     *
     * @param listener takes violations that are allowed
     * @throws BadMessageException if the request must be refused
     */
    HttpURI uri(
            String method, String target, @Nullable HttpField host, ComplianceViolation.@Nullable Listener listener) {
        if (rebound) {
            meetConnection();
        }
        HttpURI uri = lastUri;
        if (target == lastTarget && method == lastMethod && host == lastHost && uri != null) {
            return uri;
        }
        lastUri = null;
        replacedHost = null;
        this.listener = listener;
        uri = make(method, target, host);
        // a listener gets the violations of each request
        boolean reported = listener != null && (replacedHost != null || uri.hasViolations());
        lastUri = reported ? null : uri;
        lastTarget = target;
        lastMethod = method;
        lastHost = host;
        return uri;
    }

    /** What replaces the Host field of the request whose URI was made last; null if it stays. */
    @Nullable
    HttpField getReplacedHost() {
        return replacedHost;
    }

    private HttpURI make(String method, String target, @Nullable HttpField host) {
        HttpURI.Mutable uri = HttpURI.build(method, target);
        ofAnyConnection = true;
        UriCompliance compliance = connection.getUriCompliance();
        if (uri.hasViolations()) {
            String violation = UriCompliance.checkUriCompliance(compliance, uri, listener);
            if (violation != null) {
                throw new BadMessageException(violation);
            }
        }
        boolean connect = HttpMethod.CONNECT.is(method);
        String named = uri.getHost();
        if (named != null && host != null && !connect && !isAuthorityOf(uri, named, host)) {
            onMismatch(uri, named, host);
        }
        if (named == null && !connect) {
            authority(uri, host);
        }
        scheme(uri);
        checkPath(uri, method, target, connect);
        return uri.asImmutable();
    }

    private void scheme(HttpURI.Mutable uri) {
        String scheme = uri.getScheme();
        if (scheme == null) {
            uri.scheme(secure ? "https" : "http");
        } else if (!HttpScheme.HTTP.is(scheme) && !HttpScheme.HTTPS.is(scheme)) {
            throw new BadMessageException("scheme of the request target (expected: http or https)");
        } else if (HttpScheme.HTTPS.is(scheme) && !secure && !connection.isCustomized()) {
            // RFC 9110, section 7.4; a customizer may know of a gateway that is trusted
            throw new BadMessageException(HttpStatus.MISDIRECTED_REQUEST_421, "https over a connection in clear text");
        }
    }

    private static void checkPath(HttpURI uri, String method, String target, boolean connect) {
        String path = uri.getPath();
        boolean asterisk = "*".equals(target);
        if (asterisk && !HttpMethod.OPTIONS.is(method)) {
            throw new BadMessageException(
                    "asterisk-form with " + method + " (expected: OPTIONS, RFC 9112, section 3.2.4)");
        }
        if (!connect && !asterisk && (path == null || !path.startsWith("/"))) {
            throw new BadMessageException("Bad URI: path (expected: absolute)");
        }
        if (!asterisk && !connect && uri.getCanonicalPath() == null) {
            throw new BadMessageException("Bad URI: path above the root");
        }
    }

    private static boolean isAuthorityOf(HttpURI uri, String named, HttpField host) {
        return host instanceof HostPortHttpField given
                && named.equalsIgnoreCase(given.getHost())
                && port(uri, uri.getPort()) == port(uri, given.getPort());
    }

    /** RFC 9112, section 3.2.2: a Host that differs from the target is ignored, also by an application that reads it. */
    private void onMismatch(HttpURI uri, String named, HttpField host) {
        HttpCompliance compliance = connection.getHttpCompliance();
        if (!compliance.allows(HttpCompliance.Violation.MISMATCHED_AUTHORITY)) {
            throw new BadMessageException(HttpCompliance.Violation.MISMATCHED_AUTHORITY.getDescription());
        }
        if (listener != null) {
            listener.onComplianceViolation(new ComplianceViolation.Event(
                    compliance,
                    HttpCompliance.Violation.MISMATCHED_AUTHORITY,
                    uri.getAuthority() + " != " + host.getValue()));
        }
        replacedHost = new HostPortHttpField(named, uri.getPort());
    }

    private static int port(HttpURI uri, int port) {
        return port > 0 ? port : HttpScheme.getDefaultPort(uri.getScheme());
    }

    /** The authority of an origin-form target is that of Host, or of the connection (RFC 9110, section 7.1). */
    private void authority(HttpURI.Mutable uri, @Nullable HttpField host) {
        if (host instanceof HostPortHttpField hostPort
                && hostPort.getHost() != null
                && !hostPort.getHost().isEmpty()) {
            uri.authority(hostPort.getHost(), hostPort.getPort() > 0 ? hostPort.getPort() : -1);
            return;
        }
        ofAnyConnection = false;
        HostPort authority = connection.getServerAuthority();
        if (authority != null) {
            uri.authority(authority.getHost(), authority.getPort());
        }
    }
}
