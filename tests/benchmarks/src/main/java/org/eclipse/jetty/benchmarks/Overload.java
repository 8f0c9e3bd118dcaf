package org.eclipse.jetty.benchmarks;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/**
 * What a path that needs no back end suffers when another one is overloaded tenfold.
 *
 * <p>The back end serves 8 requests at a time, each in 20 ms: 400 in a second; 4000 come. An adaptive QoSHandler keeps the
 * surplus out. Fails when the p99 of the free path is more than three times of what it is when nothing else goes on.
 *
 * <pre>
 * Overload [platform|virtual|both] [RUNS] [qos|none]
 * </pre>
 */
public final class Overload {
    private static final int PERMITS = 8;
    private static final int SERVICE_MILLIS = 20;
    private static final int OVERLOAD = 10;
    private static final double FREE_RATE = 200;
    private static final int FLOOR = 4;
    private static final int CEILING = 150;

    private final boolean virtual;
    private final boolean limited;
    private final Semaphore backEnd = new Semaphore(PERMITS);
    private final QoSHandler qos = new QoSHandler();

    private Overload(boolean virtual, boolean limited) {
        this.virtual = virtual;
        this.limited = limited;
    }

    public static void main(String[] arguments) throws Exception {
        String threads = arguments.length > 0 ? arguments[0] : "both";
        int runs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        boolean limited = arguments.length < 3 || !arguments[2].equals("none");
        boolean passed = true;
        for (int i = 0; i < runs; i++) {
            if (!threads.equals("virtual")) {
                passed &= new Overload(false, limited).run();
            }
            if (threads.equals("platform")) {
                continue;
            }
            if (VirtualThreads.areSupported()) {
                passed &= new Overload(true, limited).run();
            } else {
                System.out.println("NO VIRTUAL THREADS IN JAVA " + Runtime.version() + ": SKIPPED");
            }
        }
        System.out.println(passed ? "PASSED" : "FAILED");
        System.exit(passed ? 0 : 1);
    }

    private boolean run() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(200);
        if (virtual) {
            pool.setVirtualThreadsExecutor(new VirtualThreadPool(200));
        }
        Server server = new Server(pool);
        ServerConnector connector = new ServerConnector(server, 1, 1);
        server.addConnector(connector);
        Handler application = new Application();
        qos.setHandler(application);
        qos.setAdaptive(true);
        qos.setMaxRequestCount(CEILING);
        qos.setMinRequestCount(FLOOR);
        qos.setMaxSuspendedRequestCount(16);
        qos.setMaxSuspend(Duration.ofMillis(100));
        qos.excludePath("/free");
        server.setHandler(limited ? qos : application);
        server.start();
        try {
            return measure(connector.getLocalPort());
        } finally {
            server.stop();
        }
    }

    private boolean measure(int port) throws InterruptedException {
        // all code is compiled, the limit is found
        both(port, 3);
        OpenLoopClient idle = free(port, 10);
        idle.run();
        OpenLoopClient[] loaded = both(port, 15);
        double idleTime = idle.ok().percentile(0.99);
        double loadedTime = loaded[0].ok().percentile(0.99);
        OpenLoopClient surplus = loaded[1];
        int limit = qos.getCurrentLimit();
        boolean ok = loadedTime <= 3 * idleTime
                && loaded[0].failed() == 0
                && (!limited
                        || limit >= FLOOR
                                && limit < CEILING / 2
                                && surplus.refused().count() > 0);
        System.out.printf(
                "%s, %s: free path p50 %.2f -> %.2f ms, p99 %.2f -> %.2f ms (%.1f x, %d failed); back end %.0f/s, "
                        + "%.0f/s refused (p50 %.2f, p99 %.2f ms), %.0f/s failed; limit %d%s%n",
                virtual ? "virtual" : "platform",
                limited ? "adaptive limit" : "no limit",
                idle.ok().percentile(0.5),
                loaded[0].ok().percentile(0.5),
                idleTime,
                loadedTime,
                loadedTime / idleTime,
                loaded[0].failed(),
                surplus.ok().count() / surplus.seconds(),
                surplus.refused().count() / surplus.seconds(),
                surplus.refused().percentile(0.5),
                surplus.refused().percentile(0.99),
                surplus.failed() / surplus.seconds(),
                limit,
                ok ? "" : "  <-- FAILED");
        return ok;
    }

    private static OpenLoopClient free(int port, int seconds) {
        return new OpenLoopClient(port, "/free", 16, FREE_RATE, TimeUnit.SECONDS.toNanos(seconds));
    }

    private static OpenLoopClient[] both(int port, int seconds) throws InterruptedException {
        double rate = OVERLOAD * PERMITS * 1000.0 / SERVICE_MILLIS;
        OpenLoopClient surplus =
                new OpenLoopClient(port, "/backend", 1024, rate, TimeUnit.SECONDS.toNanos(seconds + 1));
        Thread thread = new Thread(surplus);
        thread.start();
        OpenLoopClient free = free(port, seconds);
        free.run();
        thread.join();
        return new OpenLoopClient[] {free, surplus};
    }

    /** One path that needs the back end, and one that does not. */
    private final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if (Request.getPathInContext(request).equals("/backend")) {
                backEnd.acquire();
                try {
                    Thread.sleep(SERVICE_MILLIS);
                } finally {
                    backEnd.release();
                }
            }
            response.getHeaders().put("Content-Length", 2);
            Content.Sink.write(response, true, "ok", callback);
            return true;
        }
    }
}
