package org.eclipse.jetty.opentelemetry;

import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.jetty.http.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * Which traces are recorded: those whose client records them, and of those that begin here a share.
 *
 * @param parentBased whether the client decides for its traces
 * @param ratio the share of the others, 0 to 1
 */
record Sampling(boolean parentBased, double ratio) {
    private static final String PARENT_BASED = "parentbased_";

    static double checkRatio(double ratio, String name) {
        // also not a number
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException(name + ": " + ratio + " (expected: 0 to 1)");
        }
        return ratio;
    }

    /** Returns what the variable OTEL_TRACES_SAMPLER says; the default if it is not set. */
    static Sampling of(OtlpSettings settings, double defaultRatio) {
        String sampler = settings.variable("OTEL_TRACES_SAMPLER");
        if (sampler == null) {
            return new Sampling(true, defaultRatio);
        }
        String name = sampler.toLowerCase(Locale.ROOT);
        boolean parentBased = name.startsWith(PARENT_BASED);
        return switch (parentBased ? name.substring(PARENT_BASED.length()) : name) {
            case "always_on" -> new Sampling(parentBased, 1);
            case "always_off" -> new Sampling(parentBased, 0);
            case "traceidratio" -> new Sampling(parentBased, argument(settings));
            default ->
                throw new IllegalArgumentException("OTEL_TRACES_SAMPLER: " + sampler
                        + " (expected: always_on, always_off, traceidratio, or one of them after parentbased_)");
        };
    }

    private static double argument(OtlpSettings settings) {
        String argument = settings.variable("OTEL_TRACES_SAMPLER_ARG");
        try {
            return argument == null ? 1 : checkRatio(Double.parseDouble(argument), "OTEL_TRACES_SAMPLER_ARG");
        } catch (NumberFormatException x) {
            throw new IllegalArgumentException("OTEL_TRACES_SAMPLER_ARG: " + argument + " (expected: 0 to 1)", x);
        }
    }

    /** Whether a request is recorded whose client sent a context. */
    boolean isSampled(@Nullable TraceContext parent) {
        if (parent != null && parentBased) {
            return parent.isSampled();
        }
        return ratio >= 1 || ratio > 0 && ThreadLocalRandom.current().nextDouble() < ratio;
    }
}
