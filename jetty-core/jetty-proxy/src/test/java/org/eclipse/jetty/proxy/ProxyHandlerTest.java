package org.eclipse.jetty.proxy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and responses that pass through. */
class ProxyHandlerTest extends AbstractProxyTest {
    @Test
    void requestIsWrittenOfItsParts() throws Exception {
        start(BackEnd.answering(OK));
        String response = front.get("/a%20b;c?q=1|2%ff", "X-One: 1", "X-One: 2", "Accept: */*");
        assertThat(response).startsWith("HTTP/1.1 200 ").endsWith("ok");
        BackEnd.Received request = backEnd.take();
        assertThat(request.line()).isEqualTo("GET /a%20b;c?q=1|2%ff HTTP/1.1");
        assertThat(request.values("X-One")).containsExactly("1", "2");
        assertThat(request.values("Accept")).containsExactly("*/*");
        assertThat(request.values("Host")).containsExactly("localhost:" + backEnd.port());
        assertThat(request.values("Via")).containsExactly((transport.isHttp1() ? "1.1" : "2.0") + " edge");
        assertThat(request.values("Forwarded"))
                .singleElement()
                .asString()
                .contains("for=", "host=localhost", "proto=" + transport.scheme(), "by=");
        assertThat(request.head()).doesNotContain("User-Agent", "Accept-Encoding", "Content-Length", "X-Forwarded");
    }

    @Test
    void fieldsOfTheConnectionAreNotPassedOn() throws Exception {
        start(BackEnd.answering(
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: X-Hop\r\nX-Hop: 1\r\nKeep-Alive: 9\r\n"
                        + "X-End: 2\r\nProxy-Connection: x\r\n\r\nok"));
        String[] fields = transport.isHttp1()
                ? new String[] {"Connection: keep-alive, X-Hop", "X-Hop: 1", "Keep-Alive: 5", "X-End: 2", "TE: trailers"
                }
                : new String[] {"X-End: 2", "Proxy-Authorization: Basic eDp5"};
        String response = front.get("/", fields);
        assertThat(response).contains("X-End: 2\r\n").doesNotContain("X-Hop", "Keep-Alive", "Proxy-Connection");
        BackEnd.Received request = backEnd.take();
        String head = request.head();
        assertThat(request.values("X-End")).containsExactly("2");
        assertThat(head.toLowerCase()).doesNotContain("x-hop", "keep-alive", "proxy-authorization");
        if (transport.isHttp1()) {
            assertThat(head).contains("TE: trailers\r\n", "Connection: TE\r\n");
        }
    }

    @Test
    void fieldsOfTheServerReplaceThoseOfTheProxy() throws Exception {
        start(BackEnd.answering(
                "HTTP/1.1 201 Fine\r\nContent-Length: 0\r\nServer: back/1\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
                        + "Set-Cookie: a=b\r\nSet-Cookie: c=d\r\n\r\n"));
        front.configuration.setSendServerVersion(true);
        front.configuration.setSendDateHeader(true);
        String response = front.get("/");
        assertThat(response).startsWith("HTTP/1.1 201 ").contains("Set-Cookie: a=b\r\n", "Set-Cookie: c=d\r\n");
        assertThat(response.lines().filter(line -> line.matches("(?i)(Server|Date):.*")))
                .containsExactlyInAnyOrder("Server: back/1", "Date: Thu, 01 Jan 1970 00:00:00 GMT");
    }

    @Test
    void forwardedFieldsOfClientsAreReplacedUnlessTheyAreTrusted() throws Exception {
        start(BackEnd.answering(OK), handler -> handler.setForwardedFields(ForwardedFields.ALL));
        String[] invented = {"Forwarded: for=6.6.6.6", "X-Forwarded-For: 6.6.6.6", "X-Forwarded-Port: 1"};
        front.get("/", invented);
        BackEnd.Received request = backEnd.take();
        assertThat(request.head()).doesNotContain("6.6.6.6", "X-Forwarded-Port");
        assertThat(request.values("X-Forwarded-Proto")).containsExactly(transport.scheme());
        assertThat(request.values("X-Forwarded-Host")).containsExactly("localhost");
        assertThat(request.values("X-Forwarded-Server")).containsExactly("edge");
        proxy.setForwardedTrusted(true);
        front.get("/", invented);
        request = backEnd.take();
        assertThat(request.values("Forwarded")).singleElement().asString().startsWith("for=6.6.6.6, for=");
        assertThat(request.values("X-Forwarded-For")).singleElement().asString().startsWith("6.6.6.6, ");
        proxy.setForwardedTrusted(false);
        proxy.setForwardedFields(ForwardedFields.NONE);
        front.get("/", invented);
        assertThat(backEnd.take().head()).doesNotContain("orwarded");
    }

