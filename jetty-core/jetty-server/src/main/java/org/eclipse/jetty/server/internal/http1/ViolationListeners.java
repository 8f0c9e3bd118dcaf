package org.eclipse.jetty.server.internal.http1;

import java.util.List;
import org.eclipse.jetty.http.ComplianceViolation;

/** Passes a violation on to each listener of the configuration. */
record ViolationListeners(List<ComplianceViolation.Listener> listeners) implements ComplianceViolation.Listener {
    @Override
    public void onComplianceViolation(ComplianceViolation.Event event) {
        for (ComplianceViolation.Listener listener : listeners) {
            listener.onComplianceViolation(event);
        }
    }
}
