package org.eclipse.jetty.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs a plan at one rate after the other, to find the highest that a server bears: its knee.
 *
 * <p>A step fails if more than one request in a thousand failed, an assertion does not hold, or the server was more than a second behind
 * at its end. No step follows one that failed.
 */
public final class Steps {
    private static final double MOST_FAILED = 0.001;

    /**
     * One rate.
     *
     * @param failure why the server did not bear it; null if it did
     */
    public record Step(
            double rate, LoadResult result, @Nullable String failure) {}

    private final LoadGenerator generator;
    private final List<Assertion> assertions;

    /** @param assertions that each step must fulfil */
    public Steps(LoadGenerator generator, List<Assertion> assertions) {
        this.generator = generator;
        this.assertions = List.copyOf(assertions);
    }

    /**
     * Runs a plan at some rates, each for its time; the first after its warm-up.
     *
     * @param rates ascending
     */
    public List<Step> run(LoadPlan plan, List<Double> rates) throws Exception {
        List<Step> steps = new ArrayList<>();
        Duration warmUp = plan.warmUp();
        for (double rate : rates) {
            LoadResult result = generator.run(plan.withSchedule(Arrivals.constant(rate), warmUp));
            warmUp = Duration.ZERO;
            String failure = failure(result, rate);
            steps.add(new Step(rate, result, failure));
            if (failure != null) {
                break;
            }
        }
        return steps;
    }

    private @Nullable String failure(LoadResult result, double rate) {
        if (result.failedShare() > MOST_FAILED) {
            return Assertion.parse("errors<=0.1%").explain(result);
        }
        for (Assertion assertion : assertions) {
            if (!assertion.holds(result)) {
                return assertion.explain(result);
            }
        }
        double behind = result.unansweredAtTheEnd()
                / (rate * result.plan().resource().all().size());
        if (behind > 1) {
            return String.format(java.util.Locale.ROOT, "%.1f s behind at the end", behind);
        }
        return null;
    }

    /** Returns the last step that the server bore; empty if that is none. */
    public static Optional<Step> knee(List<Step> steps) {
        return steps.stream().filter(step -> step.failure() == null).reduce((first, second) -> second);
    }

    /**
     * Reads rates: {@code 100,200,500}, or {@code 100..1000/100} for each hundred up to a thousand.
     *
     * @throws IllegalArgumentException if that are no ascending rates
     */
    public static List<Double> parse(String text) {
        List<Double> rates = new ArrayList<>();
        try {
            int dots = text.indexOf("..");
            int slash = text.indexOf('/');
            if (dots > 0 && slash > dots) {
                double last = Double.parseDouble(text.substring(dots + 2, slash));
                double step = Double.parseDouble(text.substring(slash + 1));
                for (double rate = Double.parseDouble(text.substring(0, dots));
                        step > 0 && rate <= last;
                        rate += step) {
                    rates.add(rate);
                }
            } else {
                for (String rate : text.split(",")) {
                    rates.add(Double.parseDouble(rate.trim()));
                }
            }
        } catch (NumberFormatException x) {
            rates.clear();
        }
        double before = 0;
        for (double rate : rates) {
            if (!(rate > before)) {
                rates.clear();
                break;
            }
            before = rate;
        }
        if (rates.isEmpty()) {
            throw new IllegalArgumentException(
                    text + " (expected: rates that grow, such as 100,200,500 or 100..1000/100)");
        }
        return rates;
    }
}
