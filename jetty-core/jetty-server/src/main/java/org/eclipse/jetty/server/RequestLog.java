package org.eclipse.jetty.server;

import java.io.IOException;
import java.util.List;
import org.eclipse.jetty.util.component.ContainerLifeCycle;

/** Is notified of each request that has ended, to write it down. Called by the thread that ended it. Thread-safe. */
public interface RequestLog {
    /**
     * Logs a request.
     *
     * @param request the request as it came from the network
     * @param response the response as it was sent
     */
    void log(Request request, Response response);

    /** Writes lines. */
    interface Writer {
        /** Writes one line, without its end. */
        void write(String requestEntry) throws IOException;
    }

    /** Hands each request to several logs, which start and stop with this one. */
    class Collection extends ContainerLifeCycle implements RequestLog {
        private final List<RequestLog> logs;

        public Collection(RequestLog... logs) {
            this.logs = List.of(logs);
            for (RequestLog log : logs) {
                installBean(log);
            }
        }

        @Override
        public void log(Request request, Response response) {
            for (RequestLog log : logs) {
                log.log(request, response);
            }
        }
    }
}