    @Test
    void traceOfTheRequestReplacesThatOfTheClient() throws Exception {
        String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        TraceContext trace = TraceContext.newRoot(true);
        start(BackEnd.answering(OK), handler -> {}, handler -> new Handler.Wrapper(handler) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                if (request.getHeaders().contains("X-Traced")) {
                    Request.setTraceContext(request, trace);
                }
                return super.handle(request, response, callback);
            }
        });
        front.get("/", "traceparent: " + parent, "tracestate: a=1");
        BackEnd.Received untraced = backEnd.take();
        assertThat(untraced.values("traceparent")).containsExactly(parent);
        assertThat(untraced.values("tracestate")).containsExactly("a=1");
        front.get("/", "X-Traced: 1", "traceparent: " + parent, "tracestate: a=1");
        BackEnd.Received traced = backEnd.take();
        assertThat(traced.values("traceparent")).containsExactly(trace.toTraceparent());
        assertThat(traced.values("tracestate")).isEmpty();
    }

    @Test
    void hostIsThatOfTheServerOrOfTheClientOrAnother() throws Exception {
        start(BackEnd.answering(OK));
        proxy.setPreserveHost(true);
        front.get("/");
        assertThat(backEnd.take().values("Host")).containsExactly("localhost");
        proxy.setPreserveHost(false);
        proxy.setProxyToServerHost("inner.example");
        front.get("/");
        assertThat(backEnd.take().values("Host")).containsExactly("inner.example");
    }

    @Test
    void contentPassesInBothDirections() throws Exception {
        start(new BackEnd(exchange -> {
            exchange.readContent();
            String content = exchange.content();
            exchange.write("HTTP/1.1 200 OK\r\nContent-Length: " + content.length() + "\r\n\r\n" + content);
        }));
        for (int size : new int[] {1, 1000, 100_000, 1_000_000}) {
            String content = "0123456789".repeat(size / 10 + 1).substring(0, size);
            String response =
                    front.ask("POST /x HTTP/1.1\nHost: localhost\nContent-Length: " + size + "\n\n" + content);
            assertThat(response).startsWith("HTTP/1.1 200 ");
            assertThat(LocalServer.body(response).equals(content)).isTrue();
            assertThat(backEnd.take().values("Content-Length")).containsExactly(Integer.toString(size));
        }
    }

    @Test
    void chunksAndTrailersPassInBothDirections() throws Exception {
        start(new BackEnd(exchange -> {
            exchange.readContent();
            exchange.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n");
            exchange.write("3\r\nabc\r\n2;ext=1\r\nde\r\n0\r\nX-Sum: 5\r\n\r\n");
        }));
        String response = front.ask("""
                POST /x HTTP/1.1
                Host: localhost
                Trailer: X-Check
                Transfer-Encoding: chunked

                4
                1234
                2
                56
                0
                X-Check: 7

                """);
        BackEnd.Received request = backEnd.take();
        assertThat(request.content()).isEqualTo("123456");
        assertThat(request.trailers()).isEqualToIgnoringCase("X-Check: 7\n");
        assertThat(request.values("Transfer-Encoding")).containsExactly("chunked");
        assertThat(response).startsWith("HTTP/1.1 200 ").contains("abc");
        if (transport.isHttp1()) {
            // the text of a response over HTTP/2 has no trailers
            assertThat(response).contains("X-Sum: 5\r\n");
        }
    }

    @Test
    void methodsWithoutContentHaveNone() throws Exception {
        start(BackEnd.answering(OK));
        front.ask("POST /x HTTP/1.1\nHost: localhost\nContent-Length: 0\n\n");
        assertThat(backEnd.take().values("Content-Length")).containsExactly("0");
        front.ask("DELETE /x HTTP/1.1\nHost: localhost\n\n");
        assertThat(backEnd.take().head()).doesNotContain("Content-Length", "Transfer-Encoding");
    }

    @Test
    void responsesWithoutContentHaveNone() throws Exception {
        start(new BackEnd(exchange -> {
            switch (exchange.head().split(" ")[1]) {
                case "/head" -> exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n");
                case "/204" -> exchange.write("HTTP/1.1 204 No Content\r\n\r\n");
                default -> exchange.write("HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n");
            }
        }));
        assertThat(front.ask("HEAD /head HTTP/1.1\nHost: localhost\n\n"))
                .startsWith("HTTP/1.1 200 ")
                .contains("Content-Length: 9\r\n")
                .endsWith("\r\n\r\n");
        assertThat(front.get("/204")).startsWith("HTTP/1.1 204 ").endsWith("\r\n\r\n");
        assertThat(front.get("/304")).startsWith("HTTP/1.1 304 ").contains("ETag: \"a\"\r\n");
    }

    @Test
    void contentUntilTheEndOfTheConnectionPasses() throws Exception {
        start(new BackEnd(exchange -> {
            exchange.write("HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nto the end");
            exchange.socket.close();
        }));
        assertThat(front.get("/")).startsWith("HTTP/1.1 200 ").contains("to the end");
    }

    @Test
    void interimResponsesPass() throws Exception {
        start(new BackEnd(exchange -> {
            exchange.write("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\nConnection: X-Hop\r\nX-Hop: 1\r\n\r\n");
            exchange.write("HTTP/1.1 102 Processing\r\n\r\n");
            exchange.write(OK);
        }));
        String response = front.get("/");
        assertThat(response)
                .startsWith("HTTP/1.1 103 ")
                .contains("Link: </a.css>\r\n")
                .doesNotContain("X-Hop");
        assertThat(response).contains("HTTP/1.1 102 ", "HTTP/1.1 200 ").endsWith("ok");
    }

    /** RFC 9110, section 15.2: a proxy must forward them, known or not. */
    @Test
    void interimResponsesOfAnyStatusPassButOneThatTheClientDidNotAskFor() throws Exception {
        start(new BackEnd(exchange -> {
            exchange.write("HTTP/1.1 100 Continue\r\n\r\n");
            exchange.write("HTTP/1.1 104 Upload Resumption Supported\r\nLocation: /u/1\r\nContent-Length: 3\r\n\r\n");
            exchange.write(OK);
        }));
        String response = front.get("/");
        assertThat(response).startsWith("HTTP/1.1 104 ").contains("Location: /u/1\r\n", "HTTP/1.1 200 ");
        assertThat(response)
                .doesNotContain("HTTP/1.1 100 ", "Content-Length: 3")
                .endsWith("ok");
    }

    @Test
    void challengesAndCredentialsOfProxiesEndHere() throws Exception {
        start(BackEnd.answering("HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nContent-Length: 2\r\n\r\nno"));
        assertThat(front.get("/", "Proxy-Authorization: Basic eDp5"))
                .startsWith("HTTP/1.1 407 ")
                .doesNotContain("Proxy-Authenticate");
        assertThat(backEnd.take().head()).doesNotContain("Proxy-Authorization");
    }

    /** A server may merge trailers with the fields of the head, where this proxy has said who the client is. */
    @Test
    void trailersDoNotSayWhoTheClientIs() throws Exception {
        start(BackEnd.answering(OK), handler -> handler.setForwardedTrusted(true));
        String response = front.ask("""
                POST /x HTTP/1.1
                Host: localhost
                Transfer-Encoding: chunked

                2
                ab
                0
                X-Check: 7
                Forwarded: for=6.6.6.6
                X-Forwarded-For: 6.6.6.6
                X_Forwarded_For: 6.6.6.6
                Client-Cert: :AAAA:
                Client_Cert: :AAAA:
                Ssl-Client-Cert: x
                Authorization: Basic eDp5
                Proxy-Authorization: Basic eDp5
                Cookie: a=b

                """);
        assertThat(response).startsWith("HTTP/1.1 200 ");
        assertThat(backEnd.take().trailers()).isEqualToIgnoringCase("X-Check: 7\n");
    }

    @Test
    void forwardedFieldsWithUnderscoresAreRemovedToo() throws Exception {
        start(BackEnd.answering(OK), handler -> handler.setForwardedFields(ForwardedFields.X_FORWARDED));
        front.get("/", "X_Forwarded_For: 6.6.6.6", "x-forwarded_proto: ftps", "Client_Cert: :AAAA:", "X_Other: 1");
        BackEnd.Received request = backEnd.take();
        assertThat(request.head().toLowerCase()).doesNotContain("6.6.6.6", "ftps", "client_cert");
        assertThat(request.values("X_Other")).containsExactly("1");
    }

    @Test
    void contentIsSentOnceTheServerWantsIt() throws Exception {
        start(new BackEnd(exchange -> {
            if (exchange.head().startsWith("POST /no")) {
                exchange.write("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                exchange.socket.close();
                return;
            }
            exchange.readContent();
            exchange.write(OK);
        }));
        String head = "POST /%s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n";
        try (Transport.Client client = front.connector.executeRequest(head.formatted("yes") + "1234")) {
            assertThat(client.getResponse()).contains("HTTP/1.1 200 ").endsWith("ok");
        }
        BackEnd.Received request = backEnd.take();
        assertThat(request.content()).isEqualTo("1234");
        assertThat(request.values("Expect")).containsExactly("100-continue");
        try (Transport.Client client = front.connector.executeRequest(head.formatted("no"))) {
            assertThat(client.getResponse()).startsWith("HTTP/1.1 417 ");
        }
    }

    /** RFC 9110, section 10.1.1: a client should not wait for an indefinite period. */
    @Test
    void contentIsSentToAServerThatKnowsNoExpectations() throws Exception {
        start(new BackEnd(exchange -> {
            byte[] content = exchange.socket.getInputStream().readNBytes(4);
            exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n" + new String(content, US_ASCII));
        }));
        proxy.getHttpClient().setContinueTimeout(50);
        String head = "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n";
        try (Transport.Client client = front.connector.executeRequest(head + "1234")) {
            assertThat(client.getResponse()).contains("HTTP/1.1 200 ").endsWith("1234");
        }
    }

    @Test
    void responseBeforeTheEndOfTheRequestPasses() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        start(new BackEnd(exchange -> {
            exchange.write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig");
            answered.countDown();
            exchange.socket.close();
        }));
        try (Transport.Client client = front.connector.executeRequest(
                "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n" + "x".repeat(10))) {
            answered.await();
            assertThat(client.getResponse()).startsWith("HTTP/1.1 413 ").endsWith("big");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/api/x,/app/x",
        "/api/x/../y;z?q=/../,/app/y?q=/../",
        "/x/../api/y,/app/y",
        "/api/../secret,",
        "/api/%2e%2e/secret,",
        "/api/..;x/secret,",
        "/api/.%2E;x,",
        "/api/./%C3%A9%20,/app/%C3%A9%20",
        "/api/..x/.well-known/a..;b,/app/..x/.well-known/a..;b"
    })
    void pathDoesNotLeadOutOfWhatAnExpressionMatches(String path, String expected) throws Exception {
        backEnd = BackEnd.answering(OK);
        front = new LocalServer(transport);
        front.configuration.setUriCompliance(UriCompliance.UNSAFE);
        front.start(
                new ProxyHandler.Reverse("https?://[^/]+/api/(.*)", "http://localhost:" + backEnd.port() + "/app/$1"));
        String response = front.get(path);
        if (expected == null) {
            assertThat(response).startsWith("HTTP/1.1 404 ");
            assertThat(backEnd.rest()).isEmpty();
        } else {
            assertThat(backEnd.take().line()).isEqualTo("GET " + expected + " HTTP/1.1");
        }
    }

    @Test
    void optionsOfTheServerItselfReachIt() throws Exception {
        transport.assumeHttp1("the absolute form");
        transport.assumeClear("the scheme http");
        backEnd = BackEnd.answering(OK);
        front = new LocalServer(transport);
        front.start(new ProxyHandler.Forward());
        String server = "localhost:" + backEnd.port();
        String request = "OPTIONS http://" + server + "%s HTTP/1.1\nHost: " + server + "\n\n";
        front.ask(request.formatted(""));
        assertThat(backEnd.take().line()).isEqualTo("OPTIONS * HTTP/1.1");
        front.ask(request.formatted("/"));
        assertThat(backEnd.take().line()).isEqualTo("OPTIONS / HTTP/1.1");
        front.ask(request.formatted("?q"));
        assertThat(backEnd.take().line()).isEqualTo("OPTIONS /?q HTTP/1.1");
    }

    @Test
    void requestThatComesBackAgainAndAgainIsALoop() throws Exception {
        start(BackEnd.answering(OK));
        String edge = "1.1 Edge (x, y)";
        String several = edge + (", " + edge).repeat(6);
        assertThat(front.get("/", "Via: 1.1 a, HTTP/2.0 b", "Via: " + several, "Via: 2.0 edge, 1.0 c"))
                .startsWith("HTTP/1.1 200 ");
        assertThat(backEnd.take().values("Via")).last().isEqualTo((transport.isHttp1() ? "1.1" : "2.0") + " edge");
        assertThat(front.get("/", "Via: " + edge, "Via: " + several, "Via: 2.0 edge"))
                .startsWith("HTTP/1.1 508 ");
        assertThat(backEnd.rest()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"OPTIONS", "TRACE"})
    void maxForwardsIsCounted(String method) throws Exception {
        start(BackEnd.answering(OK));
        front.configuration.setTraceAllowed(true);
        String request = method + " /x HTTP/1.1\nHost: localhost\nMax-Forwards: %d\n\n";
        front.ask(request.formatted(3));
        assertThat(backEnd.take().values("Max-Forwards")).containsExactly("2");
        assertThat(front.ask(request.formatted(0)))
                .startsWith(method.equals("TRACE") ? "HTTP/1.1 405 " : "HTTP/1.1 204 ");
        assertThat(backEnd.rest()).isEmpty();
    }

    @Test
    void upgradesToOtherProtocolsAreNotPassedOn() throws Exception {
        transport.assumeHttp1("the field Upgrade");
        start(BackEnd.answering(OK), handler -> handler.setUpgradeProtocols(Set.of("WebSocket")));
        front.get(
                "/", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA");
        assertThat(backEnd.take().head()).doesNotContain("pgrade", "HTTP2");
    }
}
