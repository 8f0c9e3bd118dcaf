package org.eclipse.jetty.http;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.internal.ModeParser;
import org.jspecify.annotations.Nullable;

/** How strictly HTTP/1 messages are read. Thread-safe. */
public final class HttpCompliance implements ComplianceViolation.Mode {
    /** What may be allowed, each with the section that it deviates from. */
    public enum Violation implements ComplianceViolation {
        /** Field names keep the case in which they were sent. */
        CASE_SENSITIVE_FIELD_NAME(
                "https://www.rfc-editor.org/rfc/rfc9110#section-5.1",
                "Field names keep the case in which they were sent"),
        /** Methods are recognised in any case. */
        CASE_INSENSITIVE_METHOD(
                "https://www.rfc-editor.org/rfc/rfc9110#section-9.1", "Methods are recognised in any case"),
        /** HTTP/0.9 requests are answered. */
        HTTP_0_9("https://www.rfc-editor.org/rfc/rfc9112#section-appendix-C.1.1", "HTTP/0.9 requests are answered"),
        /** A field value is continued on the next line. */
        MULTILINE_FIELD_VALUE(
                "https://www.rfc-editor.org/rfc/rfc9112#section-5.2", "A field value is continued on the next line"),
        /** Content-Length is given more than once with one value. */
        MULTIPLE_CONTENT_LENGTHS(
                "https://www.rfc-editor.org/rfc/rfc9112#section-6.3",
                "Content-Length is given more than once with one value"),
        /** Transfer-Encoding and Content-Length are both given. */
        TRANSFER_ENCODING_WITH_CONTENT_LENGTH(
                "https://www.rfc-editor.org/rfc/rfc9112#section-6.1",
                "Transfer-Encoding and Content-Length are both given"),
        /** White space stands between a field name and its colon. */
        WHITESPACE_AFTER_FIELD_NAME(
                "https://www.rfc-editor.org/rfc/rfc9112#section-5.1",
                "White space stands between a field name and its colon"),
        /** White space stands around the equals sign of a parameter. */
        WHITESPACE_IN_PARAMETER(
                "https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6",
                "White space stands around the equals sign of a parameter"),
        /** A field line has no colon. */
        NO_COLON_AFTER_FIELD_NAME("https://www.rfc-editor.org/rfc/rfc9112#section-5", "A field line has no colon"),
        /** Host is given more than once. */
        DUPLICATE_HOST_HEADERS("https://www.rfc-editor.org/rfc/rfc9112#section-3.2", "Host is given more than once"),
        /** Host is not a valid authority. */
        UNSAFE_HOST_HEADER("https://www.rfc-editor.org/rfc/rfc9112#section-3.2", "Host is not a valid authority"),
        /** Host differs from the authority of the request target; where that is allowed, the target has the say. */
        MISMATCHED_AUTHORITY(
                "https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2",
                "Host differs from the authority of the request target"),
        /** A line of the head ends in LF without CR. */
        LF_HEADER_TERMINATION(
                "https://www.rfc-editor.org/rfc/rfc9112#section-2.2", "A line of the head ends in LF without CR"),
        /** A line of the chunked coding ends in LF without CR. */
        LF_CHUNK_TERMINATION(
                "https://www.rfc-editor.org/rfc/rfc9112#section-7.1",
                "A line of the chunked coding ends in LF without CR"),
        /** A quote stands inside a token. */
        BAD_QUOTES_IN_TOKEN("https://www.rfc-editor.org/rfc/rfc9110#section-5.6.4", "A quote stands inside a token");

        private final String url;
        private final String description;

        Violation(String url, String description) {
            this.url = url;
            this.description = description;
        }

        @Override
        public String getName() {
            return name();
        }

        @Override
        public String getURL() {
            return url;
        }

        @Override
        public String getDescription() {
            return description;
        }

        int bit() {
            return 1 << ordinal();
        }
    }

