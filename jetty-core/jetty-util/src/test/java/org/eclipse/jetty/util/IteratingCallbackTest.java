package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

public class IteratingCallbackTest {
    private abstract static class Logging extends IteratingCallback {
        final List<String> log = new ArrayList<>();

        @Override
        protected void onSuccess() {
            log.add("success");
        }

        @Override
        protected void onCompleteSuccess() {
            log.add("completeSuccess");
        }

        @Override
        protected void onFailure(Throwable x) {
            log.add("failure " + x.getMessage());
        }

        @Override
        protected void onCompleteFailure(Throwable x) {
            log.add("completeFailure " + x.getMessage());
        }

        @Override
        protected void onAborted(Throwable x) {
            log.add("aborted " + x.getMessage());
        }

        @Override
        protected void onCompleted(Throwable x) {
            log.add("completed " + (x == null ? null : x.getMessage()));
        }
    }

    @Test
    public void operationsThatEndAtOnceDoNotRecurse() {
        AtomicInteger left = new AtomicInteger(100_000);
        Logging callback = new Logging() {
            @Override
            protected Action process() {
                if (left.getAndDecrement() == 0) {
                    return Action.SUCCEEDED;
                }
                succeeded();
                return Action.SCHEDULED;
            }

            @Override
            protected void onSuccess() {}
        };
        callback.iterate();
        assertThat(callback.isSucceeded()).isTrue();
        assertThat(callback.log).containsExactly("completeSuccess", "completed null");
    }

    @Test
    public void idleGoesOnWithIterate() {
        List<IteratingCallback.Action> actions = new ArrayList<>(List.of(
                IteratingCallback.Action.IDLE, IteratingCallback.Action.SCHEDULED, IteratingCallback.Action.SUCCEEDED));
        Logging callback = new Logging() {
            @Override
            protected Action process() {
                return actions.remove(0);
            }
        };
        callback.iterate();
        assertThat(actions).hasSize(2);
        callback.iterate();
        callback.iterate();
        assertThat(actions).hasSize(1);
        callback.succeeded();
        assertThat(callback.log).containsExactly("success", "completeSuccess", "completed null");
        assertThat(callback.reset()).isTrue();
    }

    @Test
    public void failureEndsIt() {
        Logging callback = new Logging() {
            @Override
            protected Action process() {
                return Action.SCHEDULED;
            }
        };
        callback.iterate();
        callback.failed(new IOException("x"));
        callback.failed(new IOException("late"));
        assertThat(callback.isFailed()).isTrue();
        assertThat(callback.log).containsExactly("failure x", "completeFailure x", "completed x");
    }

    @Test
    public void abortTellsAtOnceAndCompletesAfterTheOperation() {
        Logging callback = new Logging() {
            @Override
            protected Action process() {
                return Action.SCHEDULED;
            }
        };
        callback.iterate();
        assertThat(callback.abort(new IOException("a"))).isTrue();
        assertThat(callback.abort(new IOException("b"))).isFalse();
        assertThat(callback.log).containsExactly("aborted a", "failure a");
        callback.succeeded();
        assertThat(callback.log).containsExactly("aborted a", "failure a", "completeFailure a", "completed a");
        assertThat(callback.isAborted()).isTrue();
    }

    @Test
    public void closedOneIsNotUsedAgain() {
        Logging callback = new Logging() {
            @Override
            protected Action process() {
                return Action.SUCCEEDED;
            }
        };
        callback.close();
        callback.iterate();
        assertThat(callback.isClosed()).isTrue();
        assertThat(callback.reset()).isFalse();
        assertThat(callback.log)
                .containsExactly("aborted Closed", "failure Closed", "completeFailure Closed", "completed Closed");
    }

    @RepeatedTest(20)
    public void asynchronousCompletionAndIterateRace() {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try {
            AtomicInteger offered = new AtomicInteger();
            AtomicInteger processed = new AtomicInteger();
            IteratingCallback callback = new IteratingCallback() {
                @Override
                protected Action process() {
                    if (processed.get() == offered.get()) {
                        return Action.IDLE;
                    }
                    processed.incrementAndGet();
                    executor.execute(this::succeeded);
                    return Action.SCHEDULED;
                }
            };
            for (int i = 0; i < 2000; i++) {
                offered.incrementAndGet();
                callback.iterate();
            }
            await().until(() -> processed.get() == 2000);
        } finally {
            executor.shutdown();
        }
    }
}
