package org.eclipse.jetty.ee10.servlet.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.BufferChecks;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.server.isolation.Occasion;
import org.eclipse.jetty.server.isolation.SecretClient;

/**
 * A server with a servlet that keeps what it can get hold of of each request to {@code /ctx/kept}, and one that leaves each other
 * one waiting. Used by one thread.
 */
final class IsolationServer implements AutoCloseable {
    /** Several, so that one of them has what was pooled after the first request. */
    private static final int OTHERS = 3;

    final LocalServer local;
    final ServletContextHandler context = new ServletContextHandler("/ctx", ServletContextHandler.SESSIONS);
    private final BlockingQueue<Kept> kept = new LinkedBlockingQueue<>();
    private final BlockingQueue<WaitingRequest> waiting = new LinkedBlockingQueue<>();
    private final Queue<WaitingRequest> begun = new ConcurrentLinkedQueue<>();
    private final List<SecretClient> clients = new ArrayList<>();
    private int secrets;

    interface Body {
        void serve(HttpServletRequest request, HttpServletResponse response) throws Exception;
    }

    IsolationServer(Transport transport) throws Exception {
        local = new LocalServer(transport);
        servlet("/kept/*", this::keep);
        servlet("/late", (request, response) -> {
            response.getOutputStream().print("late");
            response.flushBuffer();
        });
        servlet("/waiting", (request, response) -> leaveWaiting(request, response, false));
        servlet("/async", (request, response) -> leaveWaiting(request, response, true));
    }

    IsolationServer start() throws Exception {
        local.start(context);
        return this;
    }

    ServletHolder servlet(String path, Body body) {
        Servlet servlet = new HttpServlet() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response)
                    throws ServletException, IOException {
                try {
                    body.serve(request, response);
                } catch (ServletException | IOException | RuntimeException x) {
                    throw x;
                } catch (Exception x) {
                    throw new ServletException(x);
                }
            }
        };
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        context.addServlet(holder, path);
        return holder;
    }

    private void keep(HttpServletRequest request, HttpServletResponse response) throws Exception {
        Way way = Way.valueOf(request.getPathInfo().substring(1));
        Kept keeping = (Kept) request.getAttribute(Kept.class.getName());
        if (request.getDispatcherType() == DispatcherType.ASYNC) {
            keeping.answer();
            kept.add(keeping);
            return;
        }
        keeping = new Kept(way, request, response);
        if (way == Way.DISPATCHED) {
            request.setAttribute(Kept.class.getName(), keeping);
            keeping.startAsync();
            keeping.async.dispatch();
            return;
        }
        if (way == Way.ASYNC) {
            keeping.startAsync();
        }
        keeping.answer();
        if (way == Way.ASYNC) {
            keeping.async.start(keeping.async::complete);
        }
        kept.add(keeping);
    }

    private void leaveWaiting(HttpServletRequest request, HttpServletResponse response, boolean asynchronous)
            throws InterruptedException {
        WaitingRequest next = new WaitingRequest(request, response, asynchronous);
        begun.add(next);
        waiting.add(next);
        next.await();
    }

    /** A client with a connection and a secret of its own. */
    SecretClient connect() throws Exception {
        SecretClient client = new SecretClient(local.connector, newSecret());
        clients.add(client);
        return client;
    }

    private String newSecret() {
        // of one length, none of them the begin of another
        return "secret" + (10_000 + secrets++);
    }

    SecretClient otherOnSameConnection(SecretClient first) {
        return first.onSameConnection(newSecret());
    }

    void disconnect(SecretClient client) throws Exception {
        clients.remove(client);
        client.close();
    }

    /** What was kept of a request that has ended. */
    Kept keep(SecretClient client, Way way) throws Exception {
        client.send(way.path());
        client.assertAnswered();
        Kept result = take(kept);
        if (way == Way.ASYNC) {
            await().until(() -> result.event != null);
        }
        return result;
    }

    private static <T> T take(BlockingQueue<T> queue) throws InterruptedException {
        T result = queue.poll(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS);
        assertThat(result).as("request that came to its servlet").isNotNull();
        return result;
    }

    /** The next request that waits; null if none comes within this time. */
    WaitingRequest next(long milliseconds) throws InterruptedException {
        return waiting.poll(milliseconds, TimeUnit.MILLISECONDS);
    }

    /** The clients whose requests have to be served as if the first client were not there. */
    List<SecretClient> others(Occasion.Next next, SecretClient first) throws Exception {
        List<SecretClient> others = new ArrayList<>();
        if (next != Occasion.Next.OTHER_CONNECTIONS) {
            others.add(otherOnSameConnection(first));
        }
        if (next != Occasion.Next.SAME_CONNECTION) {
            for (int i = 0; i < OTHERS; i++) {
                others.add(connect());
            }
        }
        return others;
    }

    /** Sends half of a request of each client; all wait then, each other one in its servlet. */
    List<WaitingRequest> begin(List<SecretClient> others, boolean halfWritten) throws Exception {
        List<WaitingRequest> result = new ArrayList<>();
        for (SecretClient other : others) {
            other.begin(result.size() % 2 == 0 ? "/ctx/async" : "/ctx/waiting");
            WaitingRequest request = take(waiting);
            if (halfWritten) {
                request.begin();
            }
            result.add(request);
        }
        return result;
    }

    /** Has the requests answered, and each of the clients look at what comes. */
    void finish(List<SecretClient> others, List<WaitingRequest> requests, boolean halfWritten) throws Exception {
        for (int i = 0; i < others.size(); i++) {
            if (!halfWritten) {
                requests.get(i).begin();
            }
            others.get(i).finish();
            requests.get(i).finish();
            others.get(i).assertAnswered();
        }
    }

    /** One more request of each. */
    void assertServes(List<SecretClient> all) throws Exception {
        finish(all, begin(all, false), false);
    }

    /** Stops it without asking whether buffers were lost. */
    void stopAfterFailure() throws Exception {
        begun.forEach(WaitingRequest::abandon);
        for (SecretClient client : clients) {
            client.close();
        }
        local.server.stop();
    }

    @Override
    public void close() throws Exception {
        for (SecretClient client : clients) {
            client.close();
        }
        local.server.stop();
        BufferChecks.assertAllReleased(local.pool, Duration.ofSeconds(SecretClient.DEADLINE_SECONDS));
    }
}
