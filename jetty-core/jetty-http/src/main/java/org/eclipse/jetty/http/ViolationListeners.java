package org.eclipse.jetty.http;

import java.util.List;

/** Passes a violation on to each of several listeners. */
record ViolationListeners(List<ComplianceViolation.Listener> listeners) implements ComplianceViolation.Listener {
    @Override
    public void onComplianceViolation(ComplianceViolation.Event event) {
        for (ComplianceViolation.Listener listener : listeners) {
            listener.onComplianceViolation(event);
        }
    }
}
