package org.eclipse.jetty.opentelemetry;

import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.metrics.MetricsHandler;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Sends the figures of a {@link MetricsHandler} to a collector, again and again, and once more when it stops. Where no collector
 * answers, that is logged once, and the figures, which are sums since the start, are sent with the next export. Thread-safe.
 */
public class MetricsExport extends AbstractLifeCycle {
    private static final long DEFAULT_INTERVAL = 60_000;
    private static final long FLUSH_SECONDS = 2;

    private final MetricsHandler metrics;
    private final OtlpSettings settings;
    private long interval;
    private @Nullable Running running;

    /**
     * @param metrics whose figures are sent
     * @param settings where they are sent to
     */
    public MetricsExport(MetricsHandler metrics, OtlpSettings settings) {
        this.metrics = metrics;
        this.settings = settings;
    }

    /** The milliseconds between two exports; 0 for those of the environment, or 60,000. */
    public long getInterval() {
        return interval;
    }

    public void setInterval(long millis) {
        if (millis < 0) {
            throw new IllegalArgumentException(
                    "jetty.otlp.metricsInterval: " + millis + " (expected: 0 or more milliseconds)");
        }
        interval = millis;
    }

    @Override
    protected void doStart() throws Exception {
        long millis = interval > 0 ? interval : settings.millis("OTEL_METRIC_EXPORT_INTERVAL", DEFAULT_INTERVAL);
        running = new Running(Handler.serverOf(metrics), millis);
        running.schedule();
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        if (running != null) {
            running.stop();
        }
    }

    /** Exports from one start to the stop. */
    private final class Running {
        private final Server server;
        private final long millis;
        private final OtlpHttpMetricExporterBuilder builder;
        private final ExportLog log;
        private final Resource resource = settings.resource();
        private final SnapshotConverter converter = new SnapshotConverter(resource);
        // guarded by this
        private @Nullable OtlpHttpMetricExporter exporter;
        private Scheduler.@Nullable Task next;
        private boolean stopped;

        private Running(Server server, long millis) {
            this.server = server;
            this.millis = millis;
            OtlpSettings.Signal signal = OtlpSettings.Signal.METRICS;
            settings.checkProtocol(signal);
            String url = settings.url(signal);
            builder = OtlpHttpMetricExporter.builder()
                    .setEndpoint(url)
                    .setCompression(settings.compression(signal))
                    .setTimeout(settings.timeout(signal), TimeUnit.MILLISECONDS)
                    // the next export has all of it
                    .setRetryPolicy(null);
            settings.headers(signal).forEach(builder::addHeader);
            byte[] certificate = settings.certificate(signal);
            if (certificate != null) {
                builder.setTrustedCertificates(certificate);
            }
            log = new ExportLog("Metrics", url);
        }

        /** Made with the first export, by the thread of that: it is not ready at once. */
        private synchronized OtlpHttpMetricExporter exporter() {
            if (exporter == null) {
                exporter = builder.build();
            }
            return exporter;
        }

        private synchronized void schedule() {
            if (!stopped) {
                next = server.getScheduler()
                        .schedule(() -> server.getThreadPool().execute(this::run), millis, TimeUnit.MILLISECONDS);
            }
        }

        private void run() {
            export().whenComplete(this::schedule);
        }

        private CompletableResultCode export() {
            try {
                return log.watch(exporter()
                        .export(converter.convert(metrics.getRegistry().scrape())));
            } catch (RuntimeException x) {
                return log.watch(CompletableResultCode.ofExceptionalFailure(x));
            }
        }

        private void stop() {
            synchronized (this) {
                stopped = true;
                if (next != null) {
                    next.cancel();
                }
            }
            export().join(FLUSH_SECONDS, TimeUnit.SECONDS);
            exporter().shutdown().join(FLUSH_SECONDS, TimeUnit.SECONDS);
        }
    }
}