    /** No deviation at all. */
    public static final HttpCompliance STRICT = new HttpCompliance("STRICT", EnumSet.noneOf(Violation.class));
    /**
     * RFC 9110 and RFC 9112; the default. How parameters are written is left to the application, and a Host that differs from
     * the request target is ignored (RFC 9112, section 3.2.2).
     */
    public static final HttpCompliance RFC9110 = new HttpCompliance(
            "RFC9110",
            EnumSet.of(
                    Violation.WHITESPACE_IN_PARAMETER,
                    Violation.MISMATCHED_AUTHORITY,
                    Violation.LF_HEADER_TERMINATION,
                    Violation.BAD_QUOTES_IN_TOKEN));
    /** RFC 7230. */
    public static final HttpCompliance RFC7230 = new HttpCompliance(
            "RFC7230",
            EnumSet.of(
                    Violation.WHITESPACE_IN_PARAMETER,
                    Violation.MISMATCHED_AUTHORITY,
                    Violation.LF_HEADER_TERMINATION,
                    Violation.LF_CHUNK_TERMINATION,
                    Violation.BAD_QUOTES_IN_TOKEN));
    /** RFC 2616 with line folding and HTTP/0.9. */
    public static final HttpCompliance RFC2616 = new HttpCompliance(
            "RFC2616",
            EnumSet.of(
                    Violation.HTTP_0_9,
                    Violation.MULTILINE_FIELD_VALUE,
                    Violation.WHITESPACE_IN_PARAMETER,
                    Violation.MISMATCHED_AUTHORITY,
                    Violation.LF_HEADER_TERMINATION,
                    Violation.LF_CHUNK_TERMINATION,
                    Violation.BAD_QUOTES_IN_TOKEN));
    /** All that old servers took, but methods in any case. */
    public static final HttpCompliance LEGACY = new HttpCompliance(
            "LEGACY",
            EnumSet.of(
                    Violation.CASE_SENSITIVE_FIELD_NAME,
                    Violation.HTTP_0_9,
                    Violation.MULTILINE_FIELD_VALUE,
                    Violation.MULTIPLE_CONTENT_LENGTHS,
                    Violation.TRANSFER_ENCODING_WITH_CONTENT_LENGTH,
                    Violation.WHITESPACE_AFTER_FIELD_NAME,
                    Violation.WHITESPACE_IN_PARAMETER,
                    Violation.NO_COLON_AFTER_FIELD_NAME,
                    Violation.DUPLICATE_HOST_HEADERS,
                    Violation.UNSAFE_HOST_HEADER,
                    Violation.MISMATCHED_AUTHORITY,
                    Violation.LF_HEADER_TERMINATION,
                    Violation.LF_CHUNK_TERMINATION,
                    Violation.BAD_QUOTES_IN_TOKEN));
    /** RFC 2616 as leniently as it was once read. */
    public static final HttpCompliance RFC2616_LEGACY = new HttpCompliance(
            "RFC2616_LEGACY",
            EnumSet.of(
                    Violation.CASE_INSENSITIVE_METHOD,
                    Violation.HTTP_0_9,
                    Violation.MULTILINE_FIELD_VALUE,
                    Violation.MULTIPLE_CONTENT_LENGTHS,
                    Violation.TRANSFER_ENCODING_WITH_CONTENT_LENGTH,
                    Violation.WHITESPACE_IN_PARAMETER,
                    Violation.NO_COLON_AFTER_FIELD_NAME,
                    Violation.MISMATCHED_AUTHORITY,
                    Violation.LF_HEADER_TERMINATION,
                    Violation.LF_CHUNK_TERMINATION,
                    Violation.BAD_QUOTES_IN_TOKEN));
    /** RFC 7230 with methods in any case. */
    public static final HttpCompliance RFC7230_LEGACY = new HttpCompliance(
            "RFC7230_LEGACY",
            EnumSet.of(
                    Violation.CASE_INSENSITIVE_METHOD,
                    Violation.WHITESPACE_IN_PARAMETER,
                    Violation.MISMATCHED_AUTHORITY,
                    Violation.LF_HEADER_TERMINATION,
                    Violation.LF_CHUNK_TERMINATION,
                    Violation.BAD_QUOTES_IN_TOKEN));

