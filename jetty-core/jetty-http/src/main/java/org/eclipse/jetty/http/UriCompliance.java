package org.eclipse.jetty.http;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.internal.ModeParser;
import org.jspecify.annotations.Nullable;

/** How strictly request targets are read. Thread-safe. */
public final class UriCompliance implements ComplianceViolation.Mode {
    /** What may be allowed, each with the section that it deviates from. */
    public enum Violation implements ComplianceViolation {
        /** A dot segment is percent-encoded. */
        AMBIGUOUS_PATH_SEGMENT(
                "https://www.rfc-editor.org/rfc/rfc3986#section-3.3", "A dot segment is percent-encoded"),
        /** A path has an empty segment. */
        AMBIGUOUS_EMPTY_SEGMENT("https://www.rfc-editor.org/rfc/rfc3986#section-3.3", "A path has an empty segment"),
        /** A slash is percent-encoded. */
        AMBIGUOUS_PATH_SEPARATOR("https://www.rfc-editor.org/rfc/rfc3986#section-3.3", "A slash is percent-encoded"),
        /** A dot segment has a parameter. */
        AMBIGUOUS_PATH_PARAMETER("https://www.rfc-editor.org/rfc/rfc3986#section-3.3", "A dot segment has a parameter"),
        /** A percent sign is percent-encoded. */
        AMBIGUOUS_PATH_ENCODING(
                "https://www.rfc-editor.org/rfc/rfc3986#section-2.1", "A percent sign is percent-encoded"),
        /** A character is encoded as %uXXXX. */
        UTF16_ENCODINGS(
                "https://www.w3.org/International/iri-edit/draft-duerst-iri.html#anchor29",
                "A character is encoded as %uXXXX"),
        /** Percent-encoded octets are not UTF-8. */
        BAD_UTF8_ENCODING("https://www.rfc-editor.org/rfc/rfc3629#section-3", "Percent-encoded octets are not UTF-8"),
        /** A percent-encoded UTF-8 sequence ends early. */
        TRUNCATED_UTF8_ENCODING(
                "https://www.rfc-editor.org/rfc/rfc3629#section-3", "A percent-encoded UTF-8 sequence ends early"),
        /** A percent sign is not followed by two hexadecimal digits. */
        BAD_PERCENT_ENCODING(
                "https://www.rfc-editor.org/rfc/rfc3986#section-2.1",
                "A percent sign is not followed by two hexadecimal digits"),
        /** A path has a backslash or a control character. */
        SUSPICIOUS_PATH_CHARACTERS(
                "https://jakarta.ee/specifications/servlet/6.0/jakarta-servlet-spec-6.0.html#uri-path-canonicalization",
                "A path has a backslash or a control character"),
        /**
         * A path has a character that must be percent-encoded. In a query it is taken: octets beyond ASCII are read as
         * UTF-8, those that are none as U+FFFD.
         */
        ILLEGAL_PATH_CHARACTERS(
                "https://www.rfc-editor.org/rfc/rfc3986#section-3.3",
                "A path has a character that must be percent-encoded"),
        /** An authority has user information. */
        USER_INFO("https://www.rfc-editor.org/rfc/rfc9110#section-4.2.4", "An authority has user information"),
        /** A request target has a fragment. */
        FRAGMENT("https://www.rfc-editor.org/rfc/rfc9110#section-7.1", "A request target has a fragment");

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

