package org.eclipse.jetty.ee10.servlet.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.isolation.SecretAnswer;
import org.eclipse.jetty.server.isolation.SecretClient;
import org.eclipse.jetty.tests.agent.Steps;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A thread that ends an asynchronous request is overtaken, at each of its steps through the servlet layer, by the timeout of that
 * request and by the requests of others.
 *
 * <p>Forced order, for each method of the package that the thread enters or leaves: it is stopped there; the request ends otherwise;
 * requests of other connections begin, and so does the next one of the same connection; it goes on; they end. Each client has to get
 * its own response, to the byte.
 */
class OvertakenAsyncTest extends OverTransports {
    private static final String[] PACKAGES = {"org.eclipse.jetty.ee10.servlet", "org.eclipse.jetty.server.internal"};
    /** How long others may be kept waiting by a thread that was stopped with a lock; more makes nothing stricter. */
    private static final long OVERTAKING_MILLIS = 10;

    /** What the thread does that is overtaken. */
    enum Action {
        COMPLETE {
            @Override
            void act(AsyncContext async) {
                async.complete();
            }
        },
        DISPATCH {
            @Override
            void act(AsyncContext async) {
                async.dispatch("/dispatched");
            }
        },
        START {
            @Override
            void act(AsyncContext async) {
                async.start(async::complete);
            }
        },
        READ_THE_CONTEXT {
            @Override
            void act(AsyncContext async) {
                async.getRequest();
                async.getResponse();
                async.hasOriginalRequestAndResponse();
                async.getTimeout();
            }
        };

        abstract void act(AsyncContext async);
    }

    private record Walked(AsyncContext async, Thread servlet) {}

    private final BlockingQueue<Walked> walkedRequests = new LinkedBlockingQueue<>();
    private final List<CompletableFuture<Void>> workers = new ArrayList<>();
    private volatile Steps.Walk current;

    @BeforeEach
    void assumeSockets() {
        // the order of threads is the same in all
        assumeTrue(!transport.isSecure(), "in clear text alone");
        assumeTrue(!transport.isInMemory(), "over sockets alone");
    }

    /** Does nothing but what a test wants at the timeout. */
    private static class Listener implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onTimeout(AsyncEvent event) {
            event.getAsyncContext().complete();
        }

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    private static void answer(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String secret = request.getHeader("Authorization");
        String content = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String text = SecretAnswer.first(request.getMethod(), Kept.target(request), secret) + content;
        response.setHeader(SecretAnswer.FIELD, secret);
        response.setHeader("Set-Cookie", "secret=" + secret);
        response.setContentLength(text.length());
        response.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private IsolationServer newServer(long timeout, AsyncListener listener) throws Exception {
        IsolationServer server = new IsolationServer(transport);
        server.servlet("/dispatched", (request, response) -> {});
        server.servlet("/walked", (request, response) -> {
            if (request.getDispatcherType() != DispatcherType.REQUEST) {
                return;
            }
            AsyncContext async = request.startAsync();
            async.setTimeout(timeout);
            async.addListener(listener);
            answer(request, response);
            walkedRequests.add(new Walked(async, Thread.currentThread()));
            beforeReturn();
        });
        return server.start();
    }

    /** Called by the servlet. */
    private Runnable beforeReturn = () -> {};

    private void beforeReturn() {
        beforeReturn.run();
    }

    private Walked sent(SecretClient client) throws Exception {
        client.send("/ctx/walked");
        Walked walked = walkedRequests.poll(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS);
        if (walked == null) {
            throw new AssertionError("no request came to its servlet; the response is " + client.responseAtOnce());
        }
        return walked;
    }

    private void work(IsolationServer server, Runnable task) {
        workers.add(CompletableFuture.runAsync(
                () -> {
                    try {
                        task.run();
                    } catch (IllegalStateException refusal) {
                        // the request is over
                    }
                },
                server.local.server.getThreadPool()));
    }

    private static boolean hasLeft(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            for (String name : PACKAGES) {
                if (frame.getClassName().startsWith(name)) {
                    return false;
                }
            }
        }
        return true;
    }

    private interface Meeting {
        /** Sends the request of a client, and waits until the thread is stopped; returns whether it is. */
        boolean meet(SecretClient client, Steps.Walk walk) throws Exception;
    }

