package bench;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.Callable;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How far two CPUs are from each other: the time in which a line of the cache goes from one to the other and back. The threads
 * "distance-0" and "distance-1" are to be pinned by who starts this. For each line of input it writes one, in nanoseconds.
 */
public final class Distance {
    private static final int PARTS = 30;
    private static final int TURNS = 3000;
    /** Alone in its line of the cache. */
    private static final int AT = 32;

    private static final AtomicIntegerArray BALL = new AtomicIntegerArray(2 * AT);

    public static void main(String[] argv) throws Exception {
        SynchronousQueue<Boolean> serve = new SynchronousQueue<>();
        SynchronousQueue<Long> result = new SynchronousQueue<>();
        SynchronousQueue<Boolean> answer = new SynchronousQueue<>();
        start("distance-0", () -> {
            while (serve.take()) {
                answer.put(true);
                long best = Long.MAX_VALUE;
                for (int part = 0; part < PARTS; part++) {
                    long begin = System.nanoTime();
                    for (int i = 0; i < TURNS; i++) {
                        BALL.set(AT, 1);
                        while (BALL.get(AT) != 0) {
                            // it comes back
                        }
                    }
                    // a part that was interrupted is longer
                    best = Math.min(best, (System.nanoTime() - begin) / TURNS);
                }
                result.put(best);
            }
            return null;
        });
        start("distance-1", () -> {
            while (answer.take()) {
                for (int i = 0; i < PARTS * TURNS; i++) {
                    while (BALL.get(AT) != 1) {
                        // it comes
                    }
                    BALL.set(AT, 0);
                }
            }
            return null;
        });
        System.out.println("READY");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        while (in.readLine() != null) {
            serve.put(true);
            System.out.println(result.take());
        }
        System.exit(0);
    }

    private static void start(String name, Callable<Void> task) {
        Thread thread = new Thread(() -> {
            try {
                task.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
    }
}
