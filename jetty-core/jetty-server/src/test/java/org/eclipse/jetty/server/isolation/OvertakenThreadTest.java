package org.eclipse.jetty.server.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.tests.agent.Steps;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A thread that ends a request is overtaken, at each of its steps, by the threads of other requests.
 *
 * <p>Forced order, for each method of the protocol's package that the thread enters or leaves: it is stopped there; requests of
 * other connections begin, and so does the next one of the same connection if the response has come; it goes on; they end. Each
 * client has to get its own response, to the byte. So whatever a late thread reads again, it must find its own request there.
 */
class OvertakenThreadTest extends OverTransports {
    private static final String[] PACKAGES = {
        "org.eclipse.jetty.server.internal", "org.eclipse.jetty.http2.server.internal"
    };
    /** How long others may be kept waiting by a thread that was stopped with a lock; more makes nothing stricter. */
    private static final long OVERTAKING_MILLIS = 10;

    /** Several, so that one of them has what was pooled after the request. */
    private static final int OTHERS = 3;

    private static final class Failure extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** The request whose thread is overtaken. */
    private static final class Walked {
        private final Request request;
        private final Response response;
        private final Callback callback;
        private final Thread handler = Thread.currentThread();
        private final ByteBuffer answer;
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        private Walked(Request request, Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
            String secret = request.getHeaders().get(HttpHeader.AUTHORIZATION);
            String text =
                    SecretAnswer.first(request.getMethod(), request.getHttpURI().getPathQuery(), secret) + secret + ","
                            + secret + ",";
            answer = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            response.setStatus(200);
            response.getHeaders().put(SecretAnswer.FIELD, secret);
            response.getHeaders().put(HttpHeader.SET_COOKIE, "secret=" + secret);
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.remaining());
        }

        /** Reads until it fails; then, or not, ends the request. */
        private void readUntilFailure(boolean end) {
            Content.Chunk chunk;
            while ((chunk = request.read()) != null) {
                if (Content.Chunk.isFailure(chunk)) {
                    if (end) {
                        callback.failed(chunk.getFailure());
                    }
                    done.complete(null);
                    return;
                }
                chunk.release();
            }
            request.demand(() -> readUntilFailure(end));
        }

        /** Waits until its connection waits for bytes, and no thread is in it. */
        private void awaitReading() {
            EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
            Awaitility.await().until(() -> isLeft() && (endPoint.isFillInterested() || !endPoint.isOpen()));
        }

