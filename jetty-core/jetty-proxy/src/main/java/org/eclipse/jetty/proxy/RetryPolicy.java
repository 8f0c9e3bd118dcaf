package org.eclipse.jetty.proxy;

import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;

/**
 * How often requests are sent to another back end when they fail, and the budget for that: each request adds a part of a retry to it, and
 * each retry takes one, so that retries do not multiply the load on back ends that all fail.
 *
 * <p>Settings are made before the start. Thread-safe.
 */
@ManagedObject("How often requests are sent to another back end when they fail")
public final class RetryPolicy {
    private static final long UNIT = 1_000_000;

    private final AtomicLong budget = new AtomicLong();
    private int maxRetries = 2;
    private int budgetPercent = 20;
    private int budgetReserve = 100;
    private int maxContentSize = 64 * 1024;

    public RetryPolicy() {
        fill();
    }

    /** Returns how often a request is sent again at most; 2 by default, 0 for never. */
    @ManagedAttribute("How often a request is sent again at most; 0 for never")
    public int getMaxRetries() {
        return maxRetries;
    }

    public void setMaxRetries(int number) {
        maxRetries = Settings.atLeast("maxRetries", number, 0);
    }

    /** Returns the percentage of requests by which the budget grows; 20 by default. */
    @ManagedAttribute("The percentage of requests by which the budget of retries grows")
    public int getBudgetPercent() {
        return budgetPercent;
    }

    public void setBudgetPercent(int percent) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("budgetPercent: " + percent + " (expected: 0-100)");
        }
        budgetPercent = percent;
    }

    /**
     * Returns the retries that the budget has at the start, and at most; 100 by default. All requests that a back end has when it is
     * killed are sent again if the reserve is as large as their number.
     */
    @ManagedAttribute("The retries that the budget has at most")
    public int getBudgetReserve() {
        return budgetReserve;
    }

    public void setBudgetReserve(int number) {
        budgetReserve = Settings.atLeast("budgetReserve", number, 0);
        fill();
    }

    /** Returns the bytes of content that are kept of an idempotent request, to send it again; 65,536 by default. */
    @ManagedAttribute("The bytes of content that are kept of an idempotent request")
    public int getMaxContentSize() {
        return maxContentSize;
    }

    public void setMaxContentSize(int bytes) {
        maxContentSize = Settings.atLeast("maxContentSize", bytes, 0);
    }

    /** Returns the retries that are left. */
    @ManagedAttribute("The retries that are left of the budget")
    public long getBudget() {
        return budget.get() / UNIT;
    }

    private void fill() {
        budget.set(budgetReserve * UNIT);
    }

    /** A request has come. */
    void onRequest() {
        long max = budgetReserve * UNIT;
        if (budget.get() < max) {
            budget.updateAndGet(n -> Math.min(max, n + budgetPercent * (UNIT / 100)));
        }
    }

    /** Takes a retry from the budget; returns false if there is none. */
    boolean take() {
        return budget.getAndUpdate(n -> n < UNIT ? n : n - UNIT) >= UNIT;
    }
}
