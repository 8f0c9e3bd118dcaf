package org.eclipse.jetty.ee10.servlet.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.isolation.Occasion;
import org.eclipse.jetty.server.isolation.SecretClient;
import org.junit.jupiter.api.Test;

/**
 * A thread is interrupted while it waits for a client that does not read. What it wrote is still to be sent; none of its buffers may
 * be lent to another request meanwhile.
 *
 * <p>Forced order: a write is pending; the thread is interrupted, and its servlet returns; other requests are served; the client reads.
 */
class InterruptedWriteTest extends OverTransports {
    private static final int MORE_THAN_SOCKETS_HOLD = 64 * 1024 * 1024;

    @Test
    void writeThatWasInterruptedHoldsNothingOfOthers() throws Exception {
        assumeTrue(!transport.isInMemory(), "memory takes any number of bytes");
        AtomicReference<Thread> blocked = new AtomicReference<>();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        IsolationServer server = new IsolationServer(transport);
        server.servlet("/blocked", (request, response) -> {
            blocked.set(Thread.currentThread());
            byte[] own = request.getHeader("Authorization").repeat(100).getBytes();
            try {
                for (int i = 0; i < MORE_THAN_SOCKETS_HOLD / own.length; i++) {
                    response.getOutputStream().write(own);
                }
                thrown.complete(null);
            } catch (IOException x) {
                thrown.complete(x);
                throw x;
            }
        });
        server.start();
        try {
            SecretClient first = server.connect();
            List<SecretClient> others = server.others(Occasion.Next.OTHER_CONNECTIONS, first);
            first.send("/ctx/blocked");
            await().until(() -> blocked.get() != null && isWaitingInWrite(blocked.get()));
            blocked.get().interrupt();
            assertThat(thrown.get(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS))
                    .isInstanceOf(IOException.class);
            List<WaitingRequest> begun = server.begin(others, true);
            String response = first.response();
            assertThat(others).noneMatch(other -> response != null && response.contains(other.secret()));
            server.finish(others, begun, true);
            server.assertServes(others);
        } catch (Throwable failure) {
            server.stopAfterFailure();
            throw failure;
        }
        server.close();
    }

    private static boolean isWaitingInWrite(Thread thread) {
        Thread.State state = thread.getState();
        return (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING)
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("write"));
    }
}
