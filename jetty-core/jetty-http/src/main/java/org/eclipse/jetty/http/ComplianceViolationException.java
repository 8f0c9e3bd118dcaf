package org.eclipse.jetty.http;

import org.jspecify.annotations.Nullable;

/** A violation that its mode does not allow. */
public class ComplianceViolationException extends IllegalArgumentException {
    private final transient ComplianceViolation.Event event;

    public ComplianceViolationException(
            ComplianceViolation.Mode mode, ComplianceViolation violation, @Nullable String details) {
        this(new ComplianceViolation.Event(mode, violation, details));
    }

    public ComplianceViolationException(ComplianceViolation.Event event) {
        super(event.toString());
        this.event = event;
    }

    /** What was seen. */
    public ComplianceViolation.Event getEvent() {
        return event;
    }
}
