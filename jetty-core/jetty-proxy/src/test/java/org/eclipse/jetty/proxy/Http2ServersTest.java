package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers that speak HTTP/2, of clients that speak either. */
class Http2ServersTest extends OverTransports {
    private LocalServer server;
    private LocalServer front;

    @BeforeEach
    void start() throws Exception {
        server = new LocalServer(Transport.all()
                .filter(each -> each.toString().equals("HTTP/2 in clear text"))
                .findAny()
                .orElseThrow());
        server.start(new Report());
        front = new LocalServer(transport);
        int port = ((ServerConnector) server.connector.getConnector()).getLocalPort();
        ProxyHandler proxy = new ProxyHandler.Reverse(request -> HttpURI.build(request.getHttpURI())
                .scheme("http")
                .host("localhost")
                .port(port));
        HttpClient client = new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()));
        client.setByteBufferPool(front.pool);
        proxy.setHttpClient(client);
        front.start(proxy);
    }

    @AfterEach
    void stop() throws Exception {
        front.close();
        server.close();
    }

    /** Answers with what it gets, or fails within its response. */
    private static final class Report extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if (request.getHttpURI().getPath().equals("/cut")) {
                response.write(
                        false,
                        StandardCharsets.US_ASCII.encode("begin"),
                        Callback.from(() -> callback.failed(new EofException("cut")), callback::failed));
                return true;
            }
            String content = Content.Source.asString(request, StandardCharsets.UTF_8);
            HttpFields trailers = request.getTrailers();
            String text = request.getMethod() + " " + request.getHttpURI().getPathQuery() + " "
                    + request.getConnectionMetaData().getHttpVersion() + " "
                    + request.getHeaders().get("Via") + " "
                    + request.getHeaders().get("TE") + " " + content + " "
                    + (trailers == null ? null : trailers.get("X-Check"));
            Content.Sink.write(response, true, text, callback);
            return true;
        }
    }

    @Test
    void requestsPass() throws Exception {
        String via = (transport.isHttp1() ? "1.1 " : "2.0 ");
        assertThat(LocalServer.body(front.get("/a?b=c", "TE: trailers")))
                .startsWith("GET /a?b=c HTTP/2.0 " + via)
                .endsWith(" trailers  null");
        assertThat(front.ask("POST /p HTTP/1.1\nHost: localhost\nContent-Length: 3\n\nabc"))
                .endsWith(" abc null");
    }

    @Test
    void trailersPass() throws Exception {
        assertThat(front.ask("""
                POST /p HTTP/1.1
                Host: localhost
                Transfer-Encoding: chunked

                3
                abc
                0
                X-Check: 7

                """)).endsWith(" abc 7");
    }

    @Test
    void responseThatIsResetEndsThisResponseAlone() throws Exception {
        try (Transport.Client client = front.connector.executeRequest("GET /cut HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
            client.getResponse();
        }
        assertThat(front.get("/next")).startsWith("HTTP/1.1 200 ").contains("GET /next");
    }
}
