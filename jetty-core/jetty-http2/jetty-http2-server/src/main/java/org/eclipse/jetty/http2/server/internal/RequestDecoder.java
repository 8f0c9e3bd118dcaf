package org.eclipse.jetty.http2.server.internal;

import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.HostPortHttpField;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpTokens;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.http2.hpack.HpackException;
import org.eclipse.jetty.http2.internal.FieldRules;
import org.eclipse.jetty.server.HttpConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Makes requests of blocks of fields (RFC 9113, section 8.3).
 *
 * <p>Fields that the client repeats come as the same objects out of its dynamic table, so that the URI of the request before
 * is taken if all of its parts are the same. What is wrong by RFC 9113 makes a request malformed, and its stream is reset;
 * what HTTP would answer by a status is refused with that. Confined to its connection.
 */
final class RequestDecoder implements HpackDecoder.Fields {
    private final HttpConfiguration configuration;
    private final HpackDecoder decoder;
    private final boolean secure;
    private final boolean connectProtocol;
    private final HttpFields.Mutable requestFields = HttpFields.build();
    private HttpFields lastFields = HttpFields.EMPTY;
    private HttpFields.Mutable fields = requestFields;
    private boolean trailers;
    private boolean regularSeen;
    private @Nullable String malformed;
    private @Nullable HttpException refusal;
    private @Nullable HttpField method;
    private @Nullable HttpField scheme;
    private @Nullable HttpField authority;
    private @Nullable HttpField path;
    private @Nullable HttpField protocol;
    private @Nullable HttpField host;
    private int cookies;
    private long contentLength;
    private boolean expectContinue;

    private @Nullable HttpField lastMethod;
    private @Nullable HttpField lastScheme;
    private @Nullable HttpField lastAuthority;
    private @Nullable HttpField lastPath;
    private @Nullable HttpURI lastUri;
    private @Nullable HttpField parsedAuthority;
    private @Nullable HostPortHttpField hostOfAuthority;

    /** @param secure whether the connection is within TLS */
    RequestDecoder(HttpConfiguration configuration, boolean secure, int maxTableCapacity, boolean connectProtocol) {
        this.configuration = configuration;
        this.secure = secure;
        this.connectProtocol = connectProtocol;
        decoder = new HpackDecoder(configuration.getRequestHeaderSize());
        if (maxTableCapacity > HpackDecoder.DEFAULT_CAPACITY) {
            decoder.setMaxTableCapacity(maxTableCapacity);
        }
    }

    HpackDecoder getDecoder() {
        return decoder;
    }

    /**
     * Decodes a block; what was found is asked for afterwards.
     *
     * @param into takes trailers; null for the fields of a request
     */
    void decode(byte[] block, int from, int to, HttpFields.@Nullable Mutable into) throws HpackException {
        boolean asTrailers = into != null;
        fields = into != null ? into : requestFields.clear();
        trailers = asTrailers;
        regularSeen = asTrailers;
        malformed = null;
        refusal = null;
        method = null;
        scheme = null;
        authority = null;
        path = null;
        protocol = null;
        host = null;
        cookies = 0;
        contentLength = -1;
        expectContinue = false;
        if (!decoder.decode(block, from, to, this)) {
            refusal = new HttpException.RuntimeException(
                    HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431,
                    "fields beyond " + configuration.getRequestHeaderSize() + " octets");
        } else if (!asTrailers && malformed == null) {
            check();
        }
    }

    /** Why the stream is to be reset. */
    @Nullable
    String getMalformed() {
        return malformed;
    }

    /** Why the request is to be answered with an error. Known after {@link #newRequest}. */
    @Nullable
    HttpException getRefusal() {
        return refusal;
    }

    /** How many times the limit of fields the block was, of those that are refused for it; 0 for others. */
    int getExcess() {
        long limit = configuration.getRequestHeaderSize();
        return limit <= 0 || decoder.getListSize() <= limit
                ? 0
                : (int) Math.min(Short.MAX_VALUE, decoder.getListSize() / limit);
    }

    boolean isExpectContinue() {
        return expectContinue;
    }

    long getContentLength() {
        return contentLength;
    }

    boolean isConnect() {
        return method != null && HttpMethod.CONNECT.is(method.getValue());
    }

    // ---- fields

