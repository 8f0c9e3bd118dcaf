package org.eclipse.jetty.opentelemetry;

import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.TrustedClients;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/**
 * Gives each request its place in a distributed trace (W3C Trace Context), and sends a span for those that are sampled to a collector.
 *
 * <p>The fields of trusted clients are used; the requests of others begin new traces. While a thread handles a request,
 * {@link TraceContext#current()} is its place, which {@code HttpClient} sends on. A collector that is away costs requests nothing: at most
 * {@value #MAX_QUEUE} spans wait for it, unless {@code OTEL_BSP_MAX_QUEUE_SIZE} says otherwise, and others are dropped. Thread-safe once configured.
 */
public class TraceHandler extends Handler.Wrapper {
    /** Four times that of OpenTelemetry, as the batch is: an export costs as much as some hundreds of the spans in it. */
    static final int MAX_QUEUE = 8192;

    private static final int MAX_BATCH = 2048;
    private static final String QUEUE_SIZE = "OTEL_BSP_MAX_QUEUE_SIZE";
    private static final String BATCH_SIZE = "OTEL_BSP_MAX_EXPORT_BATCH_SIZE";
    private static final double DEFAULT_RATIO = 0.01;
    private static final long DEFAULT_DELAY = 5_000;
    private static final long DEFAULT_TIMEOUT = 30_000;
    private static final long FLUSH_SECONDS = 2;

    private final OtlpSettings settings;
    private final TraceScopes scopes = new TraceScopes();
    private TrustedClients trusted = TrustedClients.local();
    private @Nullable Double ratio;
    private Sampling sampling;
    private SpanProcessor processor;
    private Resource resource;

    /** @param settings where spans are sent to */
    public TraceHandler(OtlpSettings settings) {
        this.settings = settings;
    }

    /** The addresses of clients whose traces are continued, separated by commas; empty for those of this machine. */
    public String getTrusted() {
        return trusted.addresses();
    }

    /** Trusts addresses, separated by commas, as in {@code 127.0.0.1,10.0.0.0/8}; {@code 0.0.0.0/0,::/0} for all. */
    public void setTrusted(String addresses) {
        trusted = TrustedClients.of(addresses, "jetty.trace.trusted");
    }

    /** The share of traces that are recorded of those that begin here; empty for that of the environment, or 0.01. */
    public String getRatio() {
        return ratio == null ? "" : ratio.toString();
    }

    /** Sets the share, 0 to 1. */
    public void setRatio(String share) {
        try {
            ratio = StringUtil.isBlank(share)
                    ? null
                    : Sampling.checkRatio(Double.parseDouble(share.trim()), "jetty.trace.ratio");
        } catch (NumberFormatException x) {
            throw new IllegalArgumentException("jetty.trace.ratio: " + share + " (expected: 0 to 1)", x);
        }
    }

    @Override
    protected void doStart() throws Exception {
        Sampling configured = Sampling.of(settings, DEFAULT_RATIO);
        sampling = ratio == null ? configured : new Sampling(configured.parentBased(), ratio);
        resource = settings.resource();
        processor = processor();
        Handler.serverOf(this).addEventListener(scopes);
        super.doStart();
    }

    /** Makes what sends spans, in batches (OpenTelemetry specification, "Batch Span Processor"). */
    private SpanProcessor processor() {
        int queue = settings.count(QUEUE_SIZE, MAX_QUEUE);
        int batch = settings.count(BATCH_SIZE, Math.min(MAX_BATCH, queue));
        if (batch > queue) {
            throw new IllegalArgumentException(
                    BATCH_SIZE + ": " + batch + " (expected: at most " + queue + ", as " + QUEUE_SIZE + ")");
        }
        return BatchSpanProcessor.builder(new SpanExport(settings))
                .setMaxQueueSize(queue)
                .setMaxExportBatchSize(batch)
                .setScheduleDelay(settings.millis("OTEL_BSP_SCHEDULE_DELAY", DEFAULT_DELAY), TimeUnit.MILLISECONDS)
                .setExporterTimeout(settings.millis("OTEL_BSP_EXPORT_TIMEOUT", DEFAULT_TIMEOUT), TimeUnit.MILLISECONDS)
                .build();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        Handler.serverOf(this).removeEventListener(scopes);
        if (processor != null) {
            processor.shutdown().join(FLUSH_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        TraceContext parent = TraceContext.from(request.getHeaders());
        if (parent != null && !trusted.contains(request)) {
            parent = null;
        }
        boolean sampled = sampling.isSampled(parent);
        TraceContext trace = parent == null ? TraceContext.newRoot(sampled) : parent.newChild(sampled);
        Request.setTraceContext(request, trace);
        if (sampled) {
            Request.watch(request, new RequestSpan(request, response, trace, parent, processor, resource));
        }
        TraceContext.Scope scope = TraceContext.enter(trace);
        try {
            return super.handle(request, response, callback);
        } finally {
            scope.close();
        }
    }
}
