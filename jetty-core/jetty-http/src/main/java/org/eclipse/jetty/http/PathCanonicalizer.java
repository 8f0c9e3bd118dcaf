package org.eclipse.jetty.http;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.jspecify.annotations.Nullable;

/**
 * Takes a raw path that is not plain to its canonical and decoded forms, and tells what is doubtful about it
 * (RFC 3986, sections 3.3, 5.2.4, Servlet 6.0 3.5.2).
 *
 * <p>Canonical: no path parameters, no dot segments, "%2F" and "%25" kept, other octets decoded when they may stand in a
 * path and encoded in upper case else. Decoded: the canonical path with everything decoded. Not thread-safe.
 */
final class PathCanonicalizer {
    private final List<String> canonicalSegments = new ArrayList<>();
    private final List<String> decodedSegments = new ArrayList<>();
    private final StringBuilder canonicalSegment = new StringBuilder();
    private final StringBuilder decodedSegment = new StringBuilder();
    private final String raw;
    private int violations;
    private @Nullable String param;
    private boolean encodedDot;

    /** @throws IllegalArgumentException when the path climbs above its root or has a NUL */
    PathCanonicalizer(String raw) {
        this.raw = raw;
        int length = raw.length();
        boolean absolute = length > 0 && raw.charAt(0) == '/';
        for (int from = absolute ? 1 : 0; from <= length; ) {
            int to = raw.indexOf('/', from);
            boolean last = to < 0;
            if (last) {
                to = length;
            }
            segment(from, to, last);
            from = to + 1;
        }
        if (absolute) {
            canonicalSegments.add(0, "");
            decodedSegments.add(0, "");
        }
    }

    String canonical() {
        return String.join("/", canonicalSegments);
    }

    String decoded() {
        return String.join("/", decodedSegments);
    }

    int violations() {
        return violations;
    }

    @Nullable
    String param() {
        return param;
    }

    private void segment(int from, int to, boolean last) {
        canonicalSegment.setLength(0);
        decodedSegment.setLength(0);
        encodedDot = false;
        int semicolon = raw.indexOf(';', from);
        boolean hasParam = semicolon >= 0 && semicolon < to;
        decode(from, hasParam ? semicolon : to);
        if (hasParam) {
            checkParameters(semicolon, to);
            if (last) {
                param = raw.substring(raw.lastIndexOf(';') + 1);
            }
        }
        boolean dot = decodedSegment.length() == 1 && decodedSegment.charAt(0) == '.';
        boolean dotDot =
                decodedSegment.length() == 2 && decodedSegment.charAt(0) == '.' && decodedSegment.charAt(1) == '.';
        if (dot || dotDot) {
            if (encodedDot) {
                violations |= Violation.AMBIGUOUS_PATH_SEGMENT.bit();
            }
            if (hasParam) {
                violations |= Violation.AMBIGUOUS_PATH_PARAMETER.bit();
            }
            if (dotDot) {
                int top = canonicalSegments.size() - 1;
                if (top < 0) {
                    throw new IllegalArgumentException("Bad URI: path above the root");
                }
                canonicalSegments.remove(top);
                decodedSegments.remove(top);
            }
            if (last) {
                push("", "");
            }
            return;
        }
        if (decodedSegment.isEmpty() && !last) {
            violations |= Violation.AMBIGUOUS_EMPTY_SEGMENT.bit();
        }
        push(canonicalSegment.toString(), decodedSegment.toString());
    }

    private void push(String canonical, String decoded) {
        canonicalSegments.add(canonical);
        decodedSegments.add(decoded);
    }

    private void checkParameters(int from, int to) {
        for (int i = from; i < to; i++) {
            char c = raw.charAt(i);
            if (c == ';') {
                continue;
            }
            if (c == '%') {
                if (i + 2 < to
                        && HttpTokens.hexDigit(raw.charAt(i + 1)) >= 0
                        && HttpTokens.hexDigit(raw.charAt(i + 2)) >= 0) {
                    i += 2;
                } else if (i + 2 >= to || raw.charAt(i + 1) != 'u') {
                    violations |= Violation.BAD_PERCENT_ENCODING.bit();
                }
            } else if (c > 0x7f || !HttpTokens.is(c, HttpTokens.PATH)) {
                illegal(c);
            }
        }
    }

