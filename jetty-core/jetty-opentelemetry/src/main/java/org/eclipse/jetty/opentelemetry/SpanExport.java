package org.eclipse.jetty.opentelemetry;

import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends spans to a collector. What sends is made with the first export, by the thread of that: it is not ready at once. Thread-safe. */
final class SpanExport implements SpanExporter {
    private final OtlpHttpSpanExporterBuilder builder;
    private final ExportLog log;
    private @Nullable OtlpHttpSpanExporter exporter;

    SpanExport(OtlpSettings settings) {
        OtlpSettings.Signal signal = OtlpSettings.Signal.TRACES;
        settings.checkProtocol(signal);
        String url = settings.url(signal);
        builder = OtlpHttpSpanExporter.builder()
                .setEndpoint(url)
                .setCompression(settings.compression(signal))
                .setTimeout(settings.timeout(signal), TimeUnit.MILLISECONDS);
        settings.headers(signal).forEach(builder::addHeader);
        byte[] certificate = settings.certificate(signal);
        if (certificate != null) {
            builder.setTrustedCertificates(certificate);
        }
        log = new ExportLog("Traces", url);
    }

    private synchronized OtlpHttpSpanExporter exporter() {
        if (exporter == null) {
            exporter = builder.build();
        }
        return exporter;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        return log.watch(exporter().export(spans));
    }

    @Override
    public synchronized CompletableResultCode flush() {
        return exporter == null ? CompletableResultCode.ofSuccess() : exporter.flush();
    }

    @Override
    public synchronized CompletableResultCode shutdown() {
        return exporter == null ? CompletableResultCode.ofSuccess() : exporter.shutdown();
    }
}
