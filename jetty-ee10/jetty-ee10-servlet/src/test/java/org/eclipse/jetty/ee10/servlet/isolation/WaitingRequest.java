package org.eclipse.jetty.ee10.servlet.isolation;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.isolation.SecretAnswer;
import org.eclipse.jetty.server.isolation.SecretClient;

/**
 * A request of a client that has nothing to do with the one whose objects were kept. It waits, in its servlet or asynchronously,
 * until the test has misused them, and is then answered with what it says.
 */
final class WaitingRequest {
    private interface Task {
        void run() throws Exception;
    }

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    /** Null if the servlet waits. */
    private final AsyncContext async;

    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private volatile boolean ended;

    WaitingRequest(HttpServletRequest request, HttpServletResponse response, boolean asynchronous) {
        this.request = request;
        this.response = response;
        async = asynchronous ? request.startAsync() : null;
        if (async != null) {
            async.setTimeout(0);
        }
    }

    /** Called by the servlet: stays until the request is to end, if it is the servlet that waits. */
    void await() throws InterruptedException {
        while (async == null && !ended) {
            Runnable task = tasks.poll(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS);
            if (task == null) {
                return;
            }
            task.run();
        }
    }

    /** Runs a task in the thread that the request has. */
    private void run(Task task) throws Exception {
        if (async != null) {
            task.run();
            return;
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        tasks.add(() -> {
            try {
                task.run();
                done.complete(null);
            } catch (Throwable x) {
                done.completeExceptionally(x);
            }
        });
        done.get(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    /** Lets go of the servlet's thread, whatever happened. */
    void abandon() {
        ended = true;
        tasks.add(() -> {});
    }

    /** The secret of the client whose request it seems to be. */
    String secret() {
        return request.getHeader("Authorization");
    }

    /** Commits the response, and writes what is before the content of the request. */
    void begin() throws Exception {
        run(() -> {
            Cookie[] cookies = request.getCookies();
            String cookie = cookies == null ? null : cookies[0].getValue();
            String first = SecretAnswer.first(request.getMethod(), Kept.target(request), cookie);
            response.setHeader(SecretAnswer.FIELD, request.getHeader("Authorization"));
            response.setHeader("Set-Cookie", "secret=" + cookie);
            response.setContentLengthLong(first.length() + request.getContentLengthLong());
            response.getOutputStream().write(first.getBytes(StandardCharsets.UTF_8));
            response.flushBuffer();
        });
    }

    /** Copies the content of the request to the response, and ends both. */
    void finish() throws Exception {
        run(() -> {
            response.getOutputStream().write(request.getInputStream().readAllBytes());
            ended = true;
            if (async != null) {
                async.complete();
            }
        });
    }
}
