package org.eclipse.jetty.server.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.BufferChecks;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;

/**
 * A server that keeps what it can get hold of of each request to {@code /kept}, and leaves each other one waiting. Used by one
 * thread.
 */
final class IsolationServer extends Handler.Abstract implements AutoCloseable {
    /** Several, so that one of them has what was pooled after the first request. */
    private static final int OTHERS = 3;

    private final LocalServer local;
    private final BlockingQueue<Kept> kept = new LinkedBlockingQueue<>();
    private final BlockingQueue<WaitingRequest> waiting = new LinkedBlockingQueue<>();
    private final List<SecretClient> clients = new ArrayList<>();
    private final Map<String, Taker> takers = new ConcurrentHashMap<>();
    private volatile Consumer<Kept> listener = keeping -> {};
    private int secrets;

    /** Handles requests to one path. */
    interface Taker {
        void take(Request request, Response response, Callback callback) throws Exception;
    }

    IsolationServer(Transport transport) throws Exception {
        local = new LocalServer(transport).start(this);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Taker taker = takers.get(request.getHttpURI().getPath());
        if (taker != null) {
            taker.take(request, response, callback);
        } else if (request.getHttpURI().getPath().startsWith("/kept")) {
            Kept keeping = new Kept(request, response, callback);
            // the client has its response before the request has ended
            Request.addCompletionListener(request, failure -> kept.add(keeping));
            listener.accept(keeping);
            keeping.answer();
            callback.succeeded();
        } else {
            waiting.add(new WaitingRequest(request, response, callback));
        }
        return true;
    }

    /** Has requests to a path handled otherwise. */
    void takeOver(String path, Taker taker) {
        takers.put(path, taker);
    }

    /** Has something done in the handler with what is kept, before it is answered. */
    void whenKept(Consumer<Kept> newListener) {
        listener = newListener;
    }

    void setIdleTimeout(long milliseconds) {
        local.connector.setIdleTimeout(milliseconds);
    }

    /** A client with a connection and a secret of its own. */
    SecretClient connect() throws Exception {
        SecretClient client = new SecretClient(local.connector, newSecret());
        clients.add(client);
        return client;
    }

    /** Ends the connection of a client, which is not needed any more. */
    void disconnect(SecretClient client) throws Exception {
        clients.remove(client);
        client.close();
    }

    /** Waits until the server knows of no connection. */
    void awaitDisconnected() {
        await().until(() ->
                local.connector.getConnector().getConnectedEndPoints().isEmpty());
    }

    /** A client with a secret of its own over the connection of another one. */
    SecretClient otherOnSameConnection(SecretClient first) {
        return first.onSameConnection(newSecret());
    }

    private String newSecret() {
        // of one length, none of them the begin of another
        return "secret" + (10_000 + secrets++);
    }

    /** What was kept of a request that has ended. */
    Kept keep(SecretClient client) throws Exception {
        client.send("/kept");
        client.assertAnswered();
        Kept ended = take(kept);
        // the listener was called within the end: over HTTP/1.1 the stream refuses its content afterwards
        await().atMost(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS)
                .until(() -> ended.connection.getHttpVersion() == HttpVersion.HTTP_2
                        || ended.stream.consumeAvailable() != null);
        return ended;
    }

    private static <T> T take(BlockingQueue<T> queue) throws InterruptedException {
        T result = queue.poll(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS);
        assertThat(result).as("request that came to its handler").isNotNull();
        return result;
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

    /** Sends half of a request of each client; all wait in their handler then. */
    List<WaitingRequest> begin(List<SecretClient> others, boolean halfWritten) throws Exception {
        List<WaitingRequest> begun = new ArrayList<>();
        for (SecretClient other : others) {
            other.begin("/waiting");
            WaitingRequest request = take(waiting);
            if (halfWritten) {
                request.begin();
            }
            begun.add(request);
        }
        return begun;
    }

    /** The next request that waits in its handler; null if none comes within this time. */
    WaitingRequest next(long milliseconds) throws InterruptedException {
        return waiting.poll(milliseconds, TimeUnit.MILLISECONDS);
    }

    /** Has the requests answered, and each of the clients look at what comes. */
    void finish(List<SecretClient> others, List<WaitingRequest> begun, boolean halfWritten) throws Exception {
        for (int i = 0; i < others.size(); i++) {
            if (!halfWritten) {
                begun.get(i).begin();
            }
            begun.get(i).finish();
            others.get(i).finish();
            others.get(i).assertAnswered();
        }
    }

    /** One more request of each. */
    void assertServes(List<SecretClient> all) throws Exception {
        finish(all, begin(all, false), false);
    }

    /** Stops it without asking whether buffers were lost. */
    void stopAfterFailure() throws Exception {
        closeClients();
        local.server.stop();
    }

    private void closeClients() throws Exception {
        for (SecretClient client : clients) {
            client.close();
        }
    }

    @Override
    public void close() throws Exception {
        closeClients();
        local.server.stop();
        BufferChecks.assertAllReleased(local.pool, Duration.ofSeconds(SecretClient.DEADLINE_SECONDS));
    }
}