    @Override
    public void onField(HttpField field) {
        HttpHeader header = field.getHeader();
        if (header == null) {
            if (field.getName().charAt(0) == ':') {
                malformed("pseudo-field " + field.getName());
            }
            regularSeen = true;
            fields.add(field);
        } else if (header.isPseudo()) {
            onPseudoField(header, field);
        } else {
            regularSeen = true;
            onKnownField(header, field);
        }
    }

    @Override
    public void onBadField(String reason) {
        malformed(reason);
    }

    private void malformed(String reason) {
        if (malformed == null) {
            malformed = reason;
        }
    }

    private void onPseudoField(HttpHeader header, HttpField field) {
        if (regularSeen) {
            malformed(trailers ? "pseudo-field in trailers" : "pseudo-field after a field");
            return;
        }
        HttpField before;
        switch (header) {
            case C_METHOD -> {
                before = method;
                method = field;
            }
            case C_SCHEME -> {
                before = scheme;
                scheme = field;
            }
            case C_AUTHORITY -> {
                before = authority;
                authority = field;
            }
            case C_PATH -> {
                before = path;
                path = field;
            }
            case C_PROTOCOL -> {
                before = protocol;
                protocol = field;
            }
            default -> {
                malformed("pseudo-field " + field.getName());
                return;
            }
        }
        if (before != null) {
            malformed("second " + field.getName());
        }
    }

    private void onKnownField(HttpHeader header, HttpField field) {
        switch (header) {
            case CONNECTION, KEEP_ALIVE, PROXY_CONNECTION, TRANSFER_ENCODING, UPGRADE ->
                malformed("field " + field.getName() + ", which is for HTTP/1.1");
            case TE -> {
                if (!"trailers".equalsIgnoreCase(field.getValue())) {
                    malformed("TE other than trailers");
                }
            }
            case CONTENT_LENGTH -> {
                long length = FieldRules.parseLength(value(field));
                if (length < 0 || (contentLength >= 0 && contentLength != length)) {
                    malformed("content-length");
                }
                contentLength = length;
            }
            case HOST -> {
                if (host != null) {
                    malformed("second host");
                }
                host = field;
            }
            case COOKIE -> cookies++;
            case EXPECT -> {
                if ("100-continue".equalsIgnoreCase(field.getValue())) {
                    expectContinue = true;
                } else {
                    refusal = new BadMessageException(HttpStatus.EXPECTATION_FAILED_417);
                }
            }
            default -> {
                // of no concern to the connection
            }
        }
        fields.add(field);
    }

    /** RFC 9113, section 8.3.1; RFC 8441, section 4; methods and protocols are tokens (RFC 9110, sections 9.1 and 7.8). */
    private void check() {
        if (method == null) {
            malformed("no :method");
        } else if (method != lastMethod && !HttpTokens.isToken(method.getValue())) {
            malformed(":method (expected: a token)");
        } else if (protocol != null && !HttpTokens.isToken(protocol.getValue())) {
            malformed(":protocol (expected: a token)");
        } else if (protocol != null && !(connectProtocol && isConnect())) {
            malformed(":protocol without extended CONNECT");
        } else if (isConnect() && protocol == null) {
            if (scheme != null || path != null || authority == null) {
                malformed("CONNECT (expected: :authority, neither :scheme nor :path)");
            }
        } else if (scheme == null || value(scheme).isEmpty()) {
            malformed("no :scheme");
        } else if (path == null || value(path).isEmpty()) {
            malformed("no :path");
        }
    }

    // ---- request

    /** The value of a field that is there, as {@link #check} made sure; the decoder makes none without a value. */
    private static String value(@Nullable HttpField field) {
        assert field != null;
        String value = field.getValue();
        assert value != null;
        return value;
    }

    /** The fields as the request's own. A client repeats itself: where each field is that of the request before, so are all. */
    private HttpFields takeFields() {
        lastFields = fields.asImmutable(lastFields);
        return lastFields;
    }

