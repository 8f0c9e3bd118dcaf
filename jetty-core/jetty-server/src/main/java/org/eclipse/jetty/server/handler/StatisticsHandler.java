package org.eclipse.jetty.server.handler;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.eclipse.jetty.util.statistic.CounterStatistic;
import org.eclipse.jetty.util.statistic.SampleStatistic;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/** Counts requests, responses by class of status, failures, bytes of content, and times in nanoseconds. Thread-safe. */
@ManagedObject("Counts requests and responses")
public class StatisticsHandler extends EventsHandler {
    private final CounterStatistic requests = new CounterStatistic();
    private final SampleStatistic requestTimes = new SampleStatistic();
    private final CounterStatistic handles = new CounterStatistic();
    private final SampleStatistic handleTimes = new SampleStatistic();
    private final LongAdder failures = new LongAdder();
    private final LongAdder handlingFailures = new LongAdder();
    private final LongAdder responses1xx = new LongAdder();
    private final LongAdder responses2xx = new LongAdder();
    private final LongAdder responses3xx = new LongAdder();
    private final LongAdder responses4xx = new LongAdder();
    private final LongAdder responses5xx = new LongAdder();
    private final LongAdder bytesRead = new LongAdder();
    private final LongAdder bytesWritten = new LongAdder();
    private volatile long begin = System.nanoTime();

    public StatisticsHandler() {}

    public StatisticsHandler(@Nullable Handler handler) {
        super(handler);
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        reset();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        requests.increment();
        handles.increment();
        long time = System.nanoTime();
        try {
            return super.handle(request, response, callback);
        } finally {
            handles.decrement();
            handleTimes.record(System.nanoTime() - time);
        }
    }

    @Override
    protected void onAfterHandling(Request request, boolean handled, @Nullable Throwable failure) {
        if (failure != null) {
            handlingFailures.increment();
        }
    }

    @Override
    protected void onRequestRead(Request request, Content.@Nullable Chunk chunk) {
        if (chunk != null) {
            bytesRead.add(chunk.remaining());
        }
    }

    @Override
    protected void onResponseWrite(Request request, boolean last, @Nullable ByteBuffer content) {
        if (content != null) {
            bytesWritten.add(content.remaining());
        }
    }

    @Override
    protected void onComplete(Request request, int status, @Nullable HttpFields headers, @Nullable Throwable failure) {
        requests.decrement();
        requestTimes.record(System.nanoTime() - request.getBeginNanoTime());
        if (failure != null) {
            failures.increment();
        }
        switch (status / 100) {
            case 1 -> responses1xx.increment();
            case 2 -> responses2xx.increment();
            case 3 -> responses3xx.increment();
            case 4 -> responses4xx.increment();
            case 5 -> responses5xx.increment();
            default -> {
                // it failed before there was a response
            }
        }
        super.onComplete(request, status, headers, failure);
    }

    /** Starts again, with the requests that are active now. */
    @ManagedOperation(value = "Resets the statistics", impact = "ACTION")
    public void reset() {
        begin = System.nanoTime();
        requests.reset();
        requestTimes.reset();
        handles.reset();
        handleTimes.reset();
        for (LongAdder counter : new LongAdder[] {
            failures,
            handlingFailures,
            responses1xx,
            responses2xx,
            responses3xx,
            responses4xx,
            responses5xx,
            bytesRead,
            bytesWritten
        }) {
            counter.reset();
        }
    }

    @ManagedAttribute("The requests that have ended")
    public int getRequests() {
        return (int) requestTimes.getCount();
    }

    @ManagedAttribute("The requests that have begun")
    public int getRequestTotal() {
        return (int) requests.getTotal();
    }

    @ManagedAttribute("The requests that have begun and not ended")
    public int getRequestsActive() {
        return (int) requests.getCurrent();
    }

    @ManagedAttribute("The greatest number of active requests")
    public int getRequestsActiveMax() {
        return (int) requests.getMax();
    }