    /** RFC 3986 without ambiguities. */
    public static final UriCompliance RFC3986 = new UriCompliance("RFC3986", EnumSet.noneOf(Violation.class));
    /** Anything whose path has one meaning. */
    public static final UriCompliance UNAMBIGUOUS = new UriCompliance(
            "UNAMBIGUOUS",
            EnumSet.of(
                    Violation.UTF16_ENCODINGS,
                    Violation.BAD_UTF8_ENCODING,
                    Violation.TRUNCATED_UTF8_ENCODING,
                    Violation.BAD_PERCENT_ENCODING,
                    Violation.SUSPICIOUS_PATH_CHARACTERS,
                    Violation.ILLEGAL_PATH_CHARACTERS,
                    Violation.USER_INFO,
                    Violation.FRAGMENT));
    /** The default: as RFC3986. */
    public static final UriCompliance DEFAULT = new UriCompliance("DEFAULT", EnumSet.noneOf(Violation.class));
    /** What servers took before Servlet 6. */
    public static final UriCompliance JETTY_11 = new UriCompliance(
            "JETTY_11",
            EnumSet.of(
                    Violation.AMBIGUOUS_PATH_SEGMENT,
                    Violation.AMBIGUOUS_PATH_SEPARATOR,
                    Violation.AMBIGUOUS_PATH_ENCODING,
                    Violation.UTF16_ENCODINGS,
                    Violation.TRUNCATED_UTF8_ENCODING,
                    Violation.SUSPICIOUS_PATH_CHARACTERS,
                    Violation.USER_INFO));
    /** Most of what browsers and old clients send. */
    public static final UriCompliance LEGACY = new UriCompliance(
            "LEGACY",
            EnumSet.of(
                    Violation.AMBIGUOUS_PATH_SEGMENT,
                    Violation.AMBIGUOUS_EMPTY_SEGMENT,
                    Violation.AMBIGUOUS_PATH_SEPARATOR,
                    Violation.AMBIGUOUS_PATH_ENCODING,
                    Violation.UTF16_ENCODINGS,
                    Violation.TRUNCATED_UTF8_ENCODING,
                    Violation.SUSPICIOUS_PATH_CHARACTERS,
                    Violation.USER_INFO,
                    Violation.FRAGMENT));
    /** Everything. */
    public static final UriCompliance UNSAFE = new UriCompliance("UNSAFE", EnumSet.allOf(Violation.class));

    private static final UriCompliance[] MODES = {RFC3986, UNAMBIGUOUS, DEFAULT, JETTY_11, LEGACY, UNSAFE};
    private static final AtomicInteger CUSTOM = new AtomicInteger();

    private final String name;
    private final Set<Violation> allowed;
    private final int bits;

    /** A mode that allows the given violations. */
    public UriCompliance(String name, Set<Violation> violations) {
        this.name = name;
        this.allowed = ModeParser.copy(violations, Violation.class);
        int mask = 0;
        for (Violation violation : allowed) {
            mask |= violation.bit();
        }
        this.bits = mask;
    }

    /** The mode of that name. */
    public static @Nullable UriCompliance valueOf(String name) {
        for (UriCompliance mode : MODES) {
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
    public static UriCompliance from(String spec) {
        UriCompliance known = valueOf(spec);
        if (known != null) {
            return known;
        }
        return new UriCompliance("CUSTOM" + CUSTOM.getAndIncrement(), ModeParser.parse(spec, Violation.class, MODES));
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
    public UriCompliance with(String name, Violation... violations) {
        return new UriCompliance(name, ModeParser.plus(allowed, Violation.class, violations));
    }

    /** A mode that allows some violations less. */
    public UriCompliance without(String name, Violation... violations) {
        return new UriCompliance(name, ModeParser.minus(allowed, Violation.class, violations));
    }

    /** The empty set. */
    public static final Set<Violation> NO_VIOLATION = ModeParser.copy(null, Violation.class);
    /** The violations that give a path two meanings. */
    public static final Set<Violation> AMBIGUOUS_VIOLATIONS = ModeParser.copy(
            EnumSet.range(Violation.AMBIGUOUS_PATH_SEGMENT, Violation.AMBIGUOUS_PATH_ENCODING), Violation.class);

    /** A mode that allows the given violations. */
    public static UriCompliance from(Set<Violation> violations) {
        return new UriCompliance("CUSTOM" + CUSTOM.getAndIncrement(), violations);
    }

    /** Whether one of them gives a path two meanings. */
    public static boolean isAmbiguous(Set<Violation> violations) {
        for (Violation violation : violations) {
            if (AMBIGUOUS_VIOLATIONS.contains(violation)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a violation is about the path. */
    public static boolean isPathViolation(Violation violation) {
        return violation != Violation.USER_INFO && violation != Violation.FRAGMENT;
    }

    /** Checks a target: null when the mode allows all its violations, else what is wrong. The listener hears of allowed ones. */
    public static @Nullable String checkUriCompliance(
            @Nullable UriCompliance compliance, HttpURI uri, ComplianceViolation.@Nullable Listener listener) {
        if (!uri.hasViolations()) {
            return null;
        }
        for (Violation violation : uri.getViolations()) {
            if (compliance == null || !compliance.allows(violation)) {
                return violation.getDescription();
            }
            if (listener != null) {
                listener.onComplianceViolation(new ComplianceViolation.Event(compliance, violation, uri.toString()));
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return name + allowed;
    }
}