    private void decode(int from, int to) {
        for (int i = from; i < to; ) {
            char c = raw.charAt(i);
            if (c == '%') {
                i = encoded(i, to);
                continue;
            }
            if (c > 0x7f || !HttpTokens.is(c, HttpTokens.PATH)) {
                illegal(c);
            }
            canonicalSegment.append(c);
            decodedSegment.append(c);
            i++;
        }
    }

    private void illegal(char c) {
        if (c == 0) {
            throw new IllegalArgumentException("Illegal character in path");
        }
        violations |= Violation.ILLEGAL_PATH_CHARACTERS.bit();
        if (c < 0x20 || c == 0x7f || c == '\\') {
            violations |= Violation.SUSPICIOUS_PATH_CHARACTERS.bit();
        }
    }

    /** Decodes what begins with "%" at i and gives the index after it. */
    private int encoded(int i, int to) {
        int octet = octet(i, to);
        if (octet < 0) {
            if (i + 5 < to && raw.charAt(i + 1) == 'u') {
                int unit = 0;
                for (int j = i + 2; j < i + 6 && unit >= 0; j++) {
                    int digit = HttpTokens.hexDigit(raw.charAt(j));
                    unit = digit < 0 ? -1 : unit << 4 | digit;
                }
                if (unit >= 0) {
                    violations |= Violation.UTF16_ENCODINGS.bit();
                    if (unit < 0x80) {
                        ascii(unit);
                    } else {
                        both((char) unit);
                    }
                    return i + 6;
                }
            }
            violations |= Violation.BAD_PERCENT_ENCODING.bit();
            canonicalSegment.append("%25");
            decodedSegment.append('%');
            return i + 1;
        }
        if (octet < 0x80) {
            ascii(octet);
            return i + 3;
        }
        return utf8(octet, i, to);
    }

    private void ascii(int c) {
        switch (c) {
            case 0 -> throw new IllegalArgumentException("Illegal character in path");
            case '.' -> encodedDot = true;
            case '/' -> violations |= Violation.AMBIGUOUS_PATH_SEPARATOR.bit();
            case '%' -> violations |= Violation.AMBIGUOUS_PATH_ENCODING.bit();
            default -> {
                if (c < 0x20 || c == 0x7f || c == '\\') {
                    violations |= Violation.SUSPICIOUS_PATH_CHARACTERS.bit();
                }
            }
        }
        if (c != '/' && HttpTokens.is(c, HttpTokens.PATH)) {
            canonicalSegment.append((char) c);
        } else {
            canonicalSegment
                    .append('%')
                    .append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                    .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
        }
        decodedSegment.append((char) c);
    }

    /** Decodes one sequence of RFC 3629; overlong forms, surrogates and strays become U+FFFD. */
    private int utf8(int lead, int i, int to) {
        int more =
                lead >= 0xc2 && lead < 0xe0 ? 1 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xf0 && lead < 0xf5 ? 3 : 0;
        int code = lead & (0x3f >> more);
        int next = i + 3;
        for (int n = 0; n < more; n++) {
            int octet = next < to && raw.charAt(next) == '%' ? octet(next, to) : -1;
            if (octet < 0) {
                violations |= Violation.TRUNCATED_UTF8_ENCODING.bit();
                both('\ufffd');
                return next;
            }
            boolean continuation = (octet & 0xc0) == 0x80;
            if (n == 0) {
                continuation &= !(lead == 0xe0 && octet < 0xa0)
                        && !(lead == 0xed && octet >= 0xa0)
                        && !(lead == 0xf0 && octet < 0x90)
                        && !(lead == 0xf4 && octet >= 0x90);
            }
            if (!continuation) {
                more = 0;
                break;
            }
            code = code << 6 | octet & 0x3f;
            next += 3;
        }
        if (more == 0) {
            violations |= Violation.BAD_UTF8_ENCODING.bit();
            both('\ufffd');
        } else {
            canonicalSegment.appendCodePoint(code);
            decodedSegment.appendCodePoint(code);
        }
        return next;
    }

    private void both(char c) {
        canonicalSegment.append(c);
        decodedSegment.append(c);
    }

    private int octet(int i, int to) {
        if (i + 2 >= to) {
            return -1;
        }
        int high = HttpTokens.hexDigit(raw.charAt(i + 1));
        int low = HttpTokens.hexDigit(raw.charAt(i + 2));
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }
}