    @ManagedAttribute("The time of all requests, in nanoseconds")
    public long getRequestTimeTotal() {
        return requestTimes.getTotal();
    }

    @ManagedAttribute("The time of the longest request, in nanoseconds")
    public long getRequestTimeMax() {
        return requestTimes.getMax();
    }

    @ManagedAttribute("The mean time of requests, in nanoseconds")
    public double getRequestTimeMean() {
        return requestTimes.getMean();
    }

    @ManagedAttribute("The standard deviation of the time of requests, in nanoseconds")
    public double getRequestTimeStdDev() {
        return requestTimes.getStdDev();
    }

    @ManagedAttribute("The calls of the handler")
    public int getHandleTotal() {
        return (int) handles.getTotal();
    }

    @ManagedAttribute("The calls of the handler that have not returned")
    public int getHandleActive() {
        return (int) handles.getCurrent();
    }

    @ManagedAttribute("The greatest number of calls that have not returned")
    public int getHandleActiveMax() {
        return (int) handles.getMax();
    }

    @ManagedAttribute("The time of the longest call of the handler, in nanoseconds")
    public long getHandleTimeMax() {
        return handleTimes.getMax();
    }

    @ManagedAttribute("The time of all calls of the handler, in nanoseconds")
    public long getHandleTimeTotal() {
        return handleTimes.getTotal();
    }

    @ManagedAttribute("The mean time of calls of the handler, in nanoseconds")
    public double getHandleTimeMean() {
        return handleTimes.getMean();
    }

    @ManagedAttribute("The standard deviation of the time of calls of the handler, in nanoseconds")
    public double getHandleTimeStdDev() {
        return handleTimes.getStdDev();
    }

    @ManagedAttribute("The requests that failed")
    public int getFailures() {
        return failures.intValue();
    }

    @ManagedAttribute("The calls of the handler that threw")
    public int getHandlingFailures() {
        return handlingFailures.intValue();
    }

    @ManagedAttribute("The responses with status 1xx, upgrades for instance")
    public int getResponses1xx() {
        return responses1xx.intValue();
    }

    @ManagedAttribute("The responses with status 2xx")
    public int getResponses2xx() {
        return responses2xx.intValue();
    }

    @ManagedAttribute("The responses with status 3xx")
    public int getResponses3xx() {
        return responses3xx.intValue();
    }

    @ManagedAttribute("The responses with status 4xx")
    public int getResponses4xx() {
        return responses4xx.intValue();
    }

    @ManagedAttribute("The responses with status 5xx")
    public int getResponses5xx() {
        return responses5xx.intValue();
    }

    @ManagedAttribute("The bytes of content read")
    public long getBytesRead() {
        return bytesRead.sum();
    }

    @ManagedAttribute("The bytes of content written")
    public long getBytesWritten() {
        return bytesWritten.sum();
    }

    @ManagedAttribute("How long it has counted")
    public Duration getStatisticsDuration() {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        dumpObjects(
                out,
                indent,
                DumpableCollection.from(
                        "requests",
                        "total=" + getRequestTotal(),
                        "active=" + getRequestsActive() + " max=" + getRequestsActiveMax(),
                        "failures=" + getFailures(),
                        "time=" + requestTimes),
                DumpableCollection.from(
                        "calls of the handler",
                        "total=" + getHandleTotal(),
                        "active=" + getHandleActive() + " max=" + getHandleActiveMax(),
                        "failures=" + getHandlingFailures(),
                        "time=" + handleTimes),
                DumpableCollection.from(
                        "responses",
                        "1xx=" + getResponses1xx(),
                        "2xx=" + getResponses2xx(),
                        "3xx=" + getResponses3xx(),
                        "4xx=" + getResponses4xx(),
                        "5xx=" + getResponses5xx()),
                DumpableCollection.from("bytes", "read=" + getBytesRead(), "written=" + getBytesWritten()));
    }

