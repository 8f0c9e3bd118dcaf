package org.eclipse.jetty.http;

import org.eclipse.jetty.http.HttpCompliance.Violation;
import org.eclipse.jetty.http.internal.OptionalWhiteSpace;
import org.eclipse.jetty.util.HostPort;
import org.jspecify.annotations.Nullable;

/** Parses field lines: {@code field-name ":" OWS field-value OWS} (RFC 9112, section 5). Confined to its parser. */
final class FieldLine {
    private final ParserCompliance compliance;
    private final boolean ofRequests;
    private final boolean keepsNameCase;

    /** @param ofRequests whether Host is checked (RFC 9112, section 3.2) */
    FieldLine(ParserCompliance compliance, boolean ofRequests) {
        this.compliance = compliance;
        this.ofRequests = ofRequests;
        this.keepsNameCase = compliance.allows(Violation.CASE_SENSITIVE_FIELD_NAME);
    }

    /**
     * Parses a line, which is not empty, without its end.
     *
     * @throws BadMessageException it is not valid
     */
    HttpField parse(byte[] a, int from, int to) {
        int nameEnd = from;
        while (nameEnd < to && HttpTokens.is(a[nameEnd], HttpTokens.TCHAR)) {
            nameEnd++;
        }
        if (nameEnd == from) {
            throw ParserCompliance.illegal("field name", a[from]);
        }
        int value = nameEnd < to && a[nameEnd] == ':' ? nameEnd + 1 : valueOfBadName(a, from, nameEnd, to);
        int valueEnd = to;
        while (value < valueEnd && OptionalWhiteSpace.is(a[value])) {
            value++;
        }
        while (valueEnd > value && OptionalWhiteSpace.is(a[valueEnd - 1])) {
            valueEnd--;
        }
        HttpHeader header = HttpHeader.fromBytes(a, from, nameEnd);
        if (header != null && !keepsNameCase) {
            // a known pair has been checked when the table was made
            HttpField common = CommonFields.get(header, a, value, valueEnd);
            if (common != null) {
                return common;
            }
        }
        String text = value(a, value, valueEnd);
        String name = header == null || keepsNameCase ? ParserCompliance.latin(a, from, nameEnd) : header.asString();
        if (keepsNameCase && header != null && !header.asString().equals(name)) {
            compliance.report(Violation.CASE_SENSITIVE_FIELD_NAME, name);
        }
        return field(header, name, text);
    }

    /** Where the value begins of a line whose name is followed by something else than a colon, if that is allowed. */
    private int valueOfBadName(byte[] a, int from, int nameEnd, int to) {
        int colon = nameEnd;
        while (colon < to && OptionalWhiteSpace.is(a[colon])) {
            colon++;
        }
        if (colon < to && a[colon] == ':') {
            compliance.check(Violation.WHITESPACE_AFTER_FIELD_NAME, ParserCompliance.latin(a, from, nameEnd));
            return colon + 1;
        }
        if (colon == to) {
            compliance.check(Violation.NO_COLON_AFTER_FIELD_NAME, ParserCompliance.latin(a, from, nameEnd));
            return to;
        }
        throw ParserCompliance.illegal("field name", a[nameEnd]);
    }

    private static String value(byte[] a, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!HttpTokens.is(a[i], HttpTokens.FIELD)) {
                throw ParserCompliance.illegal("field value", a[i]);
            }
        }
        return ParserCompliance.latin(a, from, to);
    }

    private HttpField field(@Nullable HttpHeader header, String name, String value) {
        if (header == HttpHeader.HOST && ofRequests) {
            return hostField(name, value);
        }
        if (header == HttpHeader.CONTENT_LENGTH) {
            long length = MessageFraming.digits(value, 0, value.length());
            if (length >= 0) {
                return new HttpField.LongValueHttpField(header, name, value, length);
            }
        }
        return new HttpField(header, name, value);
    }

    /** RFC 9112, section 3.2: an invalid Host is refused. */
    private HttpField hostField(String name, String value) {
        if (value.isEmpty()) {
            return new HttpField(HttpHeader.HOST, name, value);
        }
        int colon = HostSyntax.check(value, 0, value.length());
        if (colon >= 0) {
            int port = HostSyntax.port(value, colon, value.length());
            return new HostPortHttpField(
                    HttpHeader.HOST, name, value, new HostPort(value.substring(0, colon), Math.max(port, 0)));
        }
        compliance.check(Violation.UNSAFE_HOST_HEADER, value);
        return new HostPortHttpField(HttpHeader.HOST, name, value, HostPort.unsafe(value));
    }

    /** Returns a field with a further line of its value, which is joined by a space (RFC 9112, section 5.2). */
    HttpField unfold(HttpField field, byte[] a, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && OptionalWhiteSpace.is(a[start])) {
            start++;
        }
        while (end > start && OptionalWhiteSpace.is(a[end - 1])) {
            end--;
        }
        String more = value(a, start, end);
        String value = field.getValue();
        assert value != null : "parsed";
        return field(
                field.getHeader(),
                field.getName(),
                value.isEmpty() ? more : more.isEmpty() ? value : value + " " + more);
    }
}