        /** Whether the thread that called the handler has gone. */
        private boolean isLeft() {
            return hasLeft(handler);
        }
    }

    /** Whether a thread is in none of the packages. */
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

    /** Who ends the request, in which way. */
    enum End {
        WORKER_THAT_WRITES_AND_SUCCEEDS {
            @Override
            void worker(Walked walked) {
                walked.response.write(true, walked.answer, Callback.NOOP);
                walked.callback.succeeded();
            }
        },
        WORKER_THAT_SUCCEEDS_BY_ITS_WRITE {
            @Override
            void worker(Walked walked) {
                walked.response.write(true, walked.answer, walked.callback);
            }
        },
        WORKER_THAT_WRITES_IN_PIECES {
            @Override
            void worker(Walked walked) {
                walked.response.write(
                        false,
                        walked.answer,
                        Callback.from(
                                () -> walked.response.write(true, null, walked.callback), walked.callback::failed));
            }
        },
        WORKER_THAT_FAILS {
            @Override
            void worker(Walked walked) {
                walked.callback.failed(new Failure());
            }
        },
        WORKER_THAT_FAILS_AFTER_THE_COMMIT {
            @Override
            void worker(Walked walked) {
                walked.answer.limit(5);
                walked.response.write(false, walked.answer, Callback.from(() -> walked.callback.failed(new Failure())));
            }
        };

        abstract void worker(Walked walked);

        boolean isFailure() {
            return this == WORKER_THAT_FAILS || this == WORKER_THAT_FAILS_AFTER_THE_COMMIT;
        }
    }

    /** A write callback of the application that has been called, and does not return before it may. */
    private static final class Lingering implements Callback {
        private final CountDownLatch called = new CountDownLatch(1);
        private final CountDownLatch mayReturn = new CountDownLatch(1);
        private final Runnable first;
        private final Runnable last;

        private Lingering(Runnable first, Runnable last) {
            this.first = first;
            this.last = last;
        }

        @Override
        public void succeeded() {
            first.run();
            called.countDown();
            await(mayReturn);
            last.run();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS))
                    .isTrue();
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }

    private final BlockingQueue<Walked> walkedRequests = new LinkedBlockingQueue<>();
    private final List<CompletableFuture<Void>> workers = new CopyOnWriteArrayList<>();
    /** Whether the client whose request ends has closed its connection. */
    private boolean gone;

    private Walked sent(SecretClient client) throws Exception {
        client.send("/walked");
        Walked walked = walkedRequests.poll(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS);
        assertThat(walked).as("request that came to its handler").isNotNull();
        return walked;
    }

    /** Has a thread of the server, as an application has it, do something. */
    private void work(Walked walked, Runnable task) {
        workers.add(
                CompletableFuture.runAsync(task, walked.request.getComponents().getExecutor()));
    }

    private void joinWorkers() throws Exception {
        for (CompletableFuture<Void> worker : workers) {
            worker.get(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS);
        }
        workers.clear();
    }

    private interface Meeting {
        /** Sends the request of a client, and waits until the thread is stopped; returns whether it is. */
        boolean meet(SecretClient client, Steps.Walk walk) throws Exception;
    }

    private void overtaken(IsolationServer server, Steps steps, boolean failure, Meeting meeting) throws Exception {
        Steps.Walk walk = null;
        boolean more = true;
        try {
            for (int step = 1; more; step++) {
                walk = steps.stopAt(step);
                SecretClient first = server.connect();
                more = meeting.meet(first, walk);
                overtake(server, walk, first, failure);
            }
        } catch (Throwable x) {
            walk.release();
            server.stopAfterFailure();
            throw new AssertionError("overtaken at " + walk + ", over " + transport + ": " + x, x);
        }
        server.close();
    }

    private void overtake(IsolationServer server, Steps.Walk walk, SecretClient first, boolean failure)
            throws Exception {
        List<SecretClient> others = new ArrayList<>();
        for (int i = 0; i < OTHERS; i++) {
            others.add(server.connect());
        }
        String response = gone ? null : first.responseAtOnce();
        if (response != null && !failure) {
            others.add(server.otherOnSameConnection(first));
        }
        List<WaitingRequest> begun = new ArrayList<>();
        for (SecretClient other : others) {
            other.begin("/waiting");
        }
        WaitingRequest next;
        while (begun.size() < others.size() && (next = server.next(OVERTAKING_MILLIS)) != null) {
            begun.add(next);
        }
        walk.release();
        joinWorkers();
        while (begun.size() < others.size()) {
            next = server.next(TimeUnit.SECONDS.toMillis(SecretClient.DEADLINE_SECONDS));
            assertThat(next).as("request that came to its handler").isNotNull();
            begun.add(next);
        }
        for (WaitingRequest request : begun) {
            SecretClient client = others.stream()
                    .filter(other -> other.secret().equals(request.secret()))
                    .findAny()
                    .orElseThrow(() -> new AssertionError("request of " + request.secret()));
            request.begin();
            request.finish();
            client.finish();
            client.assertAnswered();
        }
        String answer = response != null ? response : gone ? null : first.response();
        if (!failure) {
            first.assertIsAnswer(answer);
        } else if (answer != null) {
            assertThat(others).noneMatch(other -> answer.contains(other.secret()));
        }
        server.disconnect(first);
        for (SecretClient other : others) {
            server.disconnect(other);
        }
        // threads that notice it must not be taken for the one of the next step
        server.awaitDisconnected();
    }

    @BeforeEach
    void assumeSockets() {
        // the order of threads is the same in all
        assumeTrue(!transport.isSecure(), "in clear text alone");
        assumeTrue(!transport.isInMemory(), "over sockets alone");
    }

    private IsolationServer newServer() throws Exception {
        IsolationServer server = new IsolationServer(transport);
        server.takeOver("/walked", (request, response, callback) -> {
            Content.Source.asString(request);
            walkedRequests.add(new Walked(request, response, callback));
        });
        return server;
    }

    /** The thread of the connection has left the request; then a thread of the application ends it, and is overtaken. */
    @ParameterizedTest
    @EnumSource
    void workerThatEndsARequestIsOvertaken(End end) throws Exception {
        IsolationServer server = newServer();
        try (Steps steps = Steps.in(PACKAGES)) {
            overtaken(server, steps, end.isFailure(), (client, walk) -> {
                Walked walked = sent(client);
                work(walked, () -> {
                    while (!walked.isLeft()) {
                        Thread.onSpinWait();
                    }
                    walk.begin();
                    end.worker(walked);
                    walk.end();
                });
                return walk.awaitStopped();
            });
        }
    }

    /** The handler has returned; its thread is overtaken by the one of the application that ends the request, and by others. */
    @ParameterizedTest
    @EnumSource
    void threadOfTheHandlerIsOvertakenByAWorker(End end) throws Exception {
        IsolationServer server = new IsolationServer(transport);
        Steps.Walk[] current = new Steps.Walk[1];
        server.takeOver("/walked", (request, response, callback) -> {
            Content.Source.asString(request);
            walkedRequests.add(new Walked(request, response, callback));
            current[0].begin();
        });
        try (Steps steps = Steps.in(PACKAGES)) {
            overtaken(server, steps, end.isFailure(), (client, walk) -> {
                current[0] = walk;
                Walked walked = sent(client);
                boolean stopped = walk.awaitStopped(walked::isLeft);
                work(walked, () -> end.worker(walked));
                return stopped;
            });
        }
    }

    /** The handler ends the request before it returns; its thread is overtaken after that. */
    @ParameterizedTest
    @EnumSource
    void threadOfTheHandlerThatEndsARequestIsOvertaken(End end) throws Exception {
        IsolationServer server = new IsolationServer(transport);
        Steps.Walk[] current = new Steps.Walk[1];
        server.takeOver("/walked", (request, response, callback) -> {
            Content.Source.asString(request);
            Walked walked = new Walked(request, response, callback);
            current[0].begin();
            end.worker(walked);
            walkedRequests.add(walked);
        });
        try (Steps steps = Steps.in(PACKAGES)) {
            overtaken(server, steps, end.isFailure(), (client, walk) -> {
                current[0] = walk;
                client.send("/walked");
                Walked[] walked = new Walked[1];
                return walk.awaitStopped(() -> {
                    walked[0] = walked[0] == null ? walkedRequests.poll() : walked[0];
                    return walked[0] != null && walked[0].isLeft();
                });
            });
        }
    }

    /**
     * The worker succeeds in the callback of its last write, which has not returned when the handler does: the thread of the
     * handler is overtaken by the rest of that write.
     */
    @Test
    void threadOfTheHandlerIsOvertakenByTheEndOfTheLastWrite() throws Exception {
        IsolationServer server = new IsolationServer(transport);
        Steps.Walk[] current = new Steps.Walk[1];
        Lingering[] lingering = new Lingering[1];
        server.takeOver("/walked", (request, response, callback) -> {
            Content.Source.asString(request);
            Walked walked = new Walked(request, response, callback);
            lingering[0] = new Lingering(callback::succeeded, () -> {});
            work(walked, () -> response.write(true, walked.answer, lingering[0]));
            await(lingering[0].called);
            walkedRequests.add(walked);
            current[0].begin();
        });
        try (Steps steps = Steps.in(PACKAGES)) {
            overtaken(server, steps, false, (client, walk) -> {
                current[0] = walk;
                Walked walked = sent(client);
                boolean stopped = walk.awaitStopped(walked::isLeft);
                lingering[0].mayReturn.countDown();
                return stopped;
            });
        }
    }

    /** The callback of the last write has not returned when a worker succeeds; the worker is overtaken by the rest of the write. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void workerThatCompletesIsOvertakenByTheEndOfTheLastWrite(boolean success) throws Exception {
        IsolationServer server = newServer();
        try (Steps steps = Steps.in(PACKAGES)) {
            overtaken(server, steps, !success, (client, walk) -> {
                Walked walked = sent(client);
                Lingering lingering = new Lingering(() -> {}, () -> {});
                work(walked, () -> walked.response.write(true, walked.answer, lingering));
                await(lingering.called);
                work(walked, () -> {
                    walk.begin();
                    if (success) {
                        walked.callback.succeeded();
                    } else {
                        walked.callback.failed(new Failure());
                    }
                    walk.end();
                });
                boolean stopped = walk.awaitStopped();
                lingering.mayReturn.countDown();
                return stopped;
            });
        }
    }

    /** The callback of the last write returns; its thread is overtaken by a worker that succeeds. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void threadOfTheLastWriteIsOvertakenByAWorkerThatCompletes(boolean success) throws Exception {
        IsolationServer server = newServer();
        try (Steps steps = Steps.in(PACKAGES)) {
            overtaken(server, steps, !success, (client, walk) -> {
                Walked walked = sent(client);
                Lingering lingering = new Lingering(() -> {}, walk::begin);
                lingering.mayReturn.countDown();
                work(walked, () -> {
                    walked.response.write(true, walked.answer, lingering);
                    walk.end();
                });
                boolean stopped = walk.awaitStopped();
                work(walked, () -> {
                    if (success) {
                        walked.callback.succeeded();
                    } else {
                        walked.callback.failed(new Failure());
                    }
                });
                return stopped;
            });
        }
    }

    /** Content comes, and its reader ends the request; the thread that brought it is overtaken. */
    @Test
    void threadThatBringsContentIsOvertaken() throws Exception {
        IsolationServer server = new IsolationServer(transport);
        server.takeOver("/walked", (request, response, callback) -> {
            Walked walked = new Walked(request, response, callback);
            readAndAnswer(walked);
            walkedRequests.add(walked);
        });
        try (Steps steps = Steps.in(PACKAGES).beginningAt("org.eclipse.jetty.io.FillInterest#take")) {
            overtaken(server, steps, false, (client, walk) -> {
                client.begin("/walked");
                Walked walked = walkedRequests.poll(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS);
                assertThat(walked).isNotNull();
                walked.awaitReading();
                walk.arm();
                client.finish();
                return walk.awaitStopped(() -> walked.done.isDone() && walk.thread() != null && hasLeft(walk.thread()));
            });
        }
    }

    private static void readAndAnswer(Walked walked) {
        while (true) {
            Content.Chunk chunk = walked.request.read();
            if (chunk == null) {
                walked.request.demand(() -> readAndAnswer(walked));
                return;
            }
            chunk.release();
            if (chunk.isLast()) {
                walked.response.write(
                        true, walked.answer, Callback.from(walked.callback, () -> walked.done.complete(null)));
                return;
            }
        }
    }

    /**
     * A client goes away while its request waits for content. The thread that notices is overtaken by a worker that ends the
     * request, and by the requests of others.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void threadThatNoticesALostClientIsOvertaken(boolean workerEnds) throws Exception {
        gone = true;
        lost(workerEnds, SecretClient::close, "org.eclipse.jetty.io.FillInterest#take");
    }

    /** The same where the client is silent for longer than the idle timeout. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void threadThatNoticesAnIdleClientIsOvertaken(boolean workerEnds) throws Exception {
        transport.assumeHttp1("streams have timeouts of their own");
        lost(workerEnds, client -> {}, "org.eclipse.jetty.io.AbstractEndPoint#onIdleExpired");
    }

    private interface Loss {
        void lose(SecretClient client) throws Exception;
    }

    private void lost(boolean workerEnds, Loss loss, String begin) throws Exception {
        IsolationServer server = new IsolationServer(transport);
        server.takeOver("/walked", (request, response, callback) -> {
            Walked walked = new Walked(request, response, callback);
            if (begin.endsWith("onIdleExpired")) {
                request.addHttpStreamWrapper(stream -> {
                    stream.setIdleTimeout(20);
                    return stream;
                });
            }
            request.addFailureListener(x -> {});
            walked.readUntilFailure(!workerEnds);
            walkedRequests.add(walked);
        });
        try (Steps steps = Steps.in(PACKAGES).beginningAt(begin)) {
            overtaken(server, steps, true, (client, walk) -> {
                if (!gone) {
                    walk.arm();
                }
                client.begin("/walked");
                Walked walked = walkedRequests.poll(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS);
                assertThat(walked).isNotNull();
                if (gone) {
                    walked.awaitReading();
                    walk.arm();
                }
                loss.lose(client);
                boolean stopped = walk.awaitStopped(
                        () -> walked.done.isDone() && walk.thread() != null && hasLeft(walk.thread()));
                if (workerEnds) {
                    work(walked, () -> walked.response.write(true, walked.answer, walked.callback));
                }
                return stopped;
            });
        }
    }
}
