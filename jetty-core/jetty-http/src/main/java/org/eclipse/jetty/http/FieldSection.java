package org.eclipse.jetty.http;

import org.eclipse.jetty.http.HttpCompliance.Violation;
import org.eclipse.jetty.http.HttpParser.HttpHandler;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a head, or of trailers, on their way to the handler (RFC 9110, sections 6.3, 6.5).
 *
 * <p>If the mode allows obs-fold, a line may go on in the next one (RFC 9112, section 5.2): its field is then held until the next line shows
 * that it ends there. Confined to its parser.
 */
final class FieldSection {
    private final HttpHandler handler;
    private final MessageFraming framing;
    private final ParserCompliance compliance;
    private final FieldLine parser;
    private final boolean ofRequests;
    private final boolean foldingAllowed;

    private boolean trailers;
    private boolean empty = true;
    private @Nullable HttpField held;

    FieldSection(HttpHandler handler, MessageFraming framing, ParserCompliance compliance, boolean ofRequests) {
        this.handler = handler;
        this.framing = framing;
        this.compliance = compliance;
        this.parser = new FieldLine(compliance, ofRequests);
        this.ofRequests = ofRequests;
        this.foldingAllowed = compliance.allows(Violation.MULTILINE_FIELD_VALUE);
    }

    /** Begins with the fields of a head, or of trailers. */
    void begin(boolean withTrailers) {
        trailers = withTrailers;
        empty = true;
        held = null;
    }

    /**
     * Parses a line, which is not empty, without its end. The field before is complete.
     *
     * @throws BadMessageException it is not valid
     */
    HttpField parse(byte[] a, int from, int to) {
        complete();
        return parser.parse(a, from, to);
    }

    /** Hands a field on, or holds it. The field before is complete. */
    void add(HttpField field) {
        complete();
        empty = false;
        if (foldingAllowed) {
            held = field;
        } else {
            emit(field);
        }
    }

    /**
     * Adds a line that begins with white space to the field before it, joined by a space.
     *
     * @throws BadMessageException that is not allowed, or there is no field
     */
    void fold(byte[] a, int from, int to) {
        HttpField last = held;
        if (!empty) {
            compliance.check(Violation.MULTILINE_FIELD_VALUE, last == null ? null : last.getName());
        }
        if (last == null) {
            throw ParserCompliance.illegal("field name", a[from]);
        }
        held = parser.unfold(last, a, from, to);
    }

    /** The field that is held, if there is one, is complete. */
    void complete() {
        HttpField last = held;
        if (last != null) {
            held = null;
            emit(last);
        }
    }

    private void emit(HttpField field) {
        if (trailers) {
            handler.parsedTrailer(field);
            return;
        }
        framing.add(field, ofRequests);
        handler.parsedHeader(field);
    }
}