    private void overtaken(IsolationServer server, Steps steps, Meeting meeting) throws Exception {
        boolean more = true;
        try {
            for (int step = 1; more; step++) {
                current = steps.stopAt(step);
                SecretClient first = server.connect();
                more = meeting.meet(first, current);
                overtake(server, first);
            }
        } catch (Throwable x) {
            current.release();
            server.stopAfterFailure();
            throw new AssertionError("overtaken at " + current + ", over " + transport + ": " + x, x);
        }
        server.close();
    }

    private void overtake(IsolationServer server, SecretClient first) throws Exception {
        List<SecretClient> others = new ArrayList<>(List.of(server.connect(), server.connect(), server.connect()));
        String response = first.responseAtOnce();
        if (response != null) {
            others.add(server.otherOnSameConnection(first));
        }
        for (SecretClient other : others) {
            other.begin("/ctx/async");
        }
        List<WaitingRequest> begun = new ArrayList<>();
        WaitingRequest next;
        while (begun.size() < others.size() && (next = server.next(OVERTAKING_MILLIS)) != null) {
            begun.add(next);
        }
        current.release();
        for (CompletableFuture<Void> worker : workers) {
            worker.get(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS);
        }
        workers.clear();
        while (begun.size() < others.size()) {
            next = server.next(TimeUnit.SECONDS.toMillis(SecretClient.DEADLINE_SECONDS));
            assertThat(next).as("request that came to its servlet").isNotNull();
            begun.add(next);
        }
        for (WaitingRequest request : begun) {
            SecretClient client = others.stream()
                    .filter(other -> other.secret().equals(request.secret()))
                    .findAny()
                    .orElseThrow(() -> new AssertionError("request of " + request.secret()));
            request.begin();
            client.finish();
            request.finish();
            client.assertAnswered();
        }
        first.assertIsAnswer(response == null ? first.response() : response);
        server.disconnect(first);
        for (SecretClient other : others) {
            server.disconnect(other);
        }
    }

    /** The worker is stopped; the timeout completes the request meanwhile. */
    @ParameterizedTest
    @EnumSource
    void workerIsOvertakenByTheTimeout(Action action) throws Exception {
        IsolationServer server = newServer(20, new Listener());
        try (Steps steps = Steps.in(PACKAGES)) {
            overtaken(server, steps, (client, walk) -> {
                Walked walked = sent(client);
                work(server, () -> {
                    walk.begin();
                    try {
                        action.act(walked.async);
                    } finally {
                        walk.end();
                    }
                });
                return walk.awaitStopped();
            });
        }
    }

    /** The worker is stopped; another one completes the request meanwhile. */
    @ParameterizedTest
    @EnumSource
    void workerIsOvertakenByAnotherOne(Action action) throws Exception {
        IsolationServer server = newServer(0, new Listener());
        try (Steps steps = Steps.in(PACKAGES)) {
            overtaken(server, steps, (client, walk) -> {
                Walked walked = sent(client);
                work(server, () -> {
                    walk.begin();
                    try {
                        action.act(walked.async);
                    } finally {
                        walk.end();
                    }
                });
                boolean stopped = walk.awaitStopped();
                work(server, walked.async::complete);
                return stopped;
            });
        }
    }

    /** The listener of the timeout has completed the request; its thread is overtaken by a worker that does so, too. */
    @Test
    void threadOfTheTimeoutIsOvertaken() throws Exception {
        IsolationServer server = newServer(20, new Listener() {
            @Override
            public void onTimeout(AsyncEvent event) {
                current.begin();
                super.onTimeout(event);
            }
        });
        try (Steps steps = Steps.in(PACKAGES)) {
            overtaken(server, steps, (client, walk) -> {
                Walked walked = sent(client);
                boolean stopped = walk.awaitStopped(() -> walk.thread() != null && hasLeft(walk.thread()));
                work(server, walked.async::complete);
                return stopped;
            });
        }
    }

    /** The servlet has returned; its thread is overtaken by a worker that completes the request. */
    @Test
    void threadOfTheServletIsOvertaken() throws Exception {
        beforeReturn = () -> current.begin();
        IsolationServer server = newServer(0, new Listener());
        try (Steps steps = Steps.in(PACKAGES)) {
            overtaken(server, steps, (client, walk) -> {
                Walked walked = sent(client);
                boolean stopped = walk.awaitStopped(() -> hasLeft(walked.servlet));
                work(server, walked.async::complete);
                return stopped;
            });
        }
    }
}
