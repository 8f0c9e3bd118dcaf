package org.eclipse.jetty.server.internal.http1;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.ParameterSyntax;
import org.jspecify.annotations.Nullable;

/**
 * Makes requests of what the parser finds.
 *
 * <p>Fields are collected in one mutable object; each request gets immutable ones of its own, which are those of the request
 * before if all fields are the same objects. Confined to its connection.
 */
final class Http1RequestReader implements HttpParser.RequestHandler {
    private final Http1Input input;
    private final HttpFields.Mutable fields = HttpFields.build();
    private final RequestTarget requestTarget;
    private Http1Link connection;
    private HttpFields lastFields = HttpFields.EMPTY;
    private @Nullable String method;
    private @Nullable String target;
    private @Nullable HttpVersion version;
    private @Nullable HttpField host;
    private @Nullable HttpField checkedType;
    private @Nullable HttpException failure;
    private boolean headComplete;
    private boolean earlyEof;
    private boolean close;
    private boolean keepAlive;
    private boolean expectContinue;
    private boolean unknownExpectation;
    private boolean connectionUpgrade;
    private @Nullable HttpField upgrade;

    Http1RequestReader(Http1Input input, Http1Link connection) {
        this.input = input;
        this.connection = connection;
        this.requestTarget = new RequestTarget(connection);
    }

    /** The next requests are those of another connection. */
    void bind(Http1Link connection) {
        this.connection = connection;
        requestTarget.bind(connection);
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

    /** Why the message was refused, if it was. */
    @Nullable
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

    /** The protocols that the client wants to change to (RFC 9110, section 7.8). */
    @Nullable
    String getUpgrade() {
        return upgrade == null || !connectionUpgrade || version != HttpVersion.HTTP_1_1 ? null : upgrade.getValue();
    }

    /** Whether this is the beginning of HTTP/2, by a client that knows that it is spoken here. */
    boolean isPriorKnowledge() {
        return version == HttpVersion.HTTP_2;
    }

    /** Whether the client wants the connection to stay open (RFC 9112, section 9.3). */
    boolean isPersistent() {
        if (failure != null || close) {
            return false;
        }
        return version == HttpVersion.HTTP_1_1 || (version == HttpVersion.HTTP_1_0 && keepAlive);
    }

    /** The request; where the head was refused, what is known of it. */
    MetaData.Request newRequest() {
        if (version == HttpVersion.HTTP_2 && failure == null) {
            // the preface of HTTP/2, which no other connection took
            failure = new BadMessageException(HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505, "HTTP/2 not supported here");
        }
        if (failure == null) {
            assert method != null && target != null && version != null : "the head is complete";
            try {
                HttpURI uri = requestTarget.uri(method, target, host, connection.getComplianceViolationListener());
                if (requestTarget.getReplacedHost() != null) {
                    fields.put(requestTarget.getReplacedHost());
                }
                return new MetaData.Request(
                        input.parser.getBeginNanoTime(),
                        method,
                        uri,
                        version,
                        takeFields(),
                        input.parser.getContentLength());
            } catch (RuntimeException x) {
                failure = x instanceof HttpException http
                        ? http
                        : new BadMessageException(HttpStatus.BAD_REQUEST_400, "Bad URI", x);
            }
        }
        return new MetaData.Request(
                input.parser.getBeginNanoTime(),
                method == null ? HttpMethod.GET.asString() : method,
                MetaData.Request.refusedUri(method, target),
                getVersion(),
                takeFields(),
                0);
    }

    /** The fields as the request's own. A client repeats itself: where each field is that of the request before, so are all. */
    private HttpFields takeFields() {
        lastFields = fields.asImmutable(lastFields);
        return lastFields;
    }

    @Override
    public void startRequest(String method, String uri, HttpVersion version) {
        this.method = method;
        this.target = uri;
        this.version = version;
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
                case EXPECT -> expect(field);
                default -> {
                    // of no concern to the connection
                }
            }
        }
        fields.add(field);
    }

    /** RFC 9110, section 10.1.1: known from HTTP/1.1 on. */
    private void expect(HttpField field) {
        if (version == HttpVersion.HTTP_1_1) {
            String value = field.getValue();
            if (value != null && HttpHeaderValue.CONTINUE.asString().equalsIgnoreCase(value.trim())) {
                expectContinue = true;
            } else {
                unknownExpectation = true;
            }
        }
    }

    private void checkParameters(HttpField field) {
        // the parser hands on the same object as long as the value is the same
        if (field == checkedType || field.getValue() == null || field.getValue().indexOf(';') < 0) {
            return;
        }
        HttpCompliance compliance = connection.getHttpCompliance();
        for (HttpCompliance.Violation violation : ParameterSyntax.violations(field.getValue())) {
            if (!compliance.allows(violation)) {
                failure = new BadMessageException(violation.getDescription());
                return;
            }
            onViolation(new ComplianceViolation.Event(compliance, violation, field.toString()));
        }
        if (connection.getComplianceViolationListener() == null) {
            checkedType = field;
        }
    }

    @Override
    public boolean headerComplete() {
        headComplete = true;
        if (unknownExpectation) {
            failure = new BadMessageException(HttpStatus.EXPECTATION_FAILED_417);
        }
        if (input.parser.isFramingInDoubt()) {
            close = true;
        }
        if (!input.parser.hasContent()) {
            expectContinue = false;
        }
        return input.parser.hasContent();
    }

    @Override
    public void parsedTrailer(HttpField field) {
        input.onTrailer(field);
    }

    @Override
    public boolean content(ByteBuffer content) {
        input.onContent(content);
        return input.parser.isChunking();
    }

    @Override
    public boolean contentComplete() {
        return false;
    }

    @Override
    public boolean messageComplete() {
        input.onMessageComplete();
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
        ComplianceViolation.Listener listener = connection.getComplianceViolationListener();
        if (listener != null) {
            listener.onComplianceViolation(event);
        }
    }
}
