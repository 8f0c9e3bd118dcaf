package org.eclipse.jetty.server.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.HostPortHttpField;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.ParameterSyntax;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.util.HostPort;

/**
 * Makes requests of what the parser finds.
 *
 * <p>Fields are collected in one recycled object; a target and Host equal to those of the request before give the same URI.
 * Confined to its exchange.getConnection().
 */
final class Http1RequestReader implements HttpParser.RequestHandler {
    private final Http1Exchange exchange;
    private final HttpFields.Mutable fields = HttpFields.build();
    private final RequestHead head = new RequestHead(fields);
    private String method;
    private String target;
    private HttpVersion version;
    private HttpField host;
    private HttpField checkedType;
    private HttpException failure;
    private boolean headComplete;
    private boolean earlyEof;
    private boolean close;
    private boolean keepAlive;
    private boolean expectContinue;
    private boolean unknownExpectation;
    private boolean connectionUpgrade;
    private HttpField upgrade;
    private HttpURI lastUri;
    private String lastTarget;
    private String lastMethod;
    private HttpField lastHost;
    /** Whether the last URI has nothing of its connection but the scheme. */
    private boolean ofAnyConnection;

    private boolean secure;
    private boolean rebound = true;
    /** What Host is taken for where it differs from the target; null where it does not. */
    private HttpField targetHost;

    Http1RequestReader(Http1Exchange exchange) {
        this.exchange = exchange;
    }

    /** The next requests are those of another connection, whose scheme and authority may be others. */
    void rebind() {
        rebound = true;
    }

    /** Looks at the connection when its first request is there, for before it the TLS handshake may not be done. */
    private void meetConnection() {
        boolean nowSecure = exchange.getConnection().isSecure();
        if (secure != nowSecure || !ofAnyConnection) {
            lastUri = null;
        }
        secure = nowSecure;
        rebound = false;
    }

    void reset() {
        fields.clear();
        method = null;
        target = null;
        version = null;
        host = null;
        failure = null;
        headComplete = false;
        earlyEof = false;
        close = false;
        keepAlive = false;
        expectContinue = false;
        unknownExpectation = false;
        connectionUpgrade = false;
        upgrade = null;
    }

    boolean isHeadComplete() {
        return headComplete;
    }

    /** Why the message was refused; null if it was not. */
    HttpException getFailure() {
        return failure;
    }

    void setFailure(HttpException x) {
        failure = x;
    }

    boolean isEarlyEof() {
        return earlyEof;
    }

    boolean isExpectContinue() {
        return expectContinue;
    }

    HttpVersion getVersion() {
        return version == null || version == HttpVersion.HTTP_2 ? HttpVersion.HTTP_1_1 : version;
    }

    /** The protocols that the client wants to change to (RFC 9110 section 7.8); null if it does not. */
    String getUpgrade() {
        return upgrade == null || !connectionUpgrade || version != HttpVersion.HTTP_1_1 ? null : upgrade.getValue();
    }

    /** Whether this is the beginning of HTTP/2, by a client that knows that it is spoken here. */
    boolean isPriorKnowledge() {
        return version == HttpVersion.HTTP_2;
    }

    /** Whether the client wants the connection to stay open (RFC 9112 section 9.3). */
    boolean isPersistent() {
        if (failure != null || close) {
            return false;
        }
        return version == HttpVersion.HTTP_1_1 || (version == HttpVersion.HTTP_1_0 && keepAlive);
    }

