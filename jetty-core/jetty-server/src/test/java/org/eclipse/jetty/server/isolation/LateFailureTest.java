package org.eclipse.jetty.server.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Code of an application that is called by the server, ends its request, and fails only then.
 *
 * <p>Forced order: the code ends the request; the next requests begin; the code throws.
 */
class LateFailureTest extends OverTransports {
    /** What ends the request and fails. */
    enum Code {
        DEMAND_CALLBACK_CALLED_WHEN_CONTENT_COMES {
            @Override
            void run(Request request, Response response, Runnable endAndFail) {
                request.demand(() -> drain(request, endAndFail));
            }
        },
        DEMAND_CALLBACK_CALLED_AT_ONCE {
            @Override
            void run(Request request, Response response, Runnable endAndFail) {
                drain(request, () -> request.demand(endAndFail));
            }
        },
        WRITE_CALLBACK {
            @Override
            void run(Request request, Response response, Runnable endAndFail) {
                drain(
                        request,
                        () -> response.write(
                                true,
                                ByteBuffer.wrap(new byte[] {'x'}),
                                Callback.from(endAndFail, x -> endAndFail.run())));
            }
        },
        WRITE_CALLBACK_BEFORE_THE_LAST_WRITE {
            @Override
            void run(Request request, Response response, Runnable endAndFail) {
                drain(
                        request,
                        () -> response.write(
                                false,
                                ByteBuffer.wrap(new byte[] {'x'}),
                                Callback.from(endAndFail, x -> endAndFail.run())));
            }
        };

        abstract void run(Request request, Response response, Runnable endAndFail);

        /** Reads all content, then goes on. */
        private static void drain(Request request, Runnable next) {
            while (true) {
                Content.Chunk chunk = request.read();
                if (chunk == null) {
                    request.demand(() -> drain(request, next));
                    return;
                }
                chunk.release();
                if (chunk.isLast()) {
                    next.run();
                    return;
                }
            }
        }
    }

    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch othersBegan = new CountDownLatch(1);
    private final CompletableFuture<Void> failing = new CompletableFuture<>();

    private void endAndFail(Callback callback) {
        callback.succeeded();
        ended.countDown();
        try {
            assertThat(othersBegan.await(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS))
                    .isTrue();
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
        failing.complete(null);
        throw new IllegalArgumentException("fails after its request");
    }

    @ParameterizedTest
    @EnumSource
    void failureOfWhatHasEndedItsRequestReachesNoOther(Code code) throws Exception {
        IsolationServer server = new IsolationServer(transport);
        server.takeOver("/failing", (request, response, callback) -> {
            // another thread than that of the connection goes on with it
            request.getComponents().getExecutor().execute(() -> {
                try {
                    code.run(request, response, () -> endAndFail(callback));
                } catch (IllegalArgumentException x) {
                    assertThat(x).hasMessage("fails after its request");
                }
            });
        });
        try {
            SecretClient first = server.connect();
            first.begin("/failing");
            first.finish();
            assertThat(ended.await(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS))
                    .isTrue();
            List<SecretClient> others = server.others(Occasion.Next.OTHER_CONNECTIONS, first);
            List<WaitingRequest> begun = server.begin(others, false);
            othersBegan.countDown();
            failing.get(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS);
            server.finish(others, begun, false);
            server.assertServes(others);
        } catch (Throwable failure) {
            othersBegan.countDown();
            server.stopAfterFailure();
            throw failure;
        }
        server.close();
    }
}
