package org.eclipse.jetty.benchmarks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/**
 * Many tasks, each two selects and one insert, against a database of 100 connections (a semaphore and a wait): pooled
 * platform threads, one virtual thread for each task, and a pool of bounded virtual threads.
 *
 * <p>Arguments: tasks (100000), rounds (3), microseconds of a statement (1000).
 */
public final class DatabaseTasks {
    private static final int CONNECTIONS = 100;
    private static final int THREADS = 200;

    private DatabaseTasks() {}

    private static final class Database {
        private final Semaphore connections = new Semaphore(CONNECTIONS);
        private final long nanos;
        private volatile long rows;

        private Database(long micros) {
            this.nanos = micros * 1000;
        }

        private void statement() {
            connections.acquireUninterruptibly();
            try {
                LockSupport.parkNanos(nanos);
            } finally {
                connections.release();
            }
            long sum = 0;
            // what an application does with a row
            for (int i = 0; i < 500; i++) {
                sum += ThreadLocalRandom.current().nextInt();
            }
            if (sum == 42) {
                rows = sum;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int tasks = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
        long micros = args.length > 2 ? Long.parseLong(args[2]) : 1000;
        Measure.describe();
        String[] names = {
            "pool of " + THREADS + " platform threads", "a virtual thread each", "virtual pool of " + THREADS
        };
        double[][] seconds = new double[names.length][rounds];
        double[][] cpus = new double[names.length][rounds];
        for (int round = -1; round < rounds; round++) {
            for (int kind = 0; kind < names.length; kind++) {
                if (kind > 0 && !VirtualThreads.areSupported()) {
                    continue;
                }
                double[] result = run(kind, tasks, new Database(micros));
                if (round < 0) {
                    continue;
                }
                seconds[kind][round] = result[0];
                cpus[kind][round] = result[1];
            }
        }
        System.out.printf("%d tasks, each 3 statements of %d us, %d connections%n", tasks, micros, CONNECTIONS);
        System.out.println("| Executor | time, s | CPU, s | CPU, times platform |");
        System.out.println("|---|---:|---:|---:|");
        for (int kind = 0; kind < names.length; kind++) {
            if (kind > 0 && !VirtualThreads.areSupported()) {
                Measure.skip(names[kind], "virtual threads need Java 21");
                continue;
            }
            System.out.printf(
                    "| %s | %.2f | %.2f | %.2f |%n",
                    names[kind],
                    Measure.median(seconds[kind]),
                    Measure.median(cpus[kind]),
                    Measure.median(cpus[kind]) / Measure.median(cpus[0]));
        }
    }

    private static double[] run(int kind, int tasks, Database database) throws Exception {
        QueuedThreadPool platform = new QueuedThreadPool(THREADS, THREADS, 60000, 0, null, null);
        VirtualThreadPool bounded = kind == 2 ? new VirtualThreadPool(THREADS) : null;
        Executor executor =
                switch (kind) {
                    case 0 -> platform;
                    case 1 -> VirtualThreads.getDefaultVirtualThreadsExecutor();
                    default -> bounded;
                };
        if (kind == 0) {
            platform.start();
        }
        if (bounded != null) {
            bounded.setMaxQueuedTasks(tasks);
            bounded.start();
        }
        CountDownLatch done = new CountDownLatch(tasks);
        Runnable task = () -> {
            database.statement();
            database.statement();
            database.statement();
            done.countDown();
        };
        long start = System.nanoTime();
        long cpu = Measure.cpu();
        try {
            for (int i = 0; i < tasks; i++) {
                executor.execute(task);
            }
            done.await();
            cpu = Measure.cpu() - cpu;
            return new double[] {(System.nanoTime() - start) / 1e9, cpu / 1e9};
        } finally {
            if (kind == 0) {
                platform.stop();
            }
            if (bounded != null) {
                bounded.stop();
            }
        }
    }
}
