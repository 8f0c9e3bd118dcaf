package org.eclipse.jetty.http;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.internal.ModeParser;
import org.jspecify.annotations.Nullable;

/** How strictly multipart content is read. Thread-safe. */
public class MultiPartCompliance implements ComplianceViolation.Mode {
    /** What may be allowed, each with the section that it deviates from. */
    public enum Violation implements ComplianceViolation {
        /** A part has a Content-Transfer-Encoding, which is ignored. */
        CONTENT_TRANSFER_ENCODING(
                "https://www.rfc-editor.org/rfc/rfc7578#section-4.7",
                "A part has a Content-Transfer-Encoding, which is ignored"),
        /** A line ends in CR without LF. */
        CR_LINE_TERMINATION("https://www.rfc-editor.org/rfc/rfc2046#section-4.1.1", "A line ends in CR without LF"),
        /** A line ends in LF without CR. */
        LF_LINE_TERMINATION("https://www.rfc-editor.org/rfc/rfc2046#section-4.1.1", "A line ends in LF without CR"),
        /** Empty lines or white space stand before the first boundary. */
        WHITESPACE_BEFORE_BOUNDARY(
                "https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1",
                "Empty lines or white space stand before the first boundary"),
        /** A part is encoded as base64, and taken as it is. */
        BASE64_TRANSFER_ENCODING(
                "https://www.rfc-editor.org/rfc/rfc7578#section-4.7",
                "A part is encoded as base64, and taken as it is"),
        /** A part is encoded as quoted-printable, and taken as it is. */
        QUOTED_PRINTABLE_TRANSFER_ENCODING(
                "https://www.rfc-editor.org/rfc/rfc7578#section-4.7",
                "A part is encoded as quoted-printable, and taken as it is");

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

    /** The letter of RFC 7578. */
    public static final MultiPartCompliance RFC7578_STRICT =
            new MultiPartCompliance("RFC7578_STRICT", EnumSet.noneOf(Violation.class));
    /** RFC 7578; the default. */
    public static final MultiPartCompliance RFC7578 =
            new MultiPartCompliance("RFC7578", EnumSet.of(Violation.CONTENT_TRANSFER_ENCODING));
    /** With the line ends and encodings of older clients. */
    public static final MultiPartCompliance LEGACY = new MultiPartCompliance(
            "LEGACY",
            EnumSet.of(
                    Violation.CONTENT_TRANSFER_ENCODING,
                    Violation.CR_LINE_TERMINATION,
                    Violation.LF_LINE_TERMINATION,
                    Violation.WHITESPACE_BEFORE_BOUNDARY,
                    Violation.BASE64_TRANSFER_ENCODING,
                    Violation.QUOTED_PRINTABLE_TRANSFER_ENCODING));

    private static final MultiPartCompliance[] MODES = {RFC7578_STRICT, RFC7578, LEGACY};
    private static final AtomicInteger CUSTOM = new AtomicInteger();

    private final String name;
    private final Set<Violation> allowed;
    private final int bits;

    /** A mode that allows the given violations. */
    public MultiPartCompliance(String name, Set<Violation> violations) {
        this.name = name;
        this.allowed = ModeParser.copy(violations, Violation.class);
        int mask = 0;
        for (Violation violation : allowed) {
            mask |= violation.bit();
        }
        this.bits = mask;
    }

    /** The mode of that name. */
    public static @Nullable MultiPartCompliance valueOf(String name) {
        for (MultiPartCompliance mode : MODES) {
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
    public static MultiPartCompliance from(String spec) {
        MultiPartCompliance known = valueOf(spec);
        if (known != null) {
            return known;
        }
        return new MultiPartCompliance(
                "CUSTOM" + CUSTOM.getAndIncrement(), ModeParser.parse(spec, Violation.class, MODES));
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
    public MultiPartCompliance with(String name, Violation... violations) {
        return new MultiPartCompliance(name, ModeParser.plus(allowed, Violation.class, violations));
    }

    /** A mode that allows some violations less. */
    public MultiPartCompliance without(String name, Violation... violations) {
        return new MultiPartCompliance(name, ModeParser.minus(allowed, Violation.class, violations));
    }

    /** A mode that allows the given violations. */
    public static MultiPartCompliance from(Set<Violation> violations) {
        return new MultiPartCompliance("CUSTOM" + CUSTOM.getAndIncrement(), violations);
    }

    @Override
    public String toString() {
        return name + allowed;
    }
}
