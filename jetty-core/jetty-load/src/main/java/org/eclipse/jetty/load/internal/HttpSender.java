package org.eclipse.jetty.load.internal;

import java.net.URI;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.load.LoadPlan;
import org.eclipse.jetty.load.Resource;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.Scheduler;

/** Sends requests by the HTTP client, which neither follows redirects nor keeps cookies nor decodes content here. */
final class HttpSender implements Sender {
    private final URI base;
    private final QueuedThreadPool threads = new QueuedThreadPool();
    private final HttpClient client;
    private final long timeout;

    HttpSender(LoadPlan plan, int connections) {
        base = plan.uri();
        timeout = plan.timeout().toMillis();
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(Math.max(1, plan.threads()));
        connector.setSslContextFactory(tls(plan));
        threads.setName("load");
        threads.setDaemon(true);
        connector.setExecutor(threads);
        client = new HttpClient(transport(plan.protocol(), connector));
        client.setFollowRedirects(false);
        client.setHttpCookieStore(new org.eclipse.jetty.http.HttpCookieStore.Empty());
        client.getContentDecoderFactories().clear();
        client.setUserAgentField(null);
        client.setMaxConnectionsPerDestination(connections);
        client.setMaxRequestsQueuedPerDestination(plan.maxInFlight());
    }

    static SslContextFactory.Client tls(LoadPlan plan) {
        SslContextFactory.Client tls = new SslContextFactory.Client(plan.insecure());
        if (plan.insecure()) {
            tls.setEndpointIdentificationAlgorithm(null);
        }
        return tls;
    }

    private static HttpClientTransport transport(LoadPlan.Protocol protocol, ClientConnector connector) {
        return protocol == LoadPlan.Protocol.HTTP2
                ? new HttpClientTransportOverHTTP2(new HTTP2Client(connector))
                : new HttpClientTransportOverHTTP(connector);
    }

    @Override
    public void start() throws Exception {
        client.start();
    }

    @Override
    public Prepared prepare(Resource resource) {
        return new PreparedRequest(resource.resolvedAgainst(base), resource);
    }

    private record PreparedRequest(URI uri, Resource resource) implements Prepared {}

    @Override
    public void send(Prepared prepared, Reply reply) {
        PreparedRequest what = (PreparedRequest) prepared;
        Resource resource = what.resource();
        Request request;
        try {
            request = client.newRequest(what.uri()).method(resource.method()).timeout(timeout, TimeUnit.MILLISECONDS);
            if (resource.fields().size() > 0) {
                request.headers(fields -> resource.fields().forEach(fields::put));
            }
            if (resource.content().length > 0) {
                String type = resource.fields().get(HttpHeader.CONTENT_TYPE);
                request.body(
                        new BytesRequestContent(type == null ? "application/octet-stream" : type, resource.content()));
            }
        } catch (RuntimeException x) {
            reply.failed(x);
            return;
        }
        request.send(new Answer(reply));
    }

    @Override
    public void later(Runnable task, long nanos) {
        if (nanos == 0) {
            threads.execute(task);
            return;
        }
        Scheduler scheduler = client.getScheduler();
        if (scheduler == null) {
            throw new IllegalStateException("Not started: there is no scheduler");
        }
        scheduler.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() throws Exception {
        client.stop();
    }

    /** Counts the content of a response. Confined to its exchange. */
    private static final class Answer implements Response.Listener {
        private final Reply reply;
        private long bytes;

        private Answer(Reply reply) {
            this.reply = reply;
        }

        @Override
        public void onContent(Response response, ByteBuffer content) {
            bytes += content.remaining();
        }

        @Override
        public void onComplete(Result result) {
            Throwable failure = result.getFailure();
            if (failure != null) {
                reply.failed(failure);
            } else {
                reply.answered(result.getResponse().getStatus(), bytes);
            }
        }
    }
}
