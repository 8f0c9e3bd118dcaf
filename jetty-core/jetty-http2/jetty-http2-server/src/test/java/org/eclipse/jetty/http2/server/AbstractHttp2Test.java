package org.eclipse.jetty.http2.server;

import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.server.BufferChecks;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AfterEach;

/** A server with HTTP/1.1 and HTTP/2 in clear text. */
abstract class AbstractHttp2Test {
    /** What answers a request. */
    @FunctionalInterface
    interface Answer {
        void handle(Request request, Response response, Callback callback) throws Exception;
    }

    final HttpConfiguration configuration = new HttpConfiguration();
    final HTTP2CServerConnectionFactory http2 = new HTTP2CServerConnectionFactory(configuration);
    final AtomicReference<Throwable> failure = new AtomicReference<>();
    /** As in {@link org.eclipse.jetty.server.LateContentLimit#setMaxThreads(int)}. */
    int lateContentThreads = -1;

    final PoisoningByteBufferPool buffers = new PoisoningByteBufferPool();
    Server server;
    ServerConnector connector;

    void start(Answer answer) throws Exception {
        start(new QueuedThreadPool(), answer);
    }

    void start(QueuedThreadPool pool, Answer answer) throws Exception {
        pool.setDaemon(true);
        server = new Server(pool, null, buffers);
        server.getLateContentLimit().setMaxThreads(lateContentThreads);
        connector = new ServerConnector(server, 0, 1, new HttpConnectionFactory(configuration), http2);
        connector.setIdleTimeout(30_000);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                answer.handle(request, response, callback);
                return true;
            }
        });
        server.start();
    }

    Http2Client connect(int... settings) throws Exception {
        return new Http2Client(connector.getLocalPort(), settings);
    }

    /** Answers with the content of the request, and its trailers. */
    static void echo(Request request, Response response, Callback callback) {
        response.setTrailersSupplier(request::getTrailers);
        Content.copy(request, response, callback);
    }

    static void hello(Request request, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
        Content.Sink.write(response, true, "hello " + Request.getPathInContext(request), callback);
    }

    static HttpFields noFields() {
        return HttpFields.EMPTY;
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.stop();
        }
        BufferChecks.assertUntouched(buffers);
    }
}
