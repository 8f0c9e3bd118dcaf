package org.eclipse.jetty.http;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpCompliance.Violation;
import org.jspecify.annotations.Nullable;

/** What a parser does with messages that break the protocol: allowed violations are reported, others refused. Confined to its parser. */
final class ParserCompliance {
    private final HttpCompliance mode;
    private final Consumer<ComplianceViolation.Event> listener;

    /** @param listener gets the violations that the mode allows */
    ParserCompliance(HttpCompliance mode, Consumer<ComplianceViolation.Event> listener) {
        this.mode = mode;
        this.listener = listener;
    }

    boolean allows(Violation violation) {
        return mode.allows(violation);
    }

    /**
     * Reports a violation that is allowed.
     *
     * @param details null for the description of the violation
     * @throws BadMessageException it is not allowed
     */
    void check(Violation violation, @Nullable String details) {
        if (!mode.allows(violation)) {
            throw new BadMessageException(violation.getDescription());
        }
        report(violation, details);
    }

    /** Reports a violation that has been allowed. */
    void report(Violation violation, @Nullable String details) {
        listener.accept(
                new ComplianceViolation.Event(mode, violation, details == null ? violation.getDescription() : details));
    }

    /** What refuses an octet that must not be where it is. */
    static BadMessageException illegal(String where, byte octet) {
        int c = octet & 0xff;
        String shown = c > 0x20 && c < 0x7f ? "'" + (char) c + "'" : "0x" + Integer.toHexString(c);
        return new BadMessageException("Illegal character " + shown + " in " + where);
    }

    /** The text of octets that stand for themselves (RFC 9110, section 5.5). */
    static String latin(byte[] a, int from, int to) {
        return new String(a, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
