package bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Arrays;

/**
 * The times in which the machine took a CPU away from the load generator or from the server. What was due in such a gap, and
 * until the queue that it left is worked off, tells nothing of the server. Times are those of {@link System#nanoTime}, which is
 * CLOCK_MONOTONIC. Confined to one thread.
 */
final class Gaps {
    /** A pause of at least this many nanoseconds is a gap. */
    static final long LEAST = 300_000;
    /**
     * For how many times its length a gap goes on to be felt: at 70 % of the most that a server can do the queue shrinks at 3/7 of the
     * rate at which it grew (2.3 times), that of a generator which is busy for 83 % of its time at a fifth (4.9 times).
     */
    private static final int FELT = 5;

    private long[] starts = new long[256];
    private long[] ends = new long[256];
    private int size;

    void add(long start, long end) {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, 2 * size);
            ends = Arrays.copyOf(ends, 2 * size);
        }
        starts[size] = start;
        ends[size++] = end;
    }

    /** Adds the gaps that somebody else saw: lines of START END. */
    void read(BufferedReader in) throws IOException {
        for (String line; (line = in.readLine()) != null; ) {
            String[] words = line.split(" ");
            add(Long.parseLong(words[0]), Long.parseLong(words[1]));
        }
    }

    /** Marks in each of {@code due.length} requests whether a gap struck it. */
    boolean[] struck(long[] due, long[] done, int count) {
        boolean[] struck = new boolean[count];
        for (int g = 0; g < size; g++) {
            long felt = ends[g] + FELT * (ends[g] - starts[g]);
            for (int i = 0; i < count; i++) {
                struck[i] |= due[i] <= felt && done[i] >= starts[g];
            }
        }
        return struck;
    }

    /** How many there were between two times. */
    int count(long from, long to) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (starts[i] < to && ends[i] > from) {
                count++;
            }
        }
        return count;
    }
}
