package org.eclipse.jetty.http;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A deviation from a specification that a {@link Mode} may allow. */
public interface ComplianceViolation {
    /** The name used in configuration. */
    String getName();

    /** The section that is deviated from. */
    String getURL();

    /** What the deviation is, in one sentence. */
    String getDescription();

    /** Whether a mode allows it. */
    default boolean isAllowedBy(Mode mode) {
        return mode.allows(this);
    }

    /** A named set of allowed violations. */
    interface Mode {
        /** The name used in configuration. */
        String getName();

        /** Whether a violation is allowed. */
        boolean allows(ComplianceViolation violation);

        /** All violations that a mode of this kind may allow. */
        Set<? extends ComplianceViolation> getKnown();

        /** The violations that this mode allows. */
        Set<? extends ComplianceViolation> getAllowed();
    }

    /** A violation that was seen and allowed. */
    record Event(
            Mode mode,
            ComplianceViolation violation,
            @Nullable String details) {
        @Override
        public String toString() {
            return violation.getName() + " (see " + violation.getURL() + ") in mode " + mode.getName() + " for "
                    + details;
        }
    }

    /** Is notified of violations that were seen and allowed. */
    interface Listener {
        /** Ignores them. */
        Listener NOOP = new Listener() {};

        /** Returns a listener that passes violations on to all of these; null if there are none. */
        static @Nullable Listener toAll(List<Listener> listeners) {
            return listeners.isEmpty() ? null : new ViolationListeners(listeners);
        }

        /** The listener for one more connection or request: this one, or a new one with state of its own. */
        default Listener initialize() {
            return this;
        }

        /** A request begins. */
        default void onRequestBegin(Attributes request) {}

        /** A request ends. */
        default void onRequestEnd(Attributes request) {}

        /** A violation was seen and allowed. */
        default void onComplianceViolation(Event event) {}
    }

    /** Logs violations at debug level. Thread-safe. */
    class LoggingListener implements Listener {
        private static final Logger LOG = LoggerFactory.getLogger(ComplianceViolation.class);

        @Override
        public void onComplianceViolation(Event event) {
            if (LOG.isDebugEnabled()) {
                LOG.debug("{}", event);
            }
        }
    }

    /** Collects the violations of a request in its attribute {@link #VIOLATIONS_ATTR_KEY}. Confined to its connection. */
    class CapturingListener implements Listener {
        /** The attribute with a collection of {@link Event}. */
        public static final String VIOLATIONS_ATTR_KEY = "org.eclipse.jetty.http.compliance.violations";

        private List<Event> events = new ArrayList<>();

        @Override
        public Listener initialize() {
            return new CapturingListener();
        }

        @Override
        public void onRequestBegin(Attributes request) {
            Collection<Event> seen = Collections.unmodifiableCollection(events);
            request.setAttribute(VIOLATIONS_ATTR_KEY, seen);
        }

        @Override
        public void onRequestEnd(Attributes request) {
            events = new ArrayList<>();
        }

        @Override
        public void onComplianceViolation(Event event) {
            events.add(event);
        }
    }
}
