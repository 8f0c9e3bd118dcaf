package org.eclipse.jetty.operations.selftest;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * Attacks a server that is started for it, at each of its connectors, and prints what held and which property to change; then ends
 * the JVM, with the exit code 0 if everything held and 1 otherwise. A listener of the server ({@code --selftest} of start.jar adds
 * it). Confined to its thread once the server has started.
 */
public class SelfTest implements LifeCycle.Listener {
    private static final int THREADS = 16;
    private static final int DEFAULT_SLOW_SECONDS = 40;

    private final Server server;
    private final PrintStream out;
    private int slowSeconds = DEFAULT_SLOW_SECONDS;

    public SelfTest(Server server) {
        this(server, System.out);
    }

    SelfTest(Server server, PrintStream out) {
        this.server = server;
        this.out = out;
    }

    /** Sets after how many seconds the server should have ended the connection of a slow client. */
    public void setSlowSeconds(int seconds) {
        slowSeconds = seconds;
    }

    @Override
    public void lifeCycleStarted(LifeCycle event) {
        if (event == server) {
            // in a thread of its own, as the one that starts the server has to be left to do so
            new Thread(() -> exit(run() == 0 ? 0 : 1), "SelfTest").start();
        }
    }

    /** Ends the JVM. */
    protected void exit(int code) {
        System.exit(code);
    }

    /** An attack of a target, and its outcome to come. */
    private record Running(Target target, Attack attack, Future<Outcome> outcome) {}

    /** Makes all attacks; returns how many did not hold. */
    int run() {
        long begin = System.nanoTime();
        ExecutorService executor = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "SelfTest-attack");
            thread.setDaemon(true);
            return thread;
        });
        List<Running> running = new ArrayList<>();
        for (Connector connector : server.getConnectors()) {
            if (connector instanceof ServerConnector tcp) {
                Target target = new Target(tcp);
                for (Attack attack : attacks(target)) {
                    running.add(new Running(target, attack, executor.submit(() -> attack.attempt()
                            .make(target))));
                }
            }
        }
        int failed = 0;
        Target last = null;
        for (Running one : running) {
            if (one.target() != last) {
                last = one.target();
                out.println("Connector: " + last);
            }
            failed += report(one.attack(), outcome(one)) ? 0 : 1;
        }
        executor.shutdownNow();
        out.println("Self-test: " + running.size() + " attacks, " + (running.size() - failed) + " held, " + failed
                + " did not (" + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin) + " s)");
        out.flush();
        return failed;
    }

    private List<Attack> attacks(Target target) {
        // the slow ones first: they take as long as all others
        List<Attack> attacks = new ArrayList<>();
        if (target.speaks("http/1.1")) {
            attacks.addAll(SlowAttacks.all(slowSeconds, target.prefix()));
            attacks.addAll(Http1Attacks.all(contextPaths()));
        }
        if (target.speaks(target.isTls() ? "h2" : "h2c")) {
            attacks.addAll(Http2Attacks.all());
        }
        if (target.isTls()) {
            attacks.addAll(TlsAttacks.all());
        }
        return attacks;
    }

    private Set<String> contextPaths() {
        Set<String> paths = new TreeSet<>();
        for (ContextHandler context : server.getDescendants(ContextHandler.class)) {
            paths.add(context.getContext().getContextPath());
        }
        return paths;
    }

    private Outcome outcome(Running one) {
        try {
            return one.outcome().get(slowSeconds + 20L, TimeUnit.SECONDS);
        } catch (ExecutionException x) {
            return Outcome.failed(String.valueOf(x.getCause()));
        } catch (TimeoutException x) {
            one.outcome().cancel(true);
            return Outcome.failed("not decided in time");
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            return Outcome.failed("interrupted");
        }
    }

    private boolean report(Attack attack, Outcome outcome) {
        if (outcome.held()) {
            out.println("  HELD  " + attack.name() + ": " + outcome.seen());
        } else {
            out.println("  FAIL  " + attack.name() + ": " + outcome.seen() + " (expected: " + attack.expected()
                    + "). See " + attack.property());
        }
        return outcome.held();
    }
}
