package org.eclipse.jetty.server.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Listeners hear of their own request alone, and of nothing after its end. */
class LateListenersTest extends OverTransports {
    /** When a listener is given to its request. */
    enum Given {
        WHILE_HANDLED,
        AFTER_THE_END
    }

    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    static Stream<Arguments> cases() {
        return Stream.of(Given.values())
                .flatMap(given -> Stream.of(Occasion.Next.SAME_CONNECTION, Occasion.Next.OTHER_CONNECTIONS)
                        .map(next -> Arguments.of(given, next)));
    }

    private void listen(Request request) {
        request.addFailureListener(failure -> heard.add("failure " + failure));
        request.addIdleTimeoutListener(this::idle);
        Consumer<Throwable> listener = failure -> heard.add("end " + failure);
        Request.addCompletionListener(request, listener);
    }

    private boolean idle(TimeoutException timeout) {
        heard.add("idle " + timeout);
        return false;
    }

    private static void refusable(Runnable late) {
        try {
            late.run();
        } catch (IllegalStateException refusal) {
            // the request is over
        }
    }

    /** Has a client lose what the listeners of another one might hear of. */
    private void listenAndLose(IsolationServer server, Given given, Occasion.Next next, boolean byIdleTimeout)
            throws Exception {
        SecretClient first = server.connect();
        if (given == Given.WHILE_HANDLED) {
            server.whenKept(kept -> listen(kept.request));
        }
        Kept kept = server.keep(first);
        List<SecretClient> others = server.others(next, first);
        List<WaitingRequest> begun = server.begin(others, false);
        if (given == Given.AFTER_THE_END) {
            refusable(() -> listen(kept.request));
        }
        for (WaitingRequest request : begun) {
            request.begin();
            request.finish();
        }
        if (!byIdleTimeout) {
            for (SecretClient other : others) {
                other.close();
            }
        }
        for (WaitingRequest request : begun) {
            assertThat(request.failure().get(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS))
                    .isNotNull();
        }
    }

    private void isolated(Given given, Occasion.Next next, boolean byIdleTimeout) throws Exception {
        IsolationServer server = new IsolationServer(transport);
        try {
            if (byIdleTimeout) {
                // long enough for the next request to come in, also on a busy machine
                server.setIdleTimeout(1500);
            }
            listenAndLose(server, given, next, byIdleTimeout);
        } finally {
            // whoever was still to be called was called then
            server.stopAfterFailure();
        }
        if (given == Given.WHILE_HANDLED) {
            assertThat(heard).containsExactly("end null");
        } else {
            assertThat(heard).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void lostConnectionOfTheNextRequestIsNotHeardOf(Given given, Occasion.Next next) throws Exception {
        isolated(given, next, false);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void idleTimeoutOfTheNextRequestIsNotHeardOf(Given given, Occasion.Next next) throws Exception {
        isolated(given, next, true);
    }
}
