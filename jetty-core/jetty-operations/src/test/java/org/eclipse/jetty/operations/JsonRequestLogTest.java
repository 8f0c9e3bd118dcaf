package org.eclipse.jetty.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ajax.JSON;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JsonRequestLogTest extends OverTransports {
    private final Server server = new Server();
    private final HttpConfiguration configuration = new HttpConfiguration();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private TestConnector connector;

    @BeforeEach
    void start() throws Exception {
        connector = new TestConnector(transport, server, configuration);
        server.setRequestLog(new JsonRequestLog(lines::add));
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                Request.setAuthenticationState(request, new Request.AuthenticationState() {
                    @Override
                    public java.security.Principal getUserPrincipal() {
                        return () -> "ann \"the\" admin";
                    }
                });
                Request.setTraceContext(request, TraceContext.from(request.getHeaders()));
                Content.Source.consumeAll(request);
                Content.Sink.write(response, true, "hello", callback);
                return true;
            }
        });
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private String line(byte[] request) throws Exception {
        ByteBuffer response = connector.getResponse(ByteBuffer.wrap(request));
        assertThat(response).isNotNull();
        String line = lines.poll(30, TimeUnit.SECONDS);
        assertThat(line).isNotNull().doesNotContainPattern("[\\x00-\\x1f]");
        return line;
    }

    private Map<?, ?> log(String request) throws Exception {
        byte[] bytes = request.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
        return (Map<?, ?>) new JSON().fromJSON(line(bytes));
    }

    @Test
    void requestOfATraceNamesItAndItsSpan() throws Exception {
        Map<?, ?> object = log("""
                GET / HTTP/1.1
                Host: a
                traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01

                """);
        assertThat(object.get("trace")).isEqualTo("0af7651916cd43dd8448eb211c80319c");
        assertThat(object.get("span")).isEqualTo("b7ad6b7169203331");
        assertThat(log("GET / HTTP/1.1\nHost: a\n\n").keySet().stream().map(Object::toString))
                .doesNotContain("trace", "span");
    }

    @Test
    void requestIsAnObjectWithTheDocumentedMembers() throws Exception {
        configuration.setRequestPhases(true);
        Map<?, ?> object = log("""
                POST /p/a%20b;x=1?q=1&b=2 HTTP/1.1
                Host: h.example:8443
                User-Agent: agent "7" \\
                Referer: http://other/
                Content-Length: 3

                abc""");
        assertThat(Instant.parse((String) object.get("time")))
                .isBefore(Instant.now().plusSeconds(1));
        assertThat((String) object.get("id")).matches("\\w+#1");
        assertThat(object.get("method")).isEqualTo("POST");
        assertThat(object.get("scheme")).isEqualTo(transport.scheme());
        assertThat(object.get("authority")).isEqualTo("h.example:8443");
        assertThat(object.get("path")).isEqualTo("/p/a%20b;x=1");
        assertThat(object.get("query")).isEqualTo("q=1&b=2");
        assertThat(object.get("protocol")).isEqualTo(transport.isHttp1() ? "HTTP/1.1" : "HTTP/2.0");
        assertThat(object.get("status")).isEqualTo(200L);
        assertThat(object.get("completed")).isEqualTo(true);
        assertThat(object.get("persistent")).isEqualTo(true);
        assertThat(object.get("requestBytes")).isEqualTo(3L);
        assertThat(object.get("responseBytes")).isEqualTo(5L);
        assertThat(object.get("user")).isEqualTo("ann \"the\" admin");
        assertThat(object.get("userAgent")).isEqualTo("agent \"7\" \\");
        assertThat(object.get("referer")).isEqualTo("http://other/");
        if (!transport.isInMemory()) {
            assertThat(object.get("client")).isEqualTo("127.0.0.1");
            assertThat(object.get("peer")).isEqualTo("127.0.0.1");
        }
        Map<?, ?> phases = (Map<?, ?>) object.get("phases");
        assertThat(phases.keySet())
                .map(Object::toString)
                .containsExactlyInAnyOrder("head", "queue", "server", "application", "response", "after");
        long sum = 0;
        for (Object phase : phases.values()) {
            sum += (Long) phase;
        }
        assertThat(object.get("duration")).isEqualTo(sum);
        assertThat(((Map<?, ?>) object.get("waits")).keySet())
                .map(Object::toString)
                .containsExactlyInAnyOrder("read", "write");
        assertThat(((Map<?, ?>) object.get("connection")).containsKey("tls")).isEqualTo(transport.isSecure());
    }

    @Test
    void phasesAreLeftOutUnlessTheyAreMeasured() throws Exception {
        Map<?, ?> object = log("GET / HTTP/1.1\nHost: h\n\n");
        assertThat(object.get("phases")).isNull();
        assertThat(object.get("waits")).isNull();
        assertThat((Long) object.get("duration")).isNotNegative();
    }

    @Test
    void hostileFieldsStayInTheirStrings() throws Exception {
        String agent = "x\",\"status\":200,\"user\":\"root\"}\t\\\u00e9\u2028{";
        Map<?, ?> object = log("GET /?q=%0d%0a%22 HTTP/1.1\nHost: h\nUser-Agent: " + agent + "\n\n");
        assertThat(object.get("user")).isEqualTo("ann \"the\" admin");
        assertThat((String) object.get("userAgent")).startsWith("x\",\"status\":200,\"user\":\"root\"}\t\\");
        assertThat(object.get("query")).isEqualTo("q=%0d%0a%22");
    }

    @Test
    void requestLineThatCannotBeReadHasNoMembers() throws Exception {
        transport.assumeHttp1("HTTP/2 has no request line");
        Map<?, ?> object = (Map<?, ?>) new JSON().fromJSON(line(new byte[] {0x16, 3, 1, '\r', '\n', '\r', '\n'}));
        assertThat(object.get("status")).isEqualTo(400L);
        assertThat(object.get("method")).isNull();
        assertThat(object.get("path")).isNull();
        assertThat(object.get("protocol")).isNull();
    }

    @Test
    void anyBytesOfARequestMakeOneObject() throws Exception {
        transport.assumeHttp1("bytes of HTTP/2 are frames");
        byte[] head = "GET /\"\\\\ HTTP/1.1\r\nHost: h\r\nUser-Agent: ".getBytes(StandardCharsets.US_ASCII);
        byte[] request = new byte[head.length + 132];
        System.arraycopy(head, 0, request, 0, head.length);
        for (int i = 0; i < 128; i++) {
            request[head.length + i] = (byte) (128 + i);
        }
        System.arraycopy("\r\n\r\n".getBytes(StandardCharsets.US_ASCII), 0, request, head.length + 128, 4);
        Map<?, ?> object = (Map<?, ?>) new JSON().fromJSON(line(request));
        assertThat(object.get("status")).isIn(200L, 400L);
    }
}