    private static final HttpCompliance[] MODES = {
        STRICT, RFC9110, RFC7230, RFC2616, LEGACY, RFC2616_LEGACY, RFC7230_LEGACY
    };
    private static final AtomicInteger CUSTOM = new AtomicInteger();

    private final String name;
    private final Set<Violation> allowed;
    private final int bits;

    /** A mode that allows the given violations. */
    public HttpCompliance(String name, Set<Violation> violations) {
        this.name = name;
        this.allowed = ModeParser.copy(violations, Violation.class);
        int mask = 0;
        for (Violation violation : allowed) {
            mask |= violation.bit();
        }
        this.bits = mask;
    }

    /** The mode of that name. */
    public static @Nullable HttpCompliance valueOf(String name) {
        for (HttpCompliance mode : MODES) {
            if (mode.name.equals(name)) {
                return mode;
            }
        }
        return null;
    }

    /**
     * The mode of a specification: a mode's name, {@code 0} (none) or {@code *} (all), then violations to add or, with a
     * minus sign, to take away, separated by commas.
     */
    public static HttpCompliance from(String spec) {
        HttpCompliance known = valueOf(spec);
        if (known != null) {
            return known;
        }
        return new HttpCompliance("CUSTOM" + CUSTOM.getAndIncrement(), ModeParser.parse(spec, Violation.class, MODES));
    }

    @Override
    public boolean allows(ComplianceViolation violation) {
        return violation instanceof Violation own && (bits & own.bit()) != 0;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public Set<Violation> getAllowed() {
        return allowed;
    }

    @Override
    public Set<Violation> getKnown() {
        return EnumSet.allOf(Violation.class);
    }

    /** A mode that allows some violations more. */
    public HttpCompliance with(String name, Violation... violations) {
        return new HttpCompliance(name, ModeParser.plus(allowed, Violation.class, violations));
    }

    /** A mode that allows some violations less. */
    public HttpCompliance without(String name, Violation... violations) {
        return new HttpCompliance(name, ModeParser.minus(allowed, Violation.class, violations));
    }

    /**
     * Checks what can only be checked with a whole head: that Host is given once and agrees with the target's authority.
     *
     * @throws BadMessageException when a violation is not allowed
     */
    public static void checkHttpCompliance(
            MetaData.Request request, HttpCompliance mode, ComplianceViolation.Listener listener) {
        HttpFields fields = request.getHttpFields();
        HttpField host = null;
        for (int i = 0; i < fields.size(); i++) {
            HttpField field = fields.getField(i);
            if (field.getHeader() != HttpHeader.HOST) {
                continue;
            }
            if (host != null) {
                check(mode, Violation.DUPLICATE_HOST_HEADERS, field.getValue(), listener);
            } else {
                host = field;
            }
        }
        String authority = request.getHttpURI().getAuthority();
        if (host == null || authority == null || !request.getHttpURI().isAbsolute()) {
            return;
        }
        String scheme = request.getHttpURI().getScheme();
        if (!sameAuthority(scheme, authority, host.getValue())) {
            check(mode, Violation.MISMATCHED_AUTHORITY, authority, listener);
        }
    }

    private static boolean sameAuthority(@Nullable String scheme, String a, @Nullable String b) {
        return b != null && withoutDefaultPort(scheme, a).equalsIgnoreCase(withoutDefaultPort(scheme, b));
    }

    private static String withoutDefaultPort(@Nullable String scheme, String authority) {
        String suffix = ":" + HttpScheme.getDefaultPort(scheme);
        return authority.endsWith(suffix) ? authority.substring(0, authority.length() - suffix.length()) : authority;
    }

    private static void check(
            HttpCompliance mode,
            Violation violation,
            @Nullable String details,
            ComplianceViolation.@Nullable Listener listener) {
        if (!mode.allows(violation)) {
            throw new BadMessageException(violation.getDescription());
        }
        if (listener != null) {
            listener.onComplianceViolation(new ComplianceViolation.Event(mode, violation, details));
        }
    }

    /** The request attribute with the violations that were seen. */
    public static final String VIOLATIONS_ATTR = ComplianceViolation.CapturingListener.VIOLATIONS_ATTR_KEY;

    @Override
    public String toString() {
        return name + allowed;
    }
}
