package bench.clients;

import java.net.URI;
import java.nio.ByteBuffer;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.client.InputStreamRequestContent;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Jetty's HttpClient, with the artifacts that are on the class path. */
final class JettySubject implements Subject {
    private final HttpClient client;

    JettySubject(Protocol protocol, int connections) throws Exception {
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        if (protocol == Protocol.TLS) {
            SslContextFactory.Client tls = new SslContextFactory.Client(true);
            tls.setEndpointIdentificationAlgorithm(null);
            connector.setSslContextFactory(tls);
        }
        client = new HttpClient(
                protocol == Protocol.HTTP2
                        ? new HttpClientTransportOverHTTP2(new HTTP2Client(connector))
                        : new HttpClientTransportOverHTTP(connector));
        client.setMaxConnectionsPerDestination(connections);
        client.start();
    }

    HttpClient client() {
        return client;
    }

    @Override
    public void get(URI uri, Reply reply) {
        client.newRequest(uri).send(new BufferingResponseListener() {
            @Override
            public void onComplete(Result result) {
                end(reply, result, getContent() == null ? 0 : getContent().length);
            }
        });
    }

    private static void end(Reply reply, Result result, long octets) {
        if (result.isFailed()) {
            reply.failed(result.getFailure());
        } else {
            reply.answered(result.getResponse().getStatus(), octets);
        }
    }

    @Override
    public void download(URI uri, Reply reply) {
        client.newRequest(uri).send(new Count(reply));
    }

    @Override
    public void upload(URI uri, long octets, Reply reply) {
        client.newRequest(uri)
                .method("POST")
                .body(new InputStreamRequestContent("application/octet-stream", new Zeros(octets), PIECE))
                .send(new Count(reply));
    }

    @Override
    public void close() throws Exception {
        client.stop();
    }

    private static final class Count implements Response.Listener {
        private final Reply reply;
        private long octets;

        private Count(Reply reply) {
            this.reply = reply;
        }

        @Override
        public void onContent(Response response, ByteBuffer content) {
            octets += content.remaining();
            content.position(content.limit());
        }

        @Override
        public void onComplete(Result result) {
            end(reply, result, octets);
        }
    }
}
