package org.eclipse.jetty.http;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.internal.ModeParser;
import org.jspecify.annotations.Nullable;

/** How strictly Cookie is read. Thread-safe. */
public class CookieCompliance implements ComplianceViolation.Mode {
    /** What may be allowed, each with the section that it deviates from. */
    public enum Violation implements ComplianceViolation {
        /** A comma in a value is not taken as part of it. */
        COMMA_NOT_VALID_OCTET(
                "https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1",
                "A comma in a value is not taken as part of it"),
        /** Cookies are separated by commas. */
        COMMA_SEPARATOR("https://www.rfc-editor.org/rfc/rfc2965#section-3.3.4", "Cookies are separated by commas"),
        /** Names that begin with a dollar sign are reserved. */
        RESERVED_NAMES_NOT_DOLLAR_PREFIXED(
                "https://www.rfc-editor.org/rfc/rfc6265#section-4.2.1",
                "Names that begin with a dollar sign are reserved"),
        /** A quoted value has special characters. */
        SPECIAL_CHARS_IN_QUOTES(
                "https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1", "A quoted value has special characters"),
        /** A quoted value has backslash escapes. */
        ESCAPE_IN_QUOTES("https://www.rfc-editor.org/rfc/rfc2616#section-2.2", "A quoted value has backslash escapes"),
        /** Quotes do not match. */
        BAD_QUOTES("https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1", "Quotes do not match"),
        /** Invalid cookies are ignored, valid ones beside them used. */
        INVALID_COOKIES(
                "https://www.rfc-editor.org/rfc/rfc6265#section-5.4",
                "Invalid cookies are ignored, valid ones beside them used"),
        /** Attributes that begin with a dollar sign are dropped. */
        ATTRIBUTES(
                "https://www.rfc-editor.org/rfc/rfc2965#section-3.3.4",
                "Attributes that begin with a dollar sign are dropped"),
        /** Attributes that begin with a dollar sign are used. */
        ATTRIBUTE_VALUES(
                "https://www.rfc-editor.org/rfc/rfc2965#section-3.3.4",
                "Attributes that begin with a dollar sign are used"),
        /** White space stands around names, values and separators. */
        OPTIONAL_WHITE_SPACE(
                "https://www.rfc-editor.org/rfc/rfc6265#section-5.2",
                "White space stands around names, values and separators"),
        /** An unquoted value has spaces. */
        SPACE_IN_VALUES("https://www.rfc-editor.org/rfc/rfc6265#section-5.2", "An unquoted value has spaces"),
        /** Quotes around a value are taken away. */
        STRIPPED_QUOTES("https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1", "Quotes around a value are taken away");

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

    /** RFC 6265 as browsers are read; the default. */
    public static final CookieCompliance RFC6265 = new CookieCompliance(
            "RFC6265",
            EnumSet.of(
                    Violation.INVALID_COOKIES,
                    Violation.OPTIONAL_WHITE_SPACE,
                    Violation.SPACE_IN_VALUES,
                    Violation.STRIPPED_QUOTES));
    /** As RFC6265, but quotes stay part of a value. */
    public static final CookieCompliance RFC6265_QUOTED = new CookieCompliance(
            "RFC6265_QUOTED",
            EnumSet.of(Violation.INVALID_COOKIES, Violation.OPTIONAL_WHITE_SPACE, Violation.SPACE_IN_VALUES));
    /** The letter of RFC 6265, section 4.1.1. */
    public static final CookieCompliance RFC6265_STRICT =
            new CookieCompliance("RFC6265_STRICT", EnumSet.noneOf(Violation.class));
    /** RFC 6265 with leniency of older servers. */
    public static final CookieCompliance RFC6265_LEGACY = new CookieCompliance(
            "RFC6265_LEGACY",
            EnumSet.of(
                    Violation.SPECIAL_CHARS_IN_QUOTES,
                    Violation.ESCAPE_IN_QUOTES,
                    Violation.BAD_QUOTES,
                    Violation.INVALID_COOKIES,
                    Violation.ATTRIBUTES,
                    Violation.OPTIONAL_WHITE_SPACE,
                    Violation.SPACE_IN_VALUES));
    /** RFC 2965 with every leniency. */
    public static final CookieCompliance RFC2965_LEGACY =
            new CookieCompliance("RFC2965_LEGACY", EnumSet.allOf(Violation.class));
    /** RFC 2965. */
    public static final CookieCompliance RFC2965 = new CookieCompliance(
            "RFC2965",
            EnumSet.of(
                    Violation.COMMA_NOT_VALID_OCTET,
                    Violation.COMMA_SEPARATOR,
                    Violation.SPECIAL_CHARS_IN_QUOTES,
                    Violation.ESCAPE_IN_QUOTES,
                    Violation.INVALID_COOKIES,
                    Violation.ATTRIBUTES,
                    Violation.ATTRIBUTE_VALUES,
                    Violation.OPTIONAL_WHITE_SPACE,
                    Violation.SPACE_IN_VALUES,
                    Violation.STRIPPED_QUOTES));

    private static final CookieCompliance[] MODES = {
        RFC6265, RFC6265_QUOTED, RFC6265_STRICT, RFC6265_LEGACY, RFC2965_LEGACY, RFC2965
    };
    private static final AtomicInteger CUSTOM = new AtomicInteger();

    private final String name;
    private final Set<Violation> allowed;
    private final int bits;

    /** A mode that allows the given violations. */
    public CookieCompliance(String name, Set<Violation> violations) {
        this.name = name;
        this.allowed = ModeParser.copy(violations, Violation.class);
        int mask = 0;
        for (Violation violation : allowed) {
            mask |= violation.bit();
        }
        this.bits = mask;
    }

    /** The mode of that name. */
    public static @Nullable CookieCompliance valueOf(String name) {
        for (CookieCompliance mode : MODES) {
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
    public static CookieCompliance from(String spec) {
        CookieCompliance known = valueOf(spec);
        if (known != null) {
            return known;
        }
        return new CookieCompliance(
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
    public CookieCompliance with(String name, Violation... violations) {
        return new CookieCompliance(name, ModeParser.plus(allowed, Violation.class, violations));
    }

    /** A mode that allows some violations less. */
    public CookieCompliance without(String name, Violation... violations) {
        return new CookieCompliance(name, ModeParser.minus(allowed, Violation.class, violations));
    }

    /** Whether all that this mode allows, the other one allows as well. */
    public boolean compliesWith(CookieCompliance mode) {
        return this == mode || mode.getAllowed().containsAll(getAllowed());
    }

    @Override
    public String toString() {
        return name + allowed;
    }
}
