package org.eclipse.jetty.util;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Remembers answers to questions that cost much, as those to the file system, for a time. Only keys that have an answer are remembered; when
 * there are more than a number of them, all are forgotten. Thread-safe: two threads may ask for the same at the same time.
 *
 * @param <V> the answers
 */
public final class Remembered<V> {
    /** Whoever knows the answer. */
    @FunctionalInterface
    public interface Source<V, X extends Exception> {
        /** Returns the answer for a key; null when there is none. */
        @Nullable
        V find(String key) throws X;
    }

    private record Answer<V>(V value, long since) {}

    private final Map<String, Answer<V>> answers = new ConcurrentHashMap<>();
    private final long period;
    private final int most;

    /**
     * @param milliseconds how long an answer holds; 0 for not at all, below 0 for ever
     * @param most how many answers are remembered
     */
    public Remembered(long milliseconds, int most) {
        this.period = TimeUnit.MILLISECONDS.toNanos(milliseconds);
        this.most = most;
    }

    /** Returns the answer that is remembered for a key; null when there is none. */
    public @Nullable V get(String key) {
        Answer<V> known = answers.get(key);
        return known != null && (period < 0 || System.nanoTime() - known.since < period) ? known.value : null;
    }

    /** Returns the answer that is remembered for a key, or else asks for it; null when there is none. */
    public <X extends Exception> @Nullable V get(String key, Source<V, X> source) throws X {
        V known = get(key);
        if (known != null) {
            return known;
        }
        V value = source.find(key);
        put(key, value);
        return value;
    }

    /** Remembers an answer from now on; null forgets. */
    public void put(String key, @Nullable V answer) {
        if (answer == null) {
            answers.remove(key);
            return;
        }
        if (period == 0 || most <= 0) {
            return;
        }
        if (answers.size() >= most && !answers.containsKey(key)) {
            answers.clear();
        }
        answers.put(key, new Answer<>(answer, System.nanoTime()));
    }
}