    /**
     * Ends requests whose client sends content, or takes a response, at less than a minimum rate. Thread-safe.
     *
     * <p>The rate is that over the time in which the request waited for the client, after one second of waiting; the time in which the
     * application is busy does not count. It is judged when bytes come, or with the next write: a client that stops altogether is
     * left to the idle timeout. A read fails by a chunk with a TimeoutException, a write by its callback.
     */
    public static class MinimumDataRateHandler extends StatisticsHandler {
        private final long minimumReadRate;
        private final long minimumWriteRate;
        private final LongSupplier clock;

        /**
         * @param minimumReadRate in bytes per second; 0 for none
         * @param minimumWriteRate in bytes per second; 0 for none
         */
        public MinimumDataRateHandler(long minimumReadRate, long minimumWriteRate) {
            this(null, minimumReadRate, minimumWriteRate);
        }

        /** As {@link #MinimumDataRateHandler(long, long)}, in front of a handler. */
        public MinimumDataRateHandler(@Nullable Handler handler, long minimumReadRate, long minimumWriteRate) {
            this(handler, minimumReadRate, minimumWriteRate, System::nanoTime);
        }

        MinimumDataRateHandler(
                @Nullable Handler handler, long minimumReadRate, long minimumWriteRate, LongSupplier clock) {
            super(handler);
            this.minimumReadRate = minimumReadRate;
            this.minimumWriteRate = minimumWriteRate;
            this.clock = clock;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            MinimumDataRateRequest rated =
                    new MinimumDataRateRequest(request, new DataRate(minimumReadRate, "read"), clock);
            MinimumDataRateResponse ratedResponse =
                    new MinimumDataRateResponse(rated, response, new DataRate(minimumWriteRate, "write"), clock);
            return super.handle(rated, ratedResponse, callback);
        }

        /** Fails reads that are too slow. */
        protected static class MinimumDataRateRequest extends Request.Wrapper {
            private final DataRate rate;
            private final LongSupplier clock;
            private volatile Content.@Nullable Chunk failure;

            private MinimumDataRateRequest(Request request, DataRate rate, LongSupplier clock) {
                super(request);
                this.rate = rate;
                this.clock = clock;
            }

            @Override
            public void demand(Runnable demandCallback) {
                if (failure != null) {
                    super.demand(demandCallback);
                    return;
                }
                rate.begin(clock.getAsLong());
                super.demand(Invocable.from(Invocable.getInvocationType(demandCallback), () -> {
                    rate.end(clock.getAsLong());
                    demandCallback.run();
                }));
            }

            @Override
            public Content.@Nullable Chunk read() {
                if (failure != null) {
                    return failure;
                }
                Content.Chunk chunk = super.read();
                if (chunk == null || Content.Chunk.isFailure(chunk)) {
                    return chunk;
                }
                rate.add(chunk.remaining());
                TimeoutException slow = chunk.isLast() ? null : rate.check();
                if (slow == null) {
                    return chunk;
                }
                chunk.release();
                failure = Content.Chunk.from(slow);
                super.fail(slow);
                return failure;
            }
        }

        /** Fails writes that are too slow. */
        protected static class MinimumDataRateResponse extends Response.Wrapper {
            private final DataRate rate;
            private final LongSupplier clock;

            private MinimumDataRateResponse(Request request, Response response, DataRate rate, LongSupplier clock) {
                super(request, response);
                this.rate = rate;
                this.clock = clock;
            }

            @Override
            public void write(boolean last, @Nullable ByteBuffer content, Callback callback) {
                TimeoutException slow = rate.check();
                if (slow != null) {
                    callback.failed(slow);
                    return;
                }
                long length = content == null ? 0 : content.remaining();
                rate.begin(clock.getAsLong());
                super.write(last, content, new Callback.Nested(callback) {
                    @Override
                    public void succeeded() {
                        rate.end(clock.getAsLong());
                        rate.add(length);
                        super.succeeded();
                    }
                });
            }
        }
    }
}
