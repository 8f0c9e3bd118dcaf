package bench;

import java.util.Arrays;
import java.util.Locale;

/** When each request was due and when it was answered, in nanoseconds. Confined to one thread. */
final class Latencies {
    private long[] due;
    private long[] done;
    private int count;

    Latencies(int expected) {
        due = new long[expected];
        done = new long[expected];
    }

    void add(long dueAt, long doneAt) {
        if (count == due.length) {
            due = Arrays.copyOf(due, count + count / 2 + 1024);
            done = Arrays.copyOf(done, count + count / 2 + 1024);
        }
        due[count] = dueAt;
        done[count++] = doneAt;
    }

    int count() {
        return count;
    }

    void clear() {
        count = 0;
    }

    /**
     * Percentiles as members of a JSON object, in microseconds: of the requests that no gap struck, as {@code p50}, {@code p90},
     * {@code p99}, {@code p999}, {@code max}; of all, as {@code p99_all}; and as {@code counted} the share of the former.
     */
    String members(Gaps gaps) {
        long[] all = sorted(new boolean[count]);
        long[] kept = sorted(gaps.struck(due, done, count));
        return String.format(
                Locale.ROOT,
                "\"p50\": %s, \"p90\": %s, \"p99\": %s, \"p999\": %s, \"max\": %s, \"p99_all\": %s, \"counted\": %.4f",
                micros(kept, 0.5),
                micros(kept, 0.9),
                micros(kept, 0.99),
                micros(kept, 0.999),
                micros(kept, 1),
                micros(all, 0.99),
                (double) kept.length / Math.max(count, 1));
    }

    /** The 99th percentile of what no gap struck, in microseconds, {@code null} if there is none. */
    String p99(Gaps gaps) {
        return micros(sorted(gaps.struck(due, done, count)), 0.99);
    }

    private long[] sorted(boolean[] without) {
        long[] kept = new long[count];
        int size = 0;
        for (int i = 0; i < count; i++) {
            if (!without[i]) {
                kept[size++] = done[i] - due[i];
            }
        }
        kept = Arrays.copyOf(kept, size);
        Arrays.sort(kept);
        return kept;
    }

    private static String micros(long[] sorted, double share) {
        if (sorted.length == 0) {
            return "null";
        }
        return String.format(
                Locale.ROOT, "%.1f", sorted[Math.max((int) Math.ceil(share * sorted.length) - 1, 0)] / 1e3);
    }
}
