package org.eclipse.jetty.fcgi.client.transport.internal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.fcgi.client.transport.HttpClientTransportOverFCGI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what an application writes to its standard error, line by line. Confined to one response. */
final class ErrorLog {
    private static final Logger LOG = LoggerFactory.getLogger(HttpClientTransportOverFCGI.class);
    private static final int MAX_LINE = 4096;
    private static final int MAX_BYTES = 64 * 1024;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Request request;
    private int logged;

    ErrorLog(Request request) {
        this.request = request;
    }

    /** Logs 64 KiB of a request at most; what follows is dropped. */
    void write(ByteBuffer bytes) {
        while (bytes.hasRemaining() && logged < MAX_BYTES) {
            byte b = bytes.get();
            logged++;
            if (b == '\n' || line.size() >= MAX_LINE) {
                end();
            }
            if (b != '\n') {
                line.write(b);
            }
        }
    }

    void end() {
        String text = line.toString(StandardCharsets.UTF_8)
                .replaceAll("\\p{Cntrl}", " ")
                .trim();
        line.reset();
        if (!text.isEmpty()) {
            LOG.warn("{} {}: {}", request.getMethod(), request.getPath(), text);
        }
    }
}