    /** The request; where the head was refused, what is known of it. */
    MetaData.Request newRequest(long beginNanoTime) {
        if (version == HttpVersion.HTTP_2 && failure == null) {
            // the preface of HTTP/2, which no other connection took
            failure = new BadMessageException(HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505, "HTTP/2 not supported here");
        }
        if (failure != null) {
            return refused(beginNanoTime);
        }
        try {
            if (rebound) {
                meetConnection();
            }
            HttpURI uri = lastUri;
            if (target != lastTarget || method != lastMethod || host != lastHost || uri == null) {
                lastUri = null;
                targetHost = null;
                uri = newUri();
                // who listens is told of each request
                boolean told = exchange.getConnection().getComplianceViolationListener() != null
                        && (targetHost != null || uri.hasViolations());
                lastUri = told ? null : uri;
                lastTarget = target;
                lastMethod = method;
                lastHost = host;
            }
            if (targetHost != null) {
                fields.put(targetHost);
            }
            return head.begin(beginNanoTime, method, uri, version, exchange.parser.getContentLength());
        } catch (RuntimeException x) {
            failure = x instanceof HttpException http
                    ? http
                    : new BadMessageException(HttpStatus.BAD_REQUEST_400, "Bad URI", x);
            return refused(beginNanoTime);
        }
    }

    private MetaData.Request refused(long beginNanoTime) {
        return head.begin(
                beginNanoTime,
                method == null ? HttpMethod.GET.asString() : method,
                HttpURI.from("http://badMessage"),
                getVersion(),
                0);
    }

    private HttpURI newUri() {
        HttpURI.Mutable uri = HttpURI.build(method, target);
        ofAnyConnection = true;
        HttpConfiguration configuration = exchange.getConnection().getHttpConfiguration();
        UriCompliance compliance = configuration.getUriCompliance();
        if (uri.hasViolations()) {
            String violation = UriCompliance.checkUriCompliance(
                    compliance, uri, exchange.getConnection().getComplianceViolationListener());
            if (violation != null) {
                throw new BadMessageException(violation);
            }
        }
        boolean connect = HttpMethod.CONNECT.is(method);
        if (uri.getHost() != null && host != null && !connect && !isAuthorityOf(uri)) {
            onMismatch(uri);
        }
        if (uri.getHost() == null && !connect) {
            authority(uri);
        }
        String scheme = uri.getScheme();
        if (scheme == null) {
            uri.scheme(secure ? "https" : "http");
        } else if (!HttpScheme.HTTP.is(scheme) && !HttpScheme.HTTPS.is(scheme)) {
            throw new BadMessageException("scheme of the request target (expected: http or https)");
        } else if (HttpScheme.HTTPS.is(scheme)
                && !secure
                && configuration.getCustomizers().isEmpty()) {
            // RFC 9110 section 7.4; a customizer may know of a gateway that is trusted
            throw new BadMessageException(HttpStatus.MISDIRECTED_REQUEST_421, "https over a connection in clear text");
        }
        String path = uri.getPath();
        boolean asterisk = "*".equals(target);
        if (asterisk && !HttpMethod.OPTIONS.is(method)) {
            throw new BadMessageException(
                    "asterisk-form with " + method + " (expected: OPTIONS, RFC 9112 section 3.2.4)");
        }
        if (!connect && !asterisk && (path == null || !path.startsWith("/"))) {
            throw new BadMessageException("Bad URI: path (expected: absolute)");
        }
        if (!asterisk && !connect && uri.getCanonicalPath() == null) {
            throw new BadMessageException("Bad URI: path above the root");
        }
        return uri.asImmutable();
    }

    private boolean isAuthorityOf(HttpURI uri) {
        return host instanceof HostPortHttpField given
                && uri.getHost().equalsIgnoreCase(given.getHost())
                && port(uri, uri.getPort()) == port(uri, given.getPort());
    }

    /** RFC 9112 section 3.2.2: what Host says is ignored, also by an application that looks at it. */
    private void onMismatch(HttpURI uri) {
        HttpCompliance compliance =
                exchange.getConnection().getHttpConfiguration().getHttpCompliance();
        if (!compliance.allows(HttpCompliance.Violation.MISMATCHED_AUTHORITY)) {
            throw new BadMessageException(HttpCompliance.Violation.MISMATCHED_AUTHORITY.getDescription());
        }
        onViolation(new ComplianceViolation.Event(
                compliance,
                HttpCompliance.Violation.MISMATCHED_AUTHORITY,
                uri.getAuthority() + " != " + host.getValue()));
        targetHost = new HostPortHttpField(uri.getHost(), uri.getPort());
    }

