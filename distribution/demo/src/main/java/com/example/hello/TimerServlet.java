package com.example.hello;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Answers after a while, {@code /timer?millis=1500}, and holds no thread meanwhile. Thread-safe. */
public final class TimerServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final int MAX_MILLIS = 30_000;

    private transient ScheduledExecutorService timer;

    @Override
    public void init() {
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "hello-timer");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public void destroy() {
        timer.shutdownNow();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int millis = millis(request.getParameter("millis"));
        if (millis < 0) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, "millis: expected 0 to " + MAX_MILLIS);
            return;
        }
        AsyncContext async = request.startAsync();
        async.setTimeout(MAX_MILLIS + 5_000L);
        timer.schedule(() -> answer(async, millis), millis, TimeUnit.MILLISECONDS);
    }

    private void answer(AsyncContext async, int millis) {
        try (Page page =
                new Page((HttpServletRequest) async.getRequest(), (HttpServletResponse) async.getResponse(), "Timer")) {
            page.paragraph("Answered after " + millis + " milliseconds, without a waiting thread.");
        } catch (IOException x) {
            getServletContext().log("the client of the timer has gone", x);
        } finally {
            async.complete();
        }
    }

    private static int millis(String parameter) {
        if (parameter == null) {
            return 1_000;
        }
        try {
            int millis = Integer.parseInt(parameter);
            return millis <= MAX_MILLIS ? millis : -1;
        } catch (NumberFormatException x) {
            return -1;
        }
    }
}