    /** The request of a block that is not malformed. */
    MetaData.Request newRequest(long beginNanoTime) {
        if (cookies > 1) {
            joinCookies();
        }
        if (refusal == null) {
            try {
                HttpURI uri = uri();
                if (hostOfAuthority != null && authority != null && host == null) {
                    fields.add(hostOfAuthority);
                }
                if (protocol != null) {
                    return new MetaData.ConnectRequest(
                            beginNanoTime, value(scheme), hostOfAuthority, value(path), takeFields(), value(protocol));
                }
                return new MetaData.Request(
                        beginNanoTime, value(method), uri, HttpVersion.HTTP_2, takeFields(), contentLength);
            } catch (RuntimeException x) {
                refusal = x instanceof HttpException http
                        ? http
                        : new BadMessageException(HttpStatus.BAD_REQUEST_400, "Bad URI", x);
            }
        }
        return new MetaData.Request(
                beginNanoTime,
                method == null ? HttpMethod.GET.asString() : value(method),
                MetaData.Request.refusedUri(method == null ? null : value(method), path == null ? null : value(path)),
                HttpVersion.HTTP_2,
                takeFields(),
                -1);
    }

    /** A client may split its cookies over fields, which no application knows (RFC 9113, section 8.2.3). */
    private void joinCookies() {
        StringBuilder all = new StringBuilder();
        for (HttpField field : fields) {
            if (field.getHeader() == HttpHeader.COOKIE) {
                if (!all.isEmpty()) {
                    all.append("; ");
                }
                all.append(field.getValue());
            }
        }
        fields.remove(HttpHeader.COOKIE);
        fields.add(new HttpField(HttpHeader.COOKIE, all.toString()));
    }

    private HttpURI uri() {
        HttpField named = authority == null ? host : authority;
        if (authority != null && host != null && !value(authority).equalsIgnoreCase(value(host))) {
            throw new BadMessageException("host other than :authority");
        }
        HttpURI last = lastUri;
        if (last != null
                && method == lastMethod
                && scheme == lastScheme
                && named == lastAuthority
                && path == lastPath) {
            return last;
        }
        lastUri = null;
        lastMethod = null;
        HttpURI uri = newUri(named);
        lastMethod = method;
        lastScheme = scheme;
        lastAuthority = named;
        lastPath = path;
        lastUri = uri;
        return uri;
    }

    private HttpURI newUri(@Nullable HttpField named) {
        if (named != parsedAuthority || named == null) {
            hostOfAuthority = named == null || value(named).isEmpty()
                    ? null
                    : new HostPortHttpField(HttpHeader.HOST, HttpHeader.HOST.asString(), value(named));
            parsedAuthority = named;
        }
        if (authority != null && value(authority).indexOf('@') >= 0) {
            throw new BadMessageException("user information in :authority");
        }
        boolean connect = isConnect() && protocol == null;
        String target = value(connect ? authority : path);
        boolean asterisk = "*".equals(target);
        if (asterisk && !HttpMethod.OPTIONS.is(value(method))) {
            throw new BadMessageException("asterisk-form with " + value(method) + " (expected: OPTIONS)");
        }
        if (!connect && !asterisk && target.charAt(0) != '/') {
            throw new BadMessageException("Bad URI: path (expected: absolute)");
        }
        HttpURI.Mutable uri =
                HttpURI.build(connect ? HttpMethod.CONNECT.asString() : HttpMethod.GET.asString(), target);
        if (uri.hasViolations()) {
            UriCompliance compliance = configuration.getUriCompliance();
            String violation = UriCompliance.checkUriCompliance(
                    compliance,
                    uri,
                    ComplianceViolation.Listener.toAll(configuration.getComplianceViolationListeners()));
            if (violation != null) {
                throw new BadMessageException(violation);
            }
        }
        if (!connect) {
            checkScheme();
            uri.scheme(value(scheme));
            if (hostOfAuthority != null) {
                uri.authority(hostOfAuthority.getHost(), hostOfAuthority.getPort(-1));
            }
            if (!asterisk && uri.getCanonicalPath() == null) {
                throw new BadMessageException("Bad URI: path above the root");
            }
        }
        return uri.asImmutable();
    }

    private void checkScheme() {
        String named = value(scheme);
        if (HttpScheme.HTTPS.is(named)) {
            if (!secure && configuration.getCustomizers().isEmpty()) {
                // RFC 9110, section 7.4; a customizer may know of a gateway that is trusted
                throw new BadMessageException(
                        HttpStatus.MISDIRECTED_REQUEST_421, "https over a connection in clear text");
            }
        } else if (!HttpScheme.HTTP.is(named)) {
            throw new BadMessageException(":scheme (expected: http or https)");
        }
    }
}
