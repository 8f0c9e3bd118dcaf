package org.eclipse.jetty.benchmarks;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.thread.ExecutionStrategy;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.eclipse.jetty.util.thread.strategy.ExecuteProduceConsume;
import org.eclipse.jetty.util.thread.strategy.ProduceConsume;
import org.eclipse.jetty.util.thread.strategy.ProduceExecuteConsume;

/**
 * Execution strategies side by side: production parses a small request, consumption handles it over data that all share.
 *
 * <p>Arguments: rounds (5), seconds of each (2), producers (1), each with a strategy of its own.
 */
public final class Strategies {
    private static final int KEYS = 4096;
    private static final int MOST_WAITING = 1024;
    private static final String[] NAMES = {"PC", "PEC", "EPC", "Adaptive"};

    /** What all tasks read. */
    private static final Map<String, byte[]> SHARED = new TreeMap<>();

    private static final byte[][] REQUESTS = new byte[KEYS][];

    private Strategies() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        long seconds = args.length > 1 ? Long.parseLong(args[1]) : 2;
        int producers = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        Random random = new Random(1);
        for (int i = 0; i < KEYS; i++) {
            byte[] value = new byte[256];
            random.nextBytes(value);
            SHARED.put("/shared/" + i, value);
            REQUESTS[i] = ("GET /shared/" + i + " HTTP/1.1\r\nHost: localhost:8080\r\nUser-Agent: benchmark\r\n"
                            + "Accept: text/html,application/json;q=0.9\r\nCookie: id=" + random.nextLong()
                            + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII);
        }
        Measure.describe();
        System.out.printf("%d producers, %d rounds of %d s, interleaved; medians%n", producers, rounds, seconds);
        double[][] perSecond = new double[NAMES.length][rounds];
        double[][] perCpuSecond = new double[NAMES.length][rounds];
        for (int round = -1; round < rounds; round++) {
            for (int s = 0; s < NAMES.length; s++) {
                double[] result = run(NAMES[s], producers, seconds);
                if (round < 0) {
                    continue;
                }
                perSecond[s][round] = result[0];
                perCpuSecond[s][round] = result[1];
            }
        }
        System.out.println("| Strategy | tasks/s | times PEC | tasks/CPU s | times PEC |");
        System.out.println("|---|---:|---:|---:|---:|");
        double pec = Measure.median(perSecond[1]);
        double pecCpu = Measure.median(perCpuSecond[1]);
        for (int s = 0; s < NAMES.length; s++) {
            double each = Measure.median(perSecond[s]);
            double eachCpu = Measure.median(perCpuSecond[s]);
            System.out.printf(
                    "| %s | %,.0f | %.2f | %,.0f | %.2f |%n", NAMES[s], each, each / pec, eachCpu, eachCpu / pecCpu);
        }
    }

    /** Tasks per second, and per CPU second. */
    private static double[] run(String name, int producers, long seconds) throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(32, 16);
        pool.start();
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        Parsing[] all = new Parsing[producers];
        long start = System.nanoTime();
        long cpu = Measure.cpu();
        for (int i = 0; i < producers; i++) {
            all[i] = new Parsing(end, i);
            ExecutionStrategy strategy = strategy(name, all[i], pool);
            if (strategy instanceof AdaptiveExecutionStrategy adaptive) {
                adaptive.start();
            }
            strategy.dispatch();
        }
        long done = 0;
        for (Parsing each : all) {
            each.ended.await();
            while (each.done.sum() < each.produced) {
                LockSupport.parkNanos(100_000);
            }
            done += each.produced;
        }
        cpu = Measure.cpu() - cpu;
        long nanos = System.nanoTime() - start;
        pool.stop();
        return new double[] {done * 1e9 / nanos, done * 1e9 / cpu};
    }

    private static ExecutionStrategy strategy(String name, ExecutionStrategy.Producer producer, Executor executor) {
        return switch (name) {
            case "PC" -> new ProduceConsume(producer, executor);
            case "PEC" -> new ProduceExecuteConsume(producer, executor);
            case "EPC" -> new ExecuteProduceConsume(producer, executor);
            default -> new AdaptiveExecutionStrategy(producer, executor);
        };
    }

    /** Parses one request after the other, until the time is up; tasks that wait for a thread are bounded. */
    private static final class Parsing implements ExecutionStrategy.Producer {
        private final CountDownLatch ended = new CountDownLatch(1);
        private final LongAdder done = new LongAdder();
        private final long end;
        private int next;
        private volatile long produced;
        private long before;

        private Parsing(long end, int seed) {
            this.end = end;
            this.next = seed * 31;
        }

        @Override
        public Runnable produce() {
            // who has consumed asks once more
            if (ended.getCount() == 0) {
                return null;
            }
            long count = produced;
            if (count - before >= MOST_WAITING / 2) {
                before = count;
                if (System.nanoTime() - end >= 0) {
                    ended.countDown();
                    return null;
                }
                while (count - done.sum() > MOST_WAITING) {
                    LockSupport.parkNanos(10_000);
                }
            }
            produced = count + 1;
            next = (next * 1_103_515_245 + 12_345) & Integer.MAX_VALUE;
            return new Handling(this, parse(ByteBuffer.wrap(REQUESTS[next % KEYS])));
        }

        private static Map<String, String> parse(ByteBuffer buffer) {
            Map<String, String> request = new HashMap<>();
            String method = token(buffer, ' ');
            request.put(":method", method);
            request.put(":path", token(buffer, ' '));
            request.put(":version", token(buffer, '\r'));
            buffer.get();
            while (buffer.get(buffer.position()) != '\r') {
                String name = token(buffer, ':');
                buffer.get();
                request.put(name, token(buffer, '\r'));
                buffer.get();
            }
            return request;
        }

        private static String token(ByteBuffer buffer, char end) {
            int from = buffer.position();
            while (buffer.get() != end) {
                // up to the end of the token
            }
            return new String(buffer.array(), from, buffer.position() - from - 1, StandardCharsets.US_ASCII);
        }
    }

    /** Reads what the request names, and every field of the request. */
    private record Handling(Parsing from, Map<String, String> request) implements Runnable {
        private static volatile long sink;

        @Override
        public void run() {
            byte[] data = SHARED.get(request.get(":path"));
            long sum = 0;
            for (byte b : data) {
                sum = sum * 31 + b;
            }
            for (Map.Entry<String, String> field : request.entrySet()) {
                String value = field.getValue();
                for (int i = 0; i < value.length(); i++) {
                    sum = sum * 31 + value.charAt(i);
                }
            }
            if (sum == 42) {
                sink = sum;
            }
            from.done.increment();
        }
    }
}