    private static int port(HttpURI uri, int port) {
        return port > 0 ? port : HttpScheme.getDefaultPort(uri.getScheme());
    }

    /** The authority of an origin-form target is that of Host, or of the connection (RFC 9110 section 7.1). */
    private void authority(HttpURI.Mutable uri) {
        if (host instanceof HostPortHttpField hostPort
                && hostPort.getHost() != null
                && !hostPort.getHost().isEmpty()) {
            uri.authority(hostPort.getHost(), hostPort.getPort() > 0 ? hostPort.getPort() : -1);
            return;
        }
        ofAnyConnection = false;
        HostPort authority = ((ConnectionMetaData) exchange.getConnection()).getServerAuthority();
        if (authority != null) {
            uri.authority(authority.getHost(), authority.getPort());
        }
    }

    @Override
    public void startRequest(String newMethod, String uri, HttpVersion newVersion) {
        method = newMethod;
        target = uri;
        version = newVersion;
    }

    @Override
    public void parsedHeader(HttpField field) {
        HttpHeader header = field.getHeader();
        if (header != null) {
            switch (header) {
                case CONNECTION -> {
                    close |= field.contains(HttpHeaderValue.CLOSE.asString());
                    keepAlive |= field.contains(HttpHeaderValue.KEEP_ALIVE.asString());
                    connectionUpgrade |= field.contains("Upgrade");
                }
                case UPGRADE -> upgrade = field;
                case CONTENT_TYPE -> checkParameters(field);
                case HOST -> host = field;
                case EXPECT -> {
                    // RFC 9110 section 10.1.1: known from HTTP/1.1 on
                    if (version == HttpVersion.HTTP_1_1) {
                        if (HttpHeaderValue.CONTINUE
                                .asString()
                                .equalsIgnoreCase(field.getValue().trim())) {
                            expectContinue = true;
                        } else {
                            unknownExpectation = true;
                        }
                    }
                }
                default -> {
                    // of no concern to the connection
                }
            }
        }
        fields.add(field);
    }

    private void checkParameters(HttpField field) {
        // the parser hands on the same object as long as the value is the same
        if (field == checkedType || field.getValue() == null || field.getValue().indexOf(';') < 0) {
            return;
        }
        HttpCompliance compliance =
                exchange.getConnection().getHttpConfiguration().getHttpCompliance();
        for (HttpCompliance.Violation violation : ParameterSyntax.violations(field.getValue())) {
            if (!compliance.allows(violation)) {
                failure = new BadMessageException(violation.getDescription());
                return;
            }
            onViolation(new ComplianceViolation.Event(compliance, violation, field.toString()));
        }
        if (exchange.getConnection().getComplianceViolationListener() == null) {
            checkedType = field;
        }
    }

    @Override
    public boolean headerComplete() {
        headComplete = true;
        if (unknownExpectation) {
            failure = new BadMessageException(HttpStatus.EXPECTATION_FAILED_417);
        }
        if (exchange.parser.isFramingInDoubt()) {
            close = true;
        }
        if (!exchange.parser.hasContent()) {
            expectContinue = false;
        }
        return exchange.parser.hasContent();
    }

    @Override
    public void parsedTrailer(HttpField field) {
        exchange.stream.addTrailer(field);
    }

    @Override
    public boolean content(ByteBuffer content) {
        exchange.getConnection().onContent(content);
        return exchange.parser.isChunking();
    }

    @Override
    public boolean contentComplete() {
        return false;
    }

    @Override
    public boolean messageComplete() {
        exchange.getConnection().onMessageComplete();
        return true;
    }

    @Override
    public void badMessage(HttpException x) {
        failure = x;
    }

    @Override
    public void earlyEOF() {
        earlyEof = true;
    }

    @Override
    public void onViolation(ComplianceViolation.Event event) {
        ComplianceViolation.Listener listener = exchange.getConnection().getComplianceViolationListener();
        if (listener != null) {
            listener.onComplianceViolation(event);
        }
    }
}
