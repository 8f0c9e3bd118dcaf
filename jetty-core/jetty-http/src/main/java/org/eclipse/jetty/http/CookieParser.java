package org.eclipse.jetty.http;

import java.util.List;
import org.eclipse.jetty.http.CookieCompliance.Violation;
import org.eclipse.jetty.http.internal.OptionalWhiteSpace;
import org.jspecify.annotations.Nullable;

/**
 * Reads Cookie values (RFC 6265, sections 4.2, 5.4; leniently also RFC 2965), as a {@link CookieCompliance} says.
 *
 * <p>An invalid cookie is left out when {@link Violation#INVALID_COOKIES} is allowed, without touching those beside it; a quote
 * that is not closed ends with its cookie. Thread-safe as far as the handler is.
 */
public interface CookieParser {
    static CookieParser newParser(
            Handler handler, CookieCompliance compliance, ComplianceViolation.@Nullable Listener listener) {
        return new Rfc6265(handler, compliance, listener);
    }

    void parseField(@Nullable String field) throws InvalidCookieException;

    default void parseFields(List<String> rawFields) throws InvalidCookieException {
        for (String field : rawFields) {
            parseField(field);
        }
    }

    /** Is notified of each cookie; domain, path and comment are null but for RFC 2965. */
    interface Handler {
        void addCookie(
                String name,
                String value,
                int version,
                @Nullable String domain,
                @Nullable String path,
                @Nullable String comment);
    }

    /** A cookie that the mode does not allow. */
    class InvalidCookieException extends IllegalArgumentException {
        public InvalidCookieException() {}

        public InvalidCookieException(String s) {
            super(s);
        }

        public InvalidCookieException(String message, Throwable cause) {
            super(message, cause);
        }

        public InvalidCookieException(Throwable cause) {
            super(cause);
        }
    }

    /** The parser of all modes. */
    final class Rfc6265 implements CookieParser {
        private final Handler handler;
        private final CookieCompliance compliance;
        private final ComplianceViolation.@Nullable Listener listener;
        private final boolean commaSeparates;

        private Rfc6265(Handler handler, CookieCompliance compliance, ComplianceViolation.@Nullable Listener listener) {
            this.handler = handler;
            this.compliance = compliance;
            this.listener = listener;
            this.commaSeparates = compliance.allows(Violation.COMMA_SEPARATOR);
        }

        /** A cookie that is complete but for RFC 2965 attributes that may follow. */
        private static final class Pending {
            private int version;
            private @Nullable String name;
            private @Nullable String value;
            private @Nullable String domain;
            private @Nullable String path;
            private @Nullable String comment;
        }

        @Override
        public void parseField(@Nullable String field) {
            if (field == null) {
                return;
            }
            Pending pending = new Pending();
            for (int from = 0; from < field.length(); ) {
                int to = end(field, from);
                parseCookie(field, from, to, pending);
                from = to + 1;
            }
            flush(pending);
        }

        /** Parses what is between two separators. */
        private void parseCookie(String field, int from, int to, Pending pending) {
            int start = OptionalWhiteSpace.skip(field, from, to);
            int end = OptionalWhiteSpace.trim(field, start, to);
            // one space after a separator is the grammar, all else is optional white space
            int expected = from == 0 ? 0 : 1;
            boolean isSpaced = start - from > expected || to > end || start > from && field.charAt(from) != ' ';
            if (isSpaced && !allowed(Violation.OPTIONAL_WHITE_SPACE, field)) {
                invalid("white space around a cookie", field);
                return;
            }
            if (start == end) {
                if (to < field.length()) {
                    invalid("empty cookie", field);
                }
                return;
            }
            int equals = field.indexOf('=', start);
            if (equals < 0 || equals >= end) {
                invalid("cookie without '='", field);
                return;
            }
            int nameEnd = OptionalWhiteSpace.trim(field, start, equals);
            int valueFrom = OptionalWhiteSpace.skip(field, equals + 1, end);
            if ((nameEnd < equals || valueFrom > equals + 1) && !allowed(Violation.OPTIONAL_WHITE_SPACE, field)) {
                invalid("white space around '='", field);
                return;
            }
            String name = field.substring(start, nameEnd);
            if (!HttpTokens.isLegalFieldName(name)) {
                invalid("cookie name '" + name + "'", field);
                return;
            }
            String value = value(field, valueFrom, end);
            if (value != null) {
                add(name, value, field, pending);
            }
        }

        /** Adds a cookie, or an attribute of the one before it (RFC 2965, section 3.3.4). */
        private void add(String name, String value, String field, Pending pending) {
            if (name.charAt(0) == '$') {
                if (compliance.allows(Violation.ATTRIBUTES)) {
                    report(Violation.ATTRIBUTES, name);
                    addAttribute(pending, name, value);
                    return;
                }
                if (!compliance.allows(Violation.RESERVED_NAMES_NOT_DOLLAR_PREFIXED) && commaSeparates) {
                    invalid("reserved name '" + name + "'", field);
                    return;
                }
            }
            flush(pending);
            pending.name = name;
            pending.value = value;
        }

