package org.eclipse.jetty.ee10.servlets;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends events to browsers (Server-Sent Events, part of the HTML standard): a GET that accepts {@code text/event-stream} becomes a
 * stream. An empty comment is sent in each period of {@code heartBeatPeriod} (init parameter; seconds, 10 by default), so that a client
 * that has gone is noticed and proxies keep the connection. Asynchronous support is needed. Thread-safe.
 */
public abstract class EventSourceServlet extends HttpServlet {
    private static final Logger LOG = LoggerFactory.getLogger(EventSourceServlet.class);
    private static final String TYPE = "text/event-stream";

    private transient ScheduledThreadPoolExecutor scheduler;
    private long heartBeatPeriod = 10;

    @Override
    public void init() throws ServletException {
        heartBeatPeriod = new Settings("servlet " + getServletName(), getServletConfig()::getInitParameter)
                .number("heartBeatPeriod", heartBeatPeriod, 1);
        scheduler = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "events-" + getServletName());
            thread.setDaemon(true);
            return thread;
        });
        scheduler.setRemoveOnCancelPolicy(true);
        scheduler.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public void destroy() {
        if (scheduler != null) {
            scheduler.shutdownNow();
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (!acceptsEvents(request)) {
            super.doGet(request, response);
            return;
        }
        EventSource source = newEventSource(request);
        if (source == null) {
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return;
        }
        respond(request, response);
        AsyncContext async = request.startAsync();
        // events may be rare: a client that has gone is noticed by heartbeats
        async.setTimeout(0);
        EventSourceEmitter emitter = new EventSourceEmitter(source, async);
        async.addListener(emitter.new End());
        emitter.schedule();
        open(source, emitter);
    }

    private static boolean acceptsEvents(HttpServletRequest request) {
        for (String accept : Collections.list(request.getHeaders("Accept"))) {
            for (String type : accept.split(",")) {
                if (type.split(";")[0].trim().equalsIgnoreCase(TYPE)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns what handles the stream of a request; null answers 503. */
    protected abstract @Nullable EventSource newEventSource(HttpServletRequest request);

    /** Sends the head of the response. */
    protected void respond(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setStatus(HttpServletResponse.SC_OK);
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.setContentType(TYPE);
        response.setHeader("Cache-Control", "no-cache");
        response.flushBuffer();
    }

    /** Calls the event source once the stream is open. */
    protected void open(EventSource source, EventSource.Emitter emitter) throws IOException {
        source.onOpen(emitter);
    }

    /** Writes events to one response, one after the other. Guarded by its lock. */
    protected class EventSourceEmitter implements EventSource.Emitter, Runnable {
        private final ReentrantLock lock = new ReentrantLock();
        private final EventSource source;
        private final AsyncContext async;
        private final ServletOutputStream output;
        private @Nullable ScheduledFuture<?> heartBeat;
        private boolean closed;

        public EventSourceEmitter(EventSource source, AsyncContext async) throws IOException {
            this.source = source;
            this.async = async;
            this.output = async.getResponse().getOutputStream();
        }

        @Override
        public void event(String name, String data) throws IOException {
            if (name.indexOf('\n') >= 0 || name.indexOf('\r') >= 0) {
                throw new IllegalArgumentException("name: " + name + " (expected: no line breaks)");
            }
            send("event: " + name + "\n" + lines("data: ", data));
        }

        @Override
        public void data(String data) throws IOException {
            send(lines("data: ", data));
        }

        @Override
        public void comment(String comment) throws IOException {
            send(lines(": ", comment));
        }

        private static String lines(String field, String text) {
            StringBuilder lines = new StringBuilder();
            for (String line : text.split("\r\n|\r|\n", -1)) {
                lines.append(field).append(line).append('\n');
            }
            return lines.toString();
        }

        private void send(String event) throws IOException {
            lock.lock();
            try {
                if (closed) {
                    throw new IOException("The event stream is closed");
                }
                output.write((event + "\n").getBytes(StandardCharsets.UTF_8));
                flush();
            } catch (IOException x) {
                close();
                throw x;
            } finally {
                lock.unlock();
            }
        }

        /** Sends a heartbeat, unless an event is being sent. */
        @Override
        public void run() {
            if (!lock.tryLock()) {
                schedule();
                return;
            }
            try {
                if (closed) {
                    return;
                }
                output.write(":\n\n".getBytes(StandardCharsets.UTF_8));
                flush();
                schedule();
            } catch (IOException x) {
                LOG.debug("The client of an event stream has gone", x);
                close();
            } finally {
                lock.unlock();
            }
        }

        protected void flush() throws IOException {
            output.flush();
        }

        /** Schedules the next heartbeat. It is sent by a thread of the container, as a slow client must not delay those of others. */
        private void schedule() {
            lock.lock();
            try {
                if (closed || scheduler.isShutdown()) {
                    return;
                }
                heartBeat = scheduler.schedule(() -> async.start(this), heartBeatPeriod, TimeUnit.SECONDS);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            if (end()) {
                async.complete();
            }
        }

        /** Ends the stream without the container; returns false if it has ended before. */
        private boolean end() {
            lock.lock();
            try {
                if (closed) {
                    return false;
                }
                closed = true;
                if (heartBeat != null) {
                    heartBeat.cancel(false);
                }
            } finally {
                lock.unlock();
            }
            source.onClose();
            return true;
        }

        /** The end of the request by other means, such as the reset of an HTTP/2 stream. */
        private final class End implements AsyncListener {
            @Override
            public void onComplete(AsyncEvent event) {
                end();
            }

            @Override
            public void onTimeout(AsyncEvent event) {
                close();
            }

            @Override
            public void onError(AsyncEvent event) {
                close();
            }

            @Override
            public void onStartAsync(AsyncEvent event) {}
        }
    }
}
