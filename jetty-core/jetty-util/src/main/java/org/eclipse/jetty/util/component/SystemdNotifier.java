package org.eclipse.jetty.util.component;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells systemd that a component has started ({@code READY=1}), in which process ({@code MAINPID}), and that it stops ({@code STOPPING=1}), for services of
 * {@code Type=notify}; see sd_notify(3). With {@code WatchdogSec} in the unit it also tells, from a thread of the component's pool, that the
 * component is alive ({@code WATCHDOG=1}).
 *
 * <p>Notices are datagrams to a Unix socket, which Java cannot send: the command {@code systemd-notify} does, so that the service
 * needs {@code NotifyAccess=all}. Does nothing without the environment variable {@code NOTIFY_SOCKET}, which systemd sets. A
 * notice that cannot be sent is a warning in the log, for the component works without. Called by the thread that starts or stops the
 * component.
 */
public class SystemdNotifier implements LifeCycle.Listener {
    /** An attribute of the component: true when another process goes on in its place, so that the service does not stop with it. */
    public static final String REPLACED_ATTRIBUTE = SystemdNotifier.class.getName() + ".replaced";

    private static final Logger LOG = LoggerFactory.getLogger(SystemdNotifier.class);
    private static final String SOCKET = "NOTIFY_SOCKET";
    private static final String WATCHDOG = "WATCHDOG_USEC";
    private static final long TIMEOUT_SECONDS = 10;

    private final String command;

    /** @param command the name or path of {@code systemd-notify} */
    public SystemdNotifier(String command) {
        this.command = command;
    }

    @Override
    public void lifeCycleStarted(LifeCycle event) {
        send("READY=1", "MAINPID=" + ProcessHandle.current().pid(), "STATUS=Started");
        watch(event);
    }

    /** Begins the notices that keep the watchdog of systemd quiet, if the unit has one. */
    private void watch(LifeCycle component) {
        String interval = System.getenv(WATCHDOG);
        if (interval == null || System.getenv(SOCKET) == null || !(component instanceof Container container)) {
            return;
        }
        Scheduler scheduler = container.getBean(Scheduler.class);
        Executor executor = container.getBean(Executor.class);
        try {
            // twice in the time, as sd_watchdog_enabled(3) recommends
            long micros = Long.parseLong(interval) / 2;
            if (scheduler != null && executor != null && micros > 0) {
                new Watchdog(component, scheduler, executor, micros).schedule();
            }
        } catch (NumberFormatException x) {
            LOG.warn("{}: {} (expected: microseconds)", WATCHDOG, interval);
        }
    }

    /** Notices by a thread of the pool: a pool that has none for so long does not serve, and the service is restarted. */
    private final class Watchdog {
        private final LifeCycle component;
        private final Scheduler scheduler;
        private final Executor executor;
        private final long micros;

        private Watchdog(LifeCycle component, Scheduler scheduler, Executor executor, long micros) {
            this.component = component;
            this.scheduler = scheduler;
            this.executor = executor;
            this.micros = micros;
        }

        private void schedule() {
            scheduler.schedule(this::hand, micros, TimeUnit.MICROSECONDS);
        }

        private void hand() {
            try {
                if (component.isRunning()) {
                    executor.execute(this::notice);
                }
            } catch (RejectedExecutionException x) {
                LOG.warn("WATCHDOG=1 is not sent: the thread pool takes no more tasks");
                if (component.isRunning()) {
                    schedule();
                }
            }
        }

        private void notice() {
            send("WATCHDOG=1");
            if (component.isRunning()) {
                schedule();
            }
        }
    }

    @Override
    public void lifeCycleStopping(LifeCycle event) {
        if (event instanceof Attributes attributes
                && Boolean.TRUE.equals(attributes.getAttribute(REPLACED_ATTRIBUTE))) {
            return;
        }
        send("STOPPING=1", "STATUS=Stopping");
    }

    private void send(String... assignments) {
        if (System.getenv(SOCKET) == null) {
            LOG.info("{} is not told: not started by systemd with Type=notify ({} is not set)", assignments[0], SOCKET);
            return;
        }
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(List.of(assignments));
        try {
            run(words);
        } catch (IOException x) {
            LOG.warn(
                    "{} cannot be told to systemd: {}. Install systemd-notify, or set Type=exec in the unit",
                    assignments[0],
                    x.getMessage());
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    private static void run(List<String> words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.getOutputStream().close();
        // what it says is a line at most, which fits the pipe
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(words.get(0) + " did not end within " + TIMEOUT_SECONDS + " seconds");
        }
        if (process.exitValue() == 0) {
            return;
        }
        try (InputStream in = process.getInputStream()) {
            String said = new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
            throw new IOException(words.get(0) + " ended with " + process.exitValue() + ": " + said);
        }
    }
}
