package org.eclipse.jetty.operations;

import java.util.Locale;
import org.eclipse.jetty.server.RequestPhases;

/** The names of phases in logs and response fields: those of the codes of the request log. */
final class PhaseNames {
    private static final String[] NAMES = names();

    private PhaseNames() {}

    private static String[] names() {
        RequestPhases.Phase[] phases = RequestPhases.Phase.values();
        String[] names = new String[phases.length];
        for (RequestPhases.Phase phase : phases) {
            names[phase.ordinal()] = phase.name().toLowerCase(Locale.ROOT);
        }
        return names;
    }

    static String of(RequestPhases.Phase phase) {
        return NAMES[phase.ordinal()];
    }
}
