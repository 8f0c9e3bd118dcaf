package org.eclipse.jetty.benchmarks;

import java.io.IOException;

/**
 * A chat: messages at a constant rate into 100 rooms in turn, each of 100 clients, and the time from the moment that a message was
 * due to each of its deliveries. Confined to one thread, but for {@link #delivered}, whose callers exclude each other.
 */
final class Chat {
    static final int CLIENTS = 1000;
    static final int ROOMS = 100;
    static final int ROOMS_PER_CLIENT = 10;
    /** The digits of a message that say when it was due, in nanoseconds. */
    static final int DIGITS = 20;

    /** Sends, from a client of a room, a message that tells when it was due. */
    interface Sender {
        void send(int room, long due) throws IOException;
    }

    /** Waits for what comes, a millisecond at most, and tells {@link #delivered} of it. */
    interface Receiver {
        void receive() throws IOException;
    }

    private final int rate;
    private final int seconds;
    /** How many deliveries took so many tenths of a millisecond. */
    private final int[] latencies = new int[1_000_000];

    private volatile long delivered;
    private long expected;
    /** Nanoseconds between the first message and the last delivery. */
    private long time;

    Chat(int rate, int seconds) {
        this.rate = rate;
        this.seconds = seconds;
    }

    /** The rooms of a client are every tenth, from its own number on. */
    static int room(int client, int number) {
        return (client + number * ROOMS_PER_CLIENT) % ROOMS;
    }

    long delivered() {
        return delivered;
    }

    void run(Sender sender, Receiver receiver) throws IOException {
        long start = System.nanoTime();
        long total = (long) rate * seconds;
        expected = total * CLIENTS * ROOMS_PER_CLIENT / ROOMS;
        // what is late is waited for, so that it counts
        long end = start + 4L * seconds * 1_000_000_000L;
        long sent = 0;
        while (delivered < expected && System.nanoTime() < end) {
            long due = start + sent * 1_000_000_000L / rate;
            while (sent < total && due <= System.nanoTime()) {
                sender.send((int) (sent % ROOMS), due);
                sent++;
                due = start + sent * 1_000_000_000L / rate;
            }
            receiver.receive();
        }
        time = System.nanoTime() - start;
    }

    /** Takes note of a delivery, by the digits of its message. */
    void delivered(byte[] bytes, int offset) {
        long due = 0;
        for (int i = offset; i < offset + DIGITS; i++) {
            due = due * 10 + bytes[i] - '0';
        }
        int tenths = (int) ((System.nanoTime() - due) / 100_000);
        latencies[Math.max(0, Math.min(tenths, latencies.length - 1))]++;
        delivered++;
    }

    @Override
    public String toString() {
        // an overload shows by messages that wait for each other, and come later and later
        boolean late = delivered < expected || time > seconds * 1_050_000_000L;
        return String.format(
                "%d of %d deliveries in %.1f s%s, latency median %.1f ms, 90%% %.1f ms, 99%% %.1f ms, 99.9%% %.1f ms",
                delivered,
                expected,
                time / 1e9,
                late ? " (not valid: the machine does not keep up with " + rate + " messages/s)" : "",
                percentile(0.5),
                percentile(0.9),
                percentile(0.99),
                percentile(0.999));
    }

    private double percentile(double part) {
        long left = (long) (delivered * part);
        for (int i = 0; i < latencies.length; i++) {
            left -= latencies[i];
            if (left < 0) {
                return i / 10.0;
            }
        }
        return latencies.length / 10.0;
    }
}
