package org.eclipse.jetty.load.internal;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.load.LoadPlan;
import org.eclipse.jetty.load.Resource;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.client.WebSocketClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends messages over WebSocket connections in turn, which are opened at the start and again when they were lost. The server answers
 * each message by one, in their order.
 */
final class WebSocketSender implements Sender {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketSender.class);
    private static final String MESSAGE = "hello";

    private final URI uri;
    private final long timeoutNanos;
    private final WebSocketClient client = new WebSocketClient();
    private final ScheduledExecutorScheduler scheduler = new ScheduledExecutorScheduler("load-timeouts", true);
    private final List<Channel> channels = new ArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();
    private volatile boolean closed;

    WebSocketSender(LoadPlan plan, int connections) {
        URI target = plan.resource().resolvedAgainst(plan.uri());
        uri = URI.create(target.toString().replaceFirst("^http", "ws"));
        timeoutNanos = plan.timeout().toNanos();
        client.setSslContextFactory(HttpSender.tls(plan));
        client.setIdleTimeout(plan.timeout().plus(plan.time()).plus(plan.warmUp()));
        for (int i = 0; i < connections; i++) {
            channels.add(new Channel());
        }
    }

    @Override
    public void start() throws Exception {
        client.start();
        scheduler.start();
        for (Channel channel : channels) {
            client.connect(new Link(channel), uri).get(timeoutNanos, TimeUnit.NANOSECONDS);
        }
        scheduler.schedule(this::sweep, 1, TimeUnit.SECONDS);
    }

    @Override
    public Prepared prepare(Resource resource) {
        byte[] content = resource.content();
        return new PreparedMessage(content.length == 0 ? MESSAGE : new String(content, StandardCharsets.UTF_8));
    }

    private record PreparedMessage(String text) implements Prepared {}

    @Override
    public void send(Prepared prepared, Reply reply) {
        Channel channel = channels.get(Math.floorMod(turn.getAndIncrement(), channels.size()));
        channel.send(((PreparedMessage) prepared).text(), reply);
    }

    @Override
    public void later(Runnable task, long nanos) {
        if (nanos == 0) {
            client.getExecutor().execute(task);
        } else {
            scheduler.schedule(task, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void sweep() {
        if (!closed) {
            channels.forEach(Channel::endIfLate);
            scheduler.schedule(this::sweep, 1, TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() throws Exception {
        closed = true;
        client.stop();
        scheduler.stop();
    }

    @Override
    public String toString() {
        return "WebSocketSender[" + URIUtil.encodePath(uri.getPath()) + "]";
    }

    /** One connection after the other. Thread-safe. */
    private final class Channel {
        private volatile @Nullable Link current;
        private boolean connecting;

        private void send(String text, Reply reply) {
            Link link = current;
            if (link == null || !link.send(text, reply)) {
                reply.failed(new EofException("no connection"));
                connect();
            }
        }

        private void connect() {
            synchronized (this) {
                if (connecting || closed || current != null) {
                    return;
                }
                connecting = true;
            }
            try {
                client.connect(new Link(this), uri).whenComplete((opened, failure) -> {
                    if (failure != null) {
                        LOG.debug("not connected again: {}", uri, failure);
                    }
                    connected();
                });
            } catch (Exception x) {
                LOG.debug("not connected again: {}", uri, x);
                connected();
            }
        }

        private synchronized void connected() {
            connecting = false;
        }

        private synchronized void opened(Link link) {
            current = link;
        }

        /** A connection has ended: its last events may come when the next one is open. */
        private synchronized void lost(Link link) {
            if (current == link) {
                current = null;
            }
        }

        private void endIfLate() {
            Link link = current;
            if (link != null) {
                link.endIfLate();
            }
        }
    }

    /** One connection; messages are sent under its lock, so that answers come in the order of the queue. */
    private final class Link implements Session.Listener.AutoDemanding {
        private record Waiting(Reply reply, long sent) {}

        private final Queue<Waiting> waiting = new ArrayDeque<>();
        private final Channel channel;
        private @Nullable Session session;
        private boolean ended;

        private Link(Channel channel) {
            this.channel = channel;
        }

        /** Returns false if the connection is not open, or has ended. */
        private synchronized boolean send(String text, Reply reply) {
            if (ended || session == null) {
                return false;
            }
            waiting.add(new Waiting(reply, System.nanoTime()));
            session.sendText(text, Callback.NOOP);
            return true;
        }

        @Override
        public void onWebSocketOpen(Session opened) {
            synchronized (this) {
                session = opened;
            }
            channel.opened(this);
        }

        @Override
        public void onWebSocketText(String message) {
            answered(message.length());
        }

        @Override
        public void onWebSocketBinary(java.nio.ByteBuffer payload, Callback callback) {
            int length = payload.remaining();
            callback.succeed();
            answered(length);
        }

        private void answered(int length) {
            Waiting first;
            synchronized (this) {
                first = waiting.poll();
            }
            if (first != null) {
                first.reply().answered(0, length);
            }
        }

        private void endIfLate() {
            Session late;
            synchronized (this) {
                Waiting first = waiting.peek();
                late = first != null && System.nanoTime() - first.sent() > timeoutNanos ? session : null;
            }
            if (late != null) {
                fail(new TimeoutException());
                late.disconnect();
            }
        }

        @Override
        public void onWebSocketClose(int statusCode, @Nullable String reason, Callback callback) {
            fail(new EofException("closed by " + statusCode));
            callback.succeed();
        }

        @Override
        public void onWebSocketError(Throwable cause) {
            fail(cause);
        }

        private void fail(Throwable cause) {
            List<Waiting> all;
            synchronized (this) {
                ended = true;
                all = List.copyOf(waiting);
                waiting.clear();
            }
            channel.lost(this);
            all.forEach(each -> each.reply().failed(cause));
        }
    }
}