        private void flush(Pending pending) {
            if (pending.name == null || pending.value == null) {
                return;
            }
            handler.addCookie(
                    pending.name, pending.value, pending.version, pending.domain, pending.path, pending.comment);
            pending.name = pending.value = pending.domain = pending.path = pending.comment = null;
        }

        /** $Version, which is of all cookies that follow, $Path, $Domain; $Port says nothing to a server. */
        private void addAttribute(Pending pending, String name, String value) {
            if (!compliance.allows(Violation.ATTRIBUTE_VALUES)) {
                return;
            }
            report(Violation.ATTRIBUTE_VALUES, name);
            if ("$version".equalsIgnoreCase(name)) {
                pending.version = "1".equals(value) ? 1 : pending.version;
            } else if ("$path".equalsIgnoreCase(name)) {
                pending.path = value;
            } else if ("$domain".equalsIgnoreCase(name)) {
                pending.domain = value;
            } else if ("$comment".equalsIgnoreCase(name)) {
                pending.comment = value;
            }
        }

        /** Where a cookie ends: at ";", or "," where that separates; a quoted value may have both if it is closed and they are allowed. */
        private int end(String s, int from) {
            boolean special = compliance.allows(Violation.SPECIAL_CHARS_IN_QUOTES);
            int i = from;
            while (i < s.length()) {
                char c = s.charAt(i);
                if (c == ';' || c == ',' && commaSeparates) {
                    return i;
                }
                if (c == '"' && special && i > from && previous(s, from, i) == '=') {
                    int close = close(s, i + 1);
                    if (close > 0) {
                        i = close;
                    }
                }
                i++;
            }
            return i;
        }

        private static char previous(String s, int from, int i) {
            int p = i - 1;
            while (p > from && OptionalWhiteSpace.is(s.charAt(p))) {
                p--;
            }
            return s.charAt(p);
        }

        private int close(String s, int from) {
            boolean escapes = compliance.allows(Violation.ESCAPE_IN_QUOTES);
            for (int i = from; i < s.length(); i++) {
                if (s.charAt(i) == '\\' && escapes) {
                    i++;
                } else if (s.charAt(i) == '"') {
                    return i;
                }
            }
            return -1;
        }

        /** The value, or null when it is invalid and that has been dealt with. */
        private @Nullable String value(String s, int from, int to) {
            if (from < to && s.charAt(from) == '"') {
                if (to - from >= 2 && s.charAt(to - 1) == '"' && close(s, from + 1) == to - 1) {
                    return quoted(s, from, to);
                }
                if (!allowed(Violation.BAD_QUOTES, s)) {
                    invalid("quotes do not match", s);
                    return null;
                }
                return s.substring(from, to);
            }
            for (int i = from; i < to; i++) {
                char c = s.charAt(i);
                if (Syntax.isCookieOctet(c)) {
                    continue;
                }
                boolean ok =
                        switch (c) {
                            case ' ', '\t' -> allowed(Violation.SPACE_IN_VALUES, s);
                            case ',' -> allowed(Violation.COMMA_NOT_VALID_OCTET, s);
                            case '"' -> allowed(Violation.BAD_QUOTES, s);
                            case '\\' -> compliance.allows(Violation.SPECIAL_CHARS_IN_QUOTES);
                            default -> false;
                        };
                if (!ok) {
                    invalid("character 0x" + Integer.toHexString(c) + " in a cookie value", s);
                    return null;
                }
            }
            return s.substring(from, to);
        }

        private @Nullable String quoted(String s, int from, int to) {
            StringBuilder b = null;
            for (int i = from + 1; i < to - 1; i++) {
                char c = s.charAt(i);
                if (c == '\\' && allowed(Violation.ESCAPE_IN_QUOTES, s)) {
                    if (b == null) {
                        b = new StringBuilder(to - from).append(s, from + 1, i);
                    }
                    if (++i < to - 1) {
                        b.append(s.charAt(i));
                    }
                    continue;
                }
                if (!Syntax.isCookieOctet(c)) {
                    boolean ok = c == ' ' && compliance.allows(Violation.SPACE_IN_VALUES)
                            || c >= 0x20 && c != 0x7f && allowed(Violation.SPECIAL_CHARS_IN_QUOTES, s);
                    if (!ok) {
                        invalid("character 0x" + Integer.toHexString(c) + " in a quoted cookie value", s);
                        return null;
                    }
                }
                if (b != null) {
                    b.append(c);
                }
            }
            if (compliance.allows(Violation.STRIPPED_QUOTES)) {
                report(Violation.STRIPPED_QUOTES, s);
                return b != null ? b.toString() : s.substring(from + 1, to - 1);
            }
            return b != null ? "\"" + b + "\"" : s.substring(from, to);
        }

        private boolean allowed(Violation violation, String details) {
            if (!compliance.allows(violation)) {
                return false;
            }
            report(violation, details);
            return true;
        }

        private void report(Violation violation, String details) {
            if (listener != null && listener != ComplianceViolation.Listener.NOOP) {
                listener.onComplianceViolation(new ComplianceViolation.Event(compliance, violation, details));
            }
        }

        private void invalid(String what, String field) {
            if (!compliance.allows(Violation.INVALID_COOKIES)) {
                throw new InvalidCookieException("Invalid Cookie: " + what);
            }
            report(Violation.INVALID_COOKIES, field);
        }
    }
}
