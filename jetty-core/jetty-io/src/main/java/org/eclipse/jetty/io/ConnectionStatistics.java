package org.eclipse.jetty.io;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.statistic.CounterStatistic;
import org.eclipse.jetty.util.statistic.SampleStatistic;

/**
 * Counts connections, their bytes and messages and how long they were open; all together and by their class.
 *
 * <p>Add it as a bean to a connector, or to all. Bytes, messages and durations are counted when a connection closes; rates
 * are per second since they were last asked for. Thread-safe.
 */
@ManagedObject("Counts connections")
public class ConnectionStatistics extends AbstractLifeCycle implements Connection.Listener, Dumpable {
    private final Stats total = new Stats("total");
    private final Map<String, Stats> groups = new ConcurrentHashMap<>();

    public ConnectionStatistics() {}

    /** Starts again, with the connections that are open now. */
    @ManagedOperation(value = "Resets the statistics", impact = "ACTION")
    public void reset() {
        total.reset();
        for (Stats stats : groups.values()) {
            stats.reset();
        }
    }

    @Override
    protected void doStart() throws Exception {
        reset();
        super.doStart();
    }

    @Override
    public void onOpened(Connection connection) {
        if (isStarted()) {
            onTotalOpened(connection);
            onConnectionOpened(connection);
        }
    }

    protected void onTotalOpened(Connection connection) {
        total.incrementCount();
    }

    protected void onConnectionOpened(Connection connection) {
        groups.computeIfAbsent(connection.getClass().getName(), Stats::new).incrementCount();
    }

    @Override
    public void onClosed(Connection connection) {
        if (isStarted()) {
            onTotalClosed(connection);
            onConnectionClosed(connection);
        }
    }

    protected void onTotalClosed(Connection connection) {
        onClosed(total, connection);
    }

    protected void onConnectionClosed(Connection connection) {
        Stats stats = groups.get(connection.getClass().getName());
        if (stats != null) {
            onClosed(stats, connection);
        }
    }

    private static void onClosed(Stats stats, Connection connection) {
        stats.decrementCount();
        stats.recordDuration(System.currentTimeMillis() - connection.getCreatedTimeStamp());
        stats.recordBytesIn(Math.max(0, connection.getBytesIn()));
        stats.recordBytesOut(Math.max(0, connection.getBytesOut()));
        stats.recordMessagesIn(Math.max(0, connection.getMessagesIn()));
        stats.recordMessagesOut(Math.max(0, connection.getMessagesOut()));
    }

    @ManagedAttribute("The bytes received")
    public long getReceivedBytes() {
        return total.getReceivedBytes();
    }

    @ManagedAttribute("The bytes received per second since this was last asked for")
    public long getReceivedBytesRate() {
        return total.getReceivedBytesRate();
    }

    @ManagedAttribute("The bytes sent")
    public long getSentBytes() {
        return total.getSentBytes();
    }

    @ManagedAttribute("The bytes sent per second since this was last asked for")
    public long getSentBytesRate() {
        return total.getSentBytesRate();
    }

    @ManagedAttribute("The longest time that a connection was open, in milliseconds")
    public long getConnectionDurationMax() {
        return total.getConnectionDurationMax();
    }

    @ManagedAttribute("The mean time that connections were open, in milliseconds")
    public double getConnectionDurationMean() {
        return total.getConnectionDurationMean();
    }

    @ManagedAttribute("The standard deviation of the time that connections were open, in milliseconds")
    public double getConnectionDurationStdDev() {
        return total.getConnectionDurationStdDev();
    }

    @ManagedAttribute("The connections opened")
    public long getConnectionsTotal() {
        return total.getConnectionsTotal();
    }

    @ManagedAttribute("The connections that are open")
    public long getConnections() {
        return total.getConnections();
    }

    @ManagedAttribute("The greatest number of open connections")
    public long getConnectionsMax() {
        return total.getConnectionsMax();
    }

    @ManagedAttribute("The messages received")
    public long getReceivedMessages() {
        return total.getReceivedMessages();
    }

    @ManagedAttribute("The messages received per second since this was last asked for")
    public long getReceivedMessagesRate() {
        return total.getReceivedMessagesRate();
    }

