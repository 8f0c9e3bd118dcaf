package bench.clients;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * Asks a server by one client, as the lines of its input say, and prints what each took. Arguments: the client, the protocol, the
 * URI of the server, and how many requests wait for their responses at the same time.
 *
 * <pre>
 * get SECONDS        keep-alive GET
 * download OCTETS    one response
 * upload OCTETS      one request
 * </pre>
 *
 * <p>A line of results is {@code REQUESTS SECONDS CPU COMPILER ALLOCATED}: the CPU seconds of the process, those of them that the
 * compiler's threads took, and the octets that all threads have allocated.
 */
public final class BenchClient {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final double TICK = 0.01;

    private final Subject subject;
    private final URI uri;
    private final int concurrency;

    private BenchClient(Subject subject, URI uri, int concurrency) {
        this.subject = subject;
        this.uri = uri;
        this.concurrency = concurrency;
    }

    public static void main(String[] args) throws Exception {
        int concurrency = Integer.parseInt(args[3]);
        Subject.Protocol protocol = Subject.Protocol.valueOf(args[1]);
        int connections = protocol == Subject.Protocol.HTTP2 ? 1 : concurrency;
        try (Subject subject = Subject.of(args[0], protocol, connections)) {
            BenchClient client = new BenchClient(subject, URI.create(args[2]), concurrency);
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            for (String line; (line = in.readLine()) != null; ) {
                System.out.println(client.measure(line.split(" ")));
            }
        }
        System.exit(0);
    }

    private String measure(String[] line) throws Exception {
        double amount = Double.parseDouble(line[1]);
        double compiler = compiler();
        double cpu = cpu();
        long allocated = THREADS.getTotalThreadAllocatedBytes();
        long begin = System.nanoTime();
        long requests =
                switch (line[0]) {
                    case "get" -> get(amount);
                    case "download" -> one((long) amount, reply -> subject.download(uri.resolve("/octets/" + line[1]), reply));
                    case "upload" -> one(line[1].length(), reply -> subject.upload(uri.resolve("/count"), (long) amount, reply));
                    default -> throw new IllegalArgumentException(line[0]);
                };
        double seconds = (System.nanoTime() - begin) / 1e9;
        return requests + " " + seconds + " " + (cpu() - cpu) + " " + (compiler() - compiler) + " "
                + (THREADS.getTotalThreadAllocatedBytes() - allocated);
    }

    private long get(double seconds) throws Exception {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        AtomicLong answered = new AtomicLong();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CountDownLatch ended = new CountDownLatch(concurrency);
        for (int i = 0; i < concurrency; i++) {
            new Asker(end, answered, failure, ended).ask();
        }
        ended.await();
        check(failure.get());
        return answered.get();
    }

    private static void check(Throwable failure) throws IOException {
        if (failure != null) {
            throw new IOException("a request failed", failure);
        }
    }

    /** Asks again when it was answered. */
    private final class Asker implements Subject.Reply {
        private final long end;
        private final AtomicLong answered;
        private final AtomicReference<Throwable> failure;
        private final CountDownLatch ended;
        private final AtomicInteger turns = new AtomicInteger();

        private Asker(long end, AtomicLong answered, AtomicReference<Throwable> failure, CountDownLatch ended) {
            this.end = end;
            this.answered = answered;
            this.failure = failure;
            this.ended = ended;
        }

        /** An answer that comes while this thread still asks is followed by the next question in a loop, not deeper. */
        private void ask() {
            if (turns.getAndIncrement() > 0) {
                return;
            }
            do {
                subject.get(uri, this);
            } while (turns.decrementAndGet() > 0);
        }

        @Override
        public void answered(int status, long octets) {
            if (status != 200 || octets != 13) {
                failed(new IOException("status " + status + ", " + octets + " octets (expected: 200, 13)"));
                return;
            }
            answered.incrementAndGet();
            if (System.nanoTime() - end < 0) {
                ask();
            } else {
                ended.countDown();
            }
        }

        @Override
        public void failed(Throwable cause) {
            failure.set(cause);
            ended.countDown();
        }
    }

    private interface Sending {
        void send(Subject.Reply reply);
    }

    private static long one(long expected, Sending sending) throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        sending.send(new Subject.Reply() {
            @Override
            public void answered(int status, long octets) {
                if (status != 200 || octets != expected) {
                    failure.set(new IOException(
                            "status " + status + ", " + octets + " octets (expected: 200, " + expected + ")"));
                }
                ended.countDown();
            }

            @Override
            public void failed(Throwable cause) {
                failure.set(cause);
                ended.countDown();
            }
        });
        ended.await();
        check(failure.get());
        return 1;
    }

    private static double cpu() throws IOException {
        return ticks(Files.readString(Path.of("/proc/self/stat")));
    }

    private static double compiler() throws IOException {
        List<Path> tasks;
        try (Stream<Path> all = Files.list(Path.of("/proc/self/task"))) {
            tasks = all.toList();
        }
        double seconds = 0;
        for (Path task : tasks) {
            try {
                String stat = Files.readString(task.resolve("stat"));
                if (stat.contains("(C1 Compiler") || stat.contains("(C2 Compiler")) {
                    seconds += ticks(stat);
                }
            } catch (IOException | UncheckedIOException x) {
                // it has ended
            }
        }
        return seconds;
    }

    private static double ticks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK;
    }
}
