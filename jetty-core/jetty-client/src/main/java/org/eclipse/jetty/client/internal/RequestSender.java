package org.eclipse.jetty.client.internal;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpRequestException;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.Retainable;
import org.eclipse.jetty.io.content.ReadySource;
import org.eclipse.jetty.util.IteratingCallback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Sends one request: its head, then its content as it comes. One for each exchange.
 *
 * <p>Subclasses know how heads and content are sent. A subclass reads content by {@link #read()}, and sends {@link #chunk} if
 * there is one; the end is known by {@link #last}.
 */
public abstract class RequestSender extends IteratingCallback {
    protected final HttpExchange exchange;
    protected final HttpRequest request;
    protected final Request.@Nullable Content body;

    /** The content to be sent next. */
    protected Content.@Nullable Chunk chunk;

    /** Whether nothing follows the chunk. Read by another thread once the last bytes are known to be given to the network. */
    protected boolean last;

    /** Whether the head was sent. */
    protected boolean committed;

    private @Nullable Runnable afterwards;
    private boolean done;
    private boolean expects;
    private boolean bodyFailed;
    private volatile boolean demanding;
    private volatile boolean mayProceed;
    private volatile boolean stopped;
    private volatile boolean finished;
    private volatile Scheduler.@Nullable Task continueTimeout;

    protected RequestSender(HttpExchange exchange) {
        this.exchange = exchange;
        request = exchange.getRequest();
        body = request.getBody();
    }

    /** Returns whether the rest is not sent, as the response has come. */
    public boolean isStopped() {
        return stopped;
    }

    /** Returns whether the content could not be read, rather than sent. */
    protected boolean isBodyFailed() {
        return bodyFailed;
    }

    /** Sends the content that waits for 100 Continue. */
    public void proceed() {
        mayProceed = true;
        iterate();
    }

    /** The response has come: what is not sent is given up. */
    public void stop() {
        stopped = true;
        HttpRequestException cause = new HttpRequestException("The response came before all was sent", request);
        if (body != null && !exchange.keepContent(body, cause)) {
            body.fail(cause);
        }
        abort(cause);
    }

    /** All of the content has left, by its length, and the response has come: the source is not asked for its end. */
    public void finish() {
        finished = true;
        if (body != null && !last) {
            // frees a thread that waits for the end; content that has ended may be sent again
            body.fail(new IllegalStateException("The request has ended"));
        }
        iterate();
    }

    /** Notifies listeners that the head is about to be sent; returns false if the exchange has ended meanwhile. */
    protected boolean beginHead() {
        request.notifyBegin();
        HttpFields fields = request.getHeaders();
        expects = body != null && fields.contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString());
        request.notifyHeaders();
        return !exchange.isEnded();
    }

    /** Makes sure that there is a chunk, or that nothing follows; returns false if neither is known yet. */
    protected boolean read() throws Throwable {
        if (chunk != null || last) {
            return true;
        }
        if (body == null || finished) {
            last = true;
            return true;
        }
        if (expects && !mayProceed) {
            // the head goes alone, and the content once the server wants it
            return !committed;
        }
        while (true) {
            Content.Chunk next = body.read();
            if (finished) {
                Retainable.release(next);
                last = true;
                return true;
            }
            if (next == null) {
                demand(body);
                // the head does not wait for content
                return !committed;
            }
            if (Content.Chunk.isFailure(next)) {
                if (!next.isLast()) {
                    continue;
                }
                bodyFailed = true;
                throw next.getFailure();
            }
            last = next.isLast();
            if (next.hasRemaining()) {
                chunk = next;
                return true;
            }
            next.release();
            if (last) {
                return true;
            }
        }
    }

    /** Reads the piece that follows {@link #chunk}, if that does not wait; returns null otherwise, or at the end. */
    protected Content.@Nullable Chunk readAhead() {
        while (!last && !finished && body instanceof ReadySource ready && ready.isReady()) {
            Content.Chunk next = body.read();
            if (next == null) {
                return null;
            }
            if (Content.Chunk.isFailure(next)) {
                if (next.isLast()) {
                    // read again once the pieces before it are sent
                    return null;
                }
                continue;
            }
            last = next.isLast();
            if (next.hasRemaining()) {
                return next;
            }
            next.release();
        }
        return null;
    }

    /** Has the sending go on when there is content; the head that is sent meanwhile asks for none again. */
    private void demand(Request.Content content) {
        if (!demanding) {
            demanding = true;
            content.demand(() -> {
                demanding = false;
                iterate();
            });
        }
    }

    /** The head was sent. */
    protected void commit() {
        committed = true;
        request.notifyCommit();
        long timeout = exchange.getHttpClient().getContinueTimeout();
        if (expects && !mayProceed && timeout > 0) {
            continueTimeout = StartedConnector.scheduler(connector())
                    .schedule(this::onContinueTimeout, timeout, TimeUnit.MILLISECONDS);
        }
    }

    /** RFC 9110, section 10.1.1: a server that knows nothing of the expectation waits for the content. */
    private void onContinueTimeout() {
        if (!mayProceed && !stopped) {
            StartedConnector.executor(connector()).execute(this::proceed);
        }
    }

    private ClientConnector connector() {
        return exchange.getHttpClient().getClientConnector();
    }

    /** A piece of content was sent. */
    protected void reportContent(ByteBuffer content) {
        request.notifyContent(content);
    }

    /** Runs a task once nothing of the request is being read or sent any longer. */
    public void afterwards(Runnable task) {
        synchronized (this) {
            if (!done) {
                Runnable before = afterwards;
                afterwards = before == null
                        ? task
                        : () -> {
                            before.run();
                            task.run();
                        };
                return;
            }
        }
        task.run();
    }

    @Override
    protected void onCompleted(@Nullable Throwable causeOrNull) {
        completed();
    }

    /** Nothing of the request is being read or sent any longer. */
    protected void completed() {
        Runnable task;
        synchronized (this) {
            done = true;
            task = afterwards;
            afterwards = null;
        }
        Scheduler.Task timeout = continueTimeout;
        if (timeout != null) {
            timeout.cancel();
        }
        if (task != null) {
            task.run();
        }
    }

    protected void releaseChunk() {
        if (chunk != null) {
            chunk.release();
            chunk = null;
        }
    }
}
