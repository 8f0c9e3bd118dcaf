package org.eclipse.jetty.ee10.servlet.isolation;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Something that is done with a kept object once its request has ended.
 *
 * @param name the kept object and what is done with it, the end of a sentence
 * @param way how the request was served
 */
record LateUse(String name, Way way, Use use) {
    interface Use {
        void use(Kept kept) throws Exception;
    }

    /** What no application can do, asked for late. */
    public static class Upgraded implements HttpUpgradeHandler {
        @Override
        public void init(WebConnection connection) {}

        @Override
        public void destroy() {}
    }

    private static final byte[] LATE = "late".getBytes(StandardCharsets.UTF_8);
    private static final byte[] MUCH = new byte[100_000];

    static List<LateUse> all() {
        List<LateUse> all = new ArrayList<>();
        input(all);
        output(all);
        writer(all);
        response(all);
        request(all);
        async(all);
        return all;
    }

    private static void add(List<LateUse> all, Way way, String name, Use use) {
        all.add(new LateUse(name, way, use));
    }

    private static void input(List<LateUse> all) {
        add(all, Way.STREAMS, "the input stream, read", k -> k.see(k.input.read()));
        add(all, Way.STREAMS, "the input stream, read into an array", k -> {
            byte[] bytes = new byte[1000];
            k.see(bytes, k.input.read(bytes));
        });
        add(all, Way.STREAMS, "the input stream, read by line", k -> {
            byte[] bytes = new byte[1000];
            k.see(bytes, k.input.readLine(bytes, 0, 1000));
        });
        add(all, Way.STREAMS, "the input stream, asked what is available", k -> k.see(k.input.available()));
        add(all, Way.STREAMS, "the input stream, skipped", k -> k.see(k.input.skip(10)));
        add(all, Way.STREAMS, "the input stream, closed", k -> k.input.close());
        add(all, Way.ASYNC, "the input stream of an asynchronous request, read", k -> k.see(k.input.read()));
        add(
                all,
                Way.ASYNC,
                "the input stream, given a listener",
                k -> k.input.setReadListener(new ReadListener() {
                    @Override
                    public void onDataAvailable() {
                        k.see("data");
                    }

                    @Override
                    public void onAllDataRead() {}

                    @Override
                    public void onError(Throwable x) {}
                }));
        add(all, Way.CHARACTERS, "the reader, read", k -> k.see(k.reader.read()));
        add(all, Way.CHARACTERS, "the reader, read by line", k -> k.see(k.reader.readLine()));
        add(all, Way.CHARACTERS, "the reader, closed", k -> k.reader.close());
    }

    private static void output(List<LateUse> all) {
        for (Way way : new Way[] {Way.STREAMS, Way.ASYNC, Way.DISPATCHED}) {
            String stream = "the output stream (" + way.name().toLowerCase(Locale.ENGLISH) + ")";
            add(all, way, stream + ", written to", k -> k.output.write(LATE));
            add(all, way, stream + ", written to and flushed", k -> {
                k.output.write(LATE);
                k.output.flush();
            });
            add(all, way, stream + ", written to with more than its buffer", k -> k.output.write(MUCH));
            add(all, way, stream + ", closed", k -> k.output.close());
        }
        add(all, Way.STREAMS, "the output stream, written a byte to", k -> k.output.write('x'));
        add(all, Way.STREAMS, "the output stream, flushed", k -> k.output.flush());
        add(all, Way.STREAMS, "the output stream, printed to", k -> k.output.print("late"));
        add(
                all,
                Way.ASYNC,
                "the output stream, given a listener",
                k -> k.output.setWriteListener(new WriteListener() {
                    @Override
                    public void onWritePossible() throws java.io.IOException {
                        k.output.write(LATE);
                    }

                    @Override
                    public void onError(Throwable x) {}
                }));
    }

    private static void writer(List<LateUse> all) {
        add(all, Way.CHARACTERS, "the writer, printed to", k -> k.writer.print("late"));
        add(all, Way.CHARACTERS, "the writer, printed to and flushed", k -> {
            k.writer.print("late");
            k.writer.flush();
        });
        add(
                all,
                Way.CHARACTERS,
                "the writer, printed more to than its buffer",
                k -> k.writer.print("late".repeat(25_000)));
        add(all, Way.CHARACTERS, "the writer, closed", k -> k.writer.close());
        add(all, Way.CHARACTERS, "the writer, checked", k -> k.see(k.writer.checkError()));
        add(all, Way.CHARACTERS, "the writer of the response, printed to", k -> k.response
                .getWriter()
                .print("late"));
        add(all, Way.CHARACTERS, "the writer of the wrapped response, printed to", k -> {
            k.responseWrapper.getWriter().print("late");
            k.responseWrapper.flushBuffer();
        });
    }

