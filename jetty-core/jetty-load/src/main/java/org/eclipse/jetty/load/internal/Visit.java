package org.eclipse.jetty.load.internal;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.load.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Requests of a resource and of what follows it. Each request counts from when it should have been sent: the first at its arrival, a
 * child when the response of its parent came. Ends when the last one has ended. Thread-safe.
 */
final class Visit {
    /** A resource that can be sent, with its children. */
    record Target(Sender.Prepared prepared, List<Target> children) {
        static Target of(Sender sender, Resource resource) {
            return new Target(
                    sender.prepare(resource),
                    resource.children().stream().map(child -> of(sender, child)).toList());
        }
    }

    /** Hears of the end of a visit. */
    interface End {
        /** @param broken whether a request had no response: that may have been so at once */
        void ended(boolean broken);
    }

    private final Load load;
    private final Statistics statistics;
    private final boolean page;
    private final long begun;
    private final @Nullable End whenEnded;
    private final AtomicInteger open = new AtomicInteger(1);
    private volatile boolean failed;
    private volatile boolean broken;

    /** @param whenEnded called after the last response, by any thread */
    Visit(Load load, Statistics statistics, Target target, long begun, @Nullable End whenEnded) {
        this.load = load;
        this.statistics = statistics;
        this.page = !target.children().isEmpty();
        this.begun = begun;
        this.whenEnded = whenEnded;
        load.visitBegins();
    }

    /** Sends a request that should have been sent at a time. */
    void send(Target target, long intended) {
        if (!load.enter()) {
            broken = true;
            statistics.failed("not sent: too many requests wait for their responses");
            end();
            return;
        }
        statistics.sent(System.nanoTime() - intended);
        load.sender().send(target.prepared(), new Step(target, intended));
    }

    private void end() {
        if (open.decrementAndGet() > 0) {
            return;
        }
        if (page && !failed && !broken) {
            statistics.page(System.nanoTime() - begun);
        }
        if (whenEnded != null) {
            whenEnded.ended(broken);
        }
        load.visitEnds();
    }

    private final class Step implements Sender.Reply {
        private final Target target;
        private final long intended;

        private Step(Target target, long intended) {
            this.target = target;
            this.intended = intended;
        }

        @Override
        public void answered(int status, long bytes) {
            long now = System.nanoTime();
            load.leave();
            if (status >= 400) {
                failed = true;
                statistics.failed("status " + status);
            } else {
                statistics.answered(now - intended, bytes);
                open.addAndGet(target.children().size());
                for (Target child : target.children()) {
                    send(child, now);
                }
            }
            end();
        }

        @Override
        public void failed(Throwable cause) {
            load.leave();
            broken = true;
            statistics.failed(cause);
            end();
        }
    }
}
