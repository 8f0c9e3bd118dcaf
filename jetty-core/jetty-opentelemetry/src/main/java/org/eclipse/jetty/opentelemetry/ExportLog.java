package org.eclipse.jetty.opentelemetry;

import io.opentelemetry.exporter.internal.FailedExportException;
import io.opentelemetry.sdk.common.CompletableResultCode;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that a collector cannot be reached, and that it can be again: once each, however many exports fail in between. Thread-safe.
 */
final class ExportLog {
    private static final Logger LOG = LoggerFactory.getLogger(ExportLog.class);

    // the library would log each failure, with its stack; held, as loggers are collected otherwise
    private static final java.util.logging.Logger LIBRARY =
            java.util.logging.Logger.getLogger("io.opentelemetry.exporter");

    static {
        LIBRARY.setLevel(Level.OFF);
    }

    private final String what;
    private final String url;
    private final AtomicBoolean failing = new AtomicBoolean();

    ExportLog(String what, String url) {
        this.what = what;
        this.url = url;
    }

    /** Logs the outcome of an export when it is known, if it is another than before. */
    CompletableResultCode watch(CompletableResultCode result) {
        return result.whenComplete(() -> {
            if (failing.compareAndSet(result.isSuccess(), !result.isSuccess())) {
                log(result);
            }
        });
    }

    private void log(CompletableResultCode result) {
        if (result.isSuccess()) {
            LOG.info("{} are sent to {} again", what, url);
        } else {
            LOG.warn(
                    "{} cannot be sent to {}, and are dropped until they can: {}",
                    what,
                    url,
                    reason(result.getFailureThrowable()));
        }
    }

    private static String reason(Throwable failure) {
        // no public class has the status
        if (failure instanceof FailedExportException.HttpExportException http && http.getResponse() != null) {
            return "status " + http.getResponse().getStatusCode();
        }
        Throwable cause = failure instanceof FailedExportException ? failure.getCause() : failure;
        return cause == null ? "no answer in time" : cause.toString();
    }
}