    @ManagedAttribute("The messages sent")
    public long getSentMessages() {
        return total.getSentMessages();
    }

    @ManagedAttribute("The messages sent per second since this was last asked for")
    public long getSentMessagesRate() {
        return total.getSentMessagesRate();
    }

    /** The statistics by the name of the class of the connection. */
    public Map<String, Stats> getConnectionStatisticsGroups() {
        return Map.copyOf(groups);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, total, groups);
    }

    @Override
    public String toString() {
        return String.format("%s@%x", getClass().getSimpleName(), hashCode());
    }

    /** The statistics of connections of one kind. Thread-safe. */
    public static class Stats implements Dumpable {
        private final CounterStatistic connections = new CounterStatistic();
        private final SampleStatistic durations = new SampleStatistic();
        private final Sum bytesIn = new Sum();
        private final Sum bytesOut = new Sum();
        private final Sum messagesIn = new Sum();
        private final Sum messagesOut = new Sum();
        private final String name;

        public Stats(String name) {
            this.name = name;
        }

        public void reset() {
            connections.reset();
            durations.reset();
            bytesIn.reset();
            bytesOut.reset();
            messagesIn.reset();
            messagesOut.reset();
        }

        public String getName() {
            return name;
        }

        public long getReceivedBytes() {
            return bytesIn.get();
        }

        public long getReceivedBytesRate() {
            return bytesIn.rate();
        }

        public long getSentBytes() {
            return bytesOut.get();
        }

        public long getSentBytesRate() {
            return bytesOut.rate();
        }

        public long getConnectionDurationMax() {
            return durations.getMax();
        }

        public double getConnectionDurationMean() {
            return durations.getMean();
        }

        public double getConnectionDurationStdDev() {
            return durations.getStdDev();
        }

        public long getConnectionsTotal() {
            return connections.getTotal();
        }

        public long getConnections() {
            return connections.getCurrent();
        }

        public long getConnectionsMax() {
            return connections.getMax();
        }

        public long getReceivedMessages() {
            return messagesIn.get();
        }

        public long getReceivedMessagesRate() {
            return messagesIn.rate();
        }

        public long getSentMessages() {
            return messagesOut.get();
        }

        public long getSentMessagesRate() {
            return messagesOut.rate();
        }

        public void incrementCount() {
            connections.increment();
        }

        public void decrementCount() {
            connections.decrement();
        }

        public void recordDuration(long milliseconds) {
            durations.record(milliseconds);
        }

        public void recordBytesIn(long bytes) {
            bytesIn.add(bytes);
        }

        public void recordBytesOut(long bytes) {
            bytesOut.add(bytes);
        }

        public void recordMessagesIn(long messages) {
            messagesIn.add(messages);
        }

        public void recordMessagesOut(long messages) {
            messagesOut.add(messages);
        }

        @Override
        public void dump(Appendable out, String indent) throws IOException {
            Dumpable.dumpObjects(
                    out,
                    indent,
                    this,
                    "connections=" + connections,
                    "durations=" + durations,
                    "bytes in=" + getReceivedBytes() + " out=" + getSentBytes(),
                    "messages in=" + getReceivedMessages() + " out=" + getSentMessages());
        }

        @Override
        public String toString() {
            return String.format("%s[%s]", getClass().getSimpleName(), name);
        }
    }

    /** A sum and its growth. Thread-safe. */
    private static final class Sum {
        private final LongAdder sum = new LongAdder();
        private final AtomicLong lastSum = new AtomicLong();
        private final AtomicLong lastTime = new AtomicLong(System.nanoTime());

        private void add(long value) {
            sum.add(value);
        }

        private long get() {
            return sum.sum();
        }

        private long rate() {
            long now = System.nanoTime();
            long elapsed = now - lastTime.getAndSet(now);
            long current = sum.sum();
            long growth = current - lastSum.getAndSet(current);
            long millis = TimeUnit.NANOSECONDS.toMillis(elapsed);
            return millis <= 0 ? 0 : growth * 1000 / millis;
        }

        private void reset() {
            sum.reset();
            lastSum.set(0);
            lastTime.set(System.nanoTime());
        }
    }
}
