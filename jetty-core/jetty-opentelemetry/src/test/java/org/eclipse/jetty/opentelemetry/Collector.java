package org.eclipse.jetty.opentelemetry;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.io.InputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** A collector that keeps what it is sent, decoded by the classes of the protocol. */
final class Collector implements AutoCloseable {
    final BlockingQueue<ExportTraceServiceRequest> traces = new LinkedBlockingQueue<>();
    final BlockingQueue<ExportMetricsServiceRequest> metrics = new LinkedBlockingQueue<>();
    final BlockingQueue<HttpFields> heads = new LinkedBlockingQueue<>();
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server, 1, 1);
    private final CountDownLatch held = new CountDownLatch(1);
    private volatile boolean holding;
    volatile int status = 200;

    Collector() {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                take(request);
                if (holding) {
                    held.await();
                }
                response.setStatus(status);
                callback.succeeded();
                return true;
            }
        });
    }

    private void take(Request request) throws Exception {
        boolean gzip = request.getHeaders().contains(HttpHeader.CONTENT_ENCODING, "gzip");
        try (InputStream content = Content.Source.asInputStream(request);
                InputStream plain = gzip ? new GZIPInputStream(content) : content) {
            switch (Request.getPathInContext(request)) {
                case "/v1/traces" -> traces.add(ExportTraceServiceRequest.parseFrom(plain));
                case "/v1/metrics" -> metrics.add(ExportMetricsServiceRequest.parseFrom(plain));
                default -> throw new IllegalStateException(request.toString());
            }
        }
        heads.add(HttpFields.build(request.getHeaders()).asImmutable());
    }

    Collector start() throws Exception {
        server.start();
        return this;
    }

    /** Answers nothing until {@link #release()}, as one that hangs. */
    void hold() {
        holding = true;
    }

    void release() {
        held.countDown();
    }

    int port() {
        return connector.getLocalPort();
    }

    String url() {
        return "http://127.0.0.1:" + port();
    }

    static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(30, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing was sent");
        }
        return next;
    }

    @Override
    public void close() throws Exception {
        release();
        server.stop();
    }
}
