package org.eclipse.jetty.deploy.internal.parallel;

import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ClientAffinity;
import org.eclipse.jetty.server.handler.ContextHandler;

/** One version of an application that is deployed. Thread-safe. */
final class ApplicationVersion {
    private final String name;
    private final ContextHandler context;
    private final Collection<ClientAffinity> affinities;
    private final RecentOutcomes outcomes = new RecentOutcomes(System.nanoTime());
    private volatile CanaryRules rules;
    private final AtomicBoolean withdrawn = new AtomicBoolean();

    ApplicationVersion(String name, ContextHandler context, CanaryRules rules) {
        this.name = name;
        this.context = context;
        this.rules = rules;
        affinities = context.getContainedBeans(ClientAffinity.class);
    }

    String getName() {
        return name;
    }

    ContextHandler getContext() {
        return context;
    }

    CanaryRules getRules() {
        return rules;
    }

    void setRules(CanaryRules next) {
        rules = next;
        withdrawn.set(false);
    }

    /** Sends no clients there any more; returns false if it was so already. */
    boolean withdraw() {
        return withdrawn.compareAndSet(false, true);
    }

    /** Whether clients may be sent there. */
    boolean isServing() {
        return !withdrawn.get() && context.isStarted() && context.isAvailable();
    }

    boolean isKnownClient(Request request) {
        for (ClientAffinity affinity : affinities) {
            if (affinity.isKnownClient(request)) {
                return true;
            }
        }
        return false;
    }

    /** How many clients have to come to this version; -1 if that is not known. */
    long getKnownClients() {
        long all = 0;
        for (ClientAffinity affinity : affinities) {
            long known = affinity.getKnownClients();
            if (known < 0) {
                return -1;
            }
            all += known;
        }
        return all;
    }

    RecentOutcomes.Counts getOutcomes() {
        return outcomes.get(System.nanoTime());
    }

    /** Notes how a request ended; {@code maxLatencyMillis} is that of the rules by which it is judged. */
    void onCompleted(Request request, Response response, long maxLatencyMillis) {
        long now = System.nanoTime();
        boolean late = maxLatencyMillis > 0
                && TimeUnit.NANOSECONDS.toMillis(now - request.getHeadersNanoTime()) > maxLatencyMillis;
        outcomes.add(late || response.getStatus() >= 500, now);
    }

    @Override
    public String toString() {
        return name.isEmpty() ? "(no version)" : name;
    }
}
