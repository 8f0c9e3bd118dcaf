package org.eclipse.jetty.operations;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestPhases;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.TrustedClients;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Adds the field {@code Server-Timing} (W3C Server Timing) to responses to trusted clients, with the phases of the request until the
 * response begins, in milliseconds.
 *
 * <p>Times can reveal what an application does, so that only clients of this machine get them unless others are allowed. Nothing
 * is added where phases are not measured ({@link org.eclipse.jetty.server.HttpConfiguration#setRequestPhases}). Thread-safe once
 * configured.
 */
public class ServerTimingHandler extends Handler.Wrapper {
    private static final String FIELD = "Server-Timing";

    private TrustedClients trusted = TrustedClients.local();

    public ServerTimingHandler() {
        this(null);
    }

    public ServerTimingHandler(@Nullable Handler handler) {
        super(handler);
    }

    /** The addresses of clients that get the field, separated by commas; empty for those of this machine. */
    public String getAllow() {
        return trusted.addresses();
    }

    /**
     * Allows addresses, separated by commas, as in {@code 127.0.0.1,10.0.0.0/8}.
     *
     * @throws IllegalArgumentException if an address is malformed
     */
    public void setAllow(String addresses) {
        trusted = TrustedClients.of(addresses, "jetty.serverTiming.allow");
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        RequestPhases phases = Request.getPhases(request);
        if (phases != null && trusted.contains(request)) {
            request.addHttpStreamWrapper(stream -> new TimedStream(stream, phases));
        }
        return super.handle(request, response, callback);
    }

    /** Adds the field when the response begins. Made for one request. */
    private static final class TimedStream extends HttpStream.Wrapper {
        private final RequestPhases phases;

        private TimedStream(HttpStream wrapped, RequestPhases phases) {
            super(wrapped);
            this.phases = phases;
        }

        @Override
        public void prepareResponse(HttpFields.Mutable headers) {
            super.prepareResponse(headers);
            headers.add(FIELD, value());
        }

        private String value() {
            StringBuilder value = new StringBuilder(128);
            for (RequestPhases.Phase phase : RequestPhases.Phase.values()) {
                if (phase.compareTo(RequestPhases.Phase.APPLICATION) <= 0) {
                    append(value, PhaseNames.of(phase), phases.get(phase, TimeUnit.MICROSECONDS));
                }
            }
            append(value, "read", phases.get(RequestPhases.Wait.READ, TimeUnit.MICROSECONDS));
            append(value, "total", phases.getTotal(TimeUnit.MICROSECONDS));
            return value.toString();
        }

        private static void append(StringBuilder value, String name, long micros) {
            long fraction = micros % 1000;
            value.append(value.length() == 0 ? "" : ", ")
                    .append(name)
                    .append(";dur=")
                    .append(micros / 1000)
                    .append(fraction < 10 ? ".00" : fraction < 100 ? ".0" : ".")
                    .append(fraction);
        }
    }
}