    private static void response(List<LateUse> all) {
        Way way = Way.STREAMS;
        add(all, way, "the response, given a status", k -> k.response.setStatus(503));
        add(all, way, "the response, made an error", k -> k.response.sendError(503));
        add(all, Way.ASYNC, "the asynchronous response, made an error", k -> k.response.sendError(503, "late"));
        add(all, way, "the response, redirected", k -> k.response.sendRedirect("/late"));
        add(all, way, "the response, given a header", k -> k.response.setHeader("Secret", "late"));
        add(all, way, "the response, given one more header", k -> k.response.addHeader("Late", "late"));
        add(all, way, "the response, given a number as header", k -> k.response.addIntHeader("Late", 1));
        add(all, way, "the response, given a date as header", k -> k.response.addDateHeader("Late", 1));
        add(all, way, "the response, given a cookie", k -> k.response.addCookie(new Cookie("late", "late")));
        add(all, way, "the response, reset", k -> k.response.reset());
        add(all, way, "the response, with its buffer reset", k -> k.response.resetBuffer());
        add(all, way, "the response, with a buffer size", k -> k.response.setBufferSize(100_000));
        add(all, way, "the response, with a content type", k -> k.response.setContentType("text/late;charset=utf-16"));
        add(all, way, "the response, with a content length", k -> k.response.setContentLengthLong(4));
        add(all, way, "the response, with an encoding", k -> k.response.setCharacterEncoding("utf-16"));
        add(all, way, "the response, with a locale", k -> k.response.setLocale(Locale.GERMAN));
        add(all, way, "the response, flushed", k -> k.response.flushBuffer());
        add(
                all,
                way,
                "the response, given trailer fields",
                k -> k.response.setTrailerFields(() -> Map.of("Late", "late")));
        add(all, way, "the output stream of the response, written to", k -> {
            k.response.getOutputStream().write(LATE);
            k.response.flushBuffer();
        });
        add(all, way, "the wrapped response, written to", k -> {
            k.responseWrapper.getOutputStream().write(LATE);
            k.responseWrapper.flushBuffer();
        });
    }

    private static void request(List<LateUse> all) {
        Way way = Way.STREAMS;
        add(all, way, "the request, given an attribute", k -> k.request.setAttribute(Kept.ATTRIBUTE, "late"));
        add(all, way, "the request, with an attribute removed", k -> k.request.removeAttribute(Kept.ATTRIBUTE));
        add(all, way, "the request, with an encoding", k -> k.request.setCharacterEncoding("utf-16"));
        add(
                all,
                way,
                "the request, asked for a session",
                k -> k.see(k.request.getSession(true).getId()));
        add(all, way, "the request, with a new session id", k -> k.request.changeSessionId());
        add(all, way, "the request, made asynchronous", k -> k.request
                .startAsync()
                .complete());
        add(all, way, "the request, made asynchronous with its wrappers", k -> k.wrapper
                .startAsync(k.wrapper, k.responseWrapper)
                .dispatch("/late"));
        add(all, Way.ASYNC, "the asynchronous request, made asynchronous again", k -> k.request.startAsync());
        add(all, Way.ASYNC, "the asynchronous context of the request, completed", k -> k.request
                .getAsyncContext()
                .complete());
        add(all, way, "the request, logged out", k -> k.request.logout());
        add(all, way, "the request, upgraded", k -> k.request.upgrade(Upgraded.class));
        add(all, way, "the input stream of the request, read", k -> {
            byte[] bytes = new byte[1000];
            k.see(bytes, k.request.getInputStream().read(bytes));
        });
        add(
                all,
                way,
                "the wrapped request, read",
                k -> k.see(k.wrapper.getInputStream().read()));
        add(
                all,
                Way.CHARACTERS,
                "the reader of the request, read",
                k -> k.see(k.request.getReader().readLine()));
        add(all, way, "the dispatcher, forwarding", k -> k.dispatcher.forward(k.request, k.response));
        add(all, way, "the dispatcher, including", k -> k.dispatcher.include(k.request, k.response));
        add(all, way, "a new dispatcher, forwarding", k -> k.request
                .getRequestDispatcher("/late")
                .forward(k.wrapper, k.responseWrapper));
    }

    private static void async(List<LateUse> all) {
        Way way = Way.ASYNC;
        add(all, way, "the asynchronous context, completed", k -> k.async.complete());
        add(all, way, "the asynchronous context, dispatched", k -> k.async.dispatch());
        add(all, way, "the asynchronous context, dispatched to a path", k -> k.async.dispatch("/late"));
        add(
                all,
                way,
                "the asynchronous context, dispatched to a context",
                k -> k.async.dispatch(k.request.getServletContext(), "/late"));
        add(all, way, "the asynchronous context, given a task", k -> k.async.start(() -> k.see("task")));
        add(all, way, "the asynchronous context, given a timeout", k -> k.async.setTimeout(1));
        add(all, way, "the asynchronous context, given a listener", k -> k.async.addListener(new Listener(k)));
        add(
                all,
                way,
                "the asynchronous context, given a listener with its request",
                k -> k.async.addListener(new Listener(k), k.request, k.response));
        add(
                all,
                way,
                "the asynchronous context, asked to make a listener",
                k -> k.see(k.async.createListener(Listener.class)));
        add(all, way, "the response of the asynchronous context, written to", k -> {
            k.async.getResponse().getOutputStream().write(LATE);
            k.async.getResponse().flushBuffer();
            k.async.complete();
        });
        add(all, way, "the asynchronous context of the event, completed", k -> k.event
                .getAsyncContext()
                .complete());
        add(all, way, "the asynchronous context of the event, dispatched", k -> k.event
                .getAsyncContext()
                .dispatch());
        add(
                all,
                Way.DISPATCHED,
                "the asynchronous context of a dispatched request, completed",
                k -> k.async.complete());
        add(
                all,
                Way.DISPATCHED,
                "the asynchronous context of a dispatched request, dispatched",
                k -> k.async.dispatch("/late"));
    }

    /** Reports what it hears, and ends what it hears of. */
    public static final class Listener implements AsyncListener {
        private final Kept kept;

        /** Made by the container. */
        public Listener() {
            this(null);
        }

        private Listener(Kept kept) {
            this.kept = kept;
        }

        private void hear(AsyncEvent event) {
            if (kept != null) {
                kept.see("heard of " + event.getSuppliedRequest());
                event.getAsyncContext().complete();
            }
        }

        @Override
        public void onComplete(AsyncEvent event) {
            hear(event);
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            hear(event);
        }

        @Override
        public void onError(AsyncEvent event) {
            hear(event);
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            hear(event);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
