package org.eclipse.jetty.operations;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ShutdownService;
import org.eclipse.jetty.util.component.AbstractLifeCycle;

/**
 * Answers commands at the port of a {@link ShutdownService}, by its key and for clients of this machine only.
 *
 * <table>
 * <caption>Commands</caption>
 * <tr><td>threads</td><td>all threads, those with the same stack together</td></tr>
 * <tr><td>dump</td><td>the components of the server</td></tr>
 * <tr><td>log-level NAME=LEVEL[:TIME]</td><td>changes the level of a logger, for a time</td></tr>
 * <tr><td>diagnose [SECONDS]</td><td>a zip file with all of it, and a recording of so many seconds, 30 without a number</td></tr>
 * </table>
 *
 * <p>An answer begins with the line {@code OK}, or is one line with {@code ERROR} and the reason. Thread-safe.
 */
public class DiagnosticsService extends AbstractLifeCycle {
    private static final int DEFAULT_SECONDS = 30;
    private static final int MAX_SECONDS = 300;

    private final Server server;
    private final ShutdownService shutdown;
    private volatile CountDownLatch stopping = new CountDownLatch(1);
    private final Diagnostics diagnostics;

    public DiagnosticsService(Server server, ShutdownService shutdown) {
        this.server = server;
        this.shutdown = shutdown;
        diagnostics = Diagnostics.of(server);
    }

    @Override
    protected void doStart() throws Exception {
        stopping = new CountDownLatch(1);
        shutdown.addTask("threads", (argument, answer) -> text(answer, diagnostics::getThreads));
        shutdown.addTask("dump", (argument, answer) -> text(answer, diagnostics::getDump));
        shutdown.addTask(
                "log-level", (argument, answer) -> text(answer, () -> diagnostics.changeLevel(argument) + "\n"));
        shutdown.addTask("diagnose", this::diagnose);
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        shutdown.removeTask("threads");
        shutdown.removeTask("dump");
        shutdown.removeTask("log-level");
        shutdown.removeTask("diagnose");
        stopping.countDown();
        super.doStop();
    }

    private void diagnose(String argument, OutputStream answer) throws IOException {
        int seconds = DEFAULT_SECONDS;
        if (!argument.isBlank()) {
            seconds = argument.strip().matches("\\d{1,3}") ? Integer.parseInt(argument.strip()) : -1;
            if (seconds < 0 || seconds > MAX_SECONDS) {
                error(answer, "seconds: " + argument + " (expected: 0-" + MAX_SECONDS + ")");
                return;
            }
        }
        OutputStream buffered = new BufferedOutputStream(answer);
        line(buffered, "OK");
        new DiagnosticBag(server, buffered).write(seconds, stopping);
    }

    private static void text(OutputStream answer, Supplier<String> content) throws IOException {
        String text;
        try {
            text = content.get();
        } catch (IllegalArgumentException | IllegalStateException x) {
            error(answer, x.getMessage() == null ? x.toString() : x.getMessage());
            return;
        }
        line(answer, "OK");
        answer.write(text.getBytes(StandardCharsets.UTF_8));
        answer.flush();
    }

    private static void error(OutputStream answer, String message) throws IOException {
        line(answer, "ERROR " + message.replace('\r', ' ').replace('\n', ' '));
        answer.flush();
    }

    private static void line(OutputStream answer, String line) throws IOException {
        answer.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    }
}
