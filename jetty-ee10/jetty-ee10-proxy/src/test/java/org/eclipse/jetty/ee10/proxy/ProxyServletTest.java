package org.eclipse.jetty.ee10.proxy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.proxy.BackEnd;
import org.eclipse.jetty.server.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests and responses that pass through proxy servlets. */
class ProxyServletTest extends AbstractProxyServletTest {
    @ParameterizedTest
    @EnumSource
    void requestThatComesBackAgainAndAgainIsALoop(Kind kind) throws Exception {
        start(kind, BackEnd.answering(OK));
        String several = "1.1 edge" + ", 1.0 edge".repeat(7);
        assertThat(front.get("/ctx/", "Via: " + several)).startsWith("HTTP/1.1 200 ");
        assertThat(backEnd.take().values("Via")).hasSize(2);
        assertThat(front.get("/ctx/", "Via: " + several, "Via: 1.1 edge")).startsWith("HTTP/1.1 508 ");
        assertThat(backEnd.rest()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void requestIsWrittenOfItsParts(Kind kind) throws Exception {
        start(kind, BackEnd.answering(OK));
        String response = front.get("/ctx/a%20b;c?q=1|2%ff", "X-One: 1", "X-One: 2", "Accept: */*");
        assertThat(response).startsWith("HTTP/1.1 200 ").endsWith("ok");
        BackEnd.Received request = backEnd.take();
        assertThat(request.line()).isEqualTo("GET /base/a%20b;c?q=1|2%ff HTTP/1.1");
        assertThat(request.values("X-One")).containsExactly("1", "2");
        assertThat(request.values("Host")).containsExactly("localhost:" + backEnd.port());
        assertThat(request.values("Via")).containsExactly((transport.isHttp1() ? "1.1" : "2.0") + " edge");
        assertThat(request.values("X-Forwarded-Host")).containsExactly("localhost");
        assertThat(request.values("X-Forwarded-Proto")).containsExactly(transport.scheme());
        assertThat(request.values("X-Forwarded-Server")).containsExactly("edge");
        assertThat(request.values("X-Forwarded-For")).hasSize(1);
        assertThat(request.head()).doesNotContain("User-Agent", "Accept-Encoding", "Content-Length", "Transfer-");
    }

    @ParameterizedTest
    @EnumSource
    void fieldsOfTheConnectionAreNotPassedOn(Kind kind) throws Exception {
        start(
                kind,
                BackEnd.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: X-Hop\r\nX-Hop: 1\r\n"
                        + "Keep-Alive: 9\r\nX-End: 2\r\nProxy-Connection: x\r\nServer: back/1\r\nSet-Cookie: a=b\r\n"
                        + "Set-Cookie: c=d\r\n\r\nok"));
        front.configuration.setSendServerVersion(true);
        String[] fields = transport.isHttp1()
                ? new String[] {"Connection: keep-alive, X-Hop", "X-Hop: 1", "Keep-Alive: 5", "X-End: 2", "TE: trailers"
                }
                : new String[] {"X-End: 2", "Proxy-Authorization: Basic eDp5"};
        String response = front.get("/ctx/", fields);
        assertThat(response)
                .contains("X-End: 2\r\n", "Server: back/1\r\n", "Set-Cookie: a=b\r\n", "Set-Cookie: c=d\r\n")
                .doesNotContain("X-Hop", "Keep-Alive", "Proxy-Connection", "Jetty");
        BackEnd.Received request = backEnd.take();
        assertThat(request.values("X-End")).containsExactly("2");
        assertThat(request.head().toLowerCase()).doesNotContain("x-hop", "keep-alive", "proxy-authorization");
        if (transport.isHttp1()) {
            assertThat(request.head()).contains("TE: trailers\r\n", "Connection: TE\r\n");
        }
    }

    @Test
    void forwardedFieldsOfClientsAreReplacedUnlessTheyAreTrusted() throws Exception {
        start(Kind.ASYNC, BackEnd.answering(OK), "forwardedFields", "ALL");
        front.get("/ctx/", "Forwarded: for=6.6.6.6", "X-Forwarded-For: 6.6.6.6");
        BackEnd.Received request = backEnd.take();
        assertThat(request.head()).doesNotContain("6.6.6.6").contains("Forwarded: for=");
    }

    @Test
    void forwardedFieldsOfTrustedClientsComeFirst() throws Exception {
        start(Kind.ASYNC, BackEnd.answering(OK), "forwardedTrusted", "true", "preserveHost", "true");
        front.get("/ctx/", "X-Forwarded-For: 6.6.6.6");
        BackEnd.Received request = backEnd.take();
        assertThat(request.values("X-Forwarded-For")).singleElement().asString().startsWith("6.6.6.6, ");
        assertThat(request.values("Host")).containsExactly("localhost");
    }

    @ParameterizedTest
    @EnumSource
    void contentPassesInBothDirections(Kind kind) throws Exception {
        String content = "0123456789".repeat(20_000);
        start(kind, new BackEnd(exchange -> {
            exchange.readContent();
            exchange.write(
                    "HTTP/1.1 200 OK\r\nContent-Length: " + exchange.content().length() + "\r\n\r\n");
            exchange.write(exchange.content());
        }));
        String response = front.ask("POST /ctx/p HTTP/1.1\nHost: localhost\nContent-Type: text/x\nContent-Length: "
                + content.length() + "\n\n" + content);
        assertThat(response).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n" + content);
        BackEnd.Received request = backEnd.take();
        assertThat(request.values("Content-Length")).containsExactly(Integer.toString(content.length()));
        assertThat(request.values("Content-Type")).containsExactly("text/x");
        assertThat(backEnd.faults()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void contentWithoutALengthAndTrailersPassInBothDirections(Kind kind) throws Exception {
        start(kind, new BackEnd(exchange -> {
            exchange.readContent();
            exchange.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
            exchange.write("6\r\n world\r\n0\r\nX-Sum: 11\r\n\r\n");
        }));
        String response = front.ask(
                "POST /ctx/p HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n4\nabcd\n1\ne\n0\nX-Trail: t\n\n");
        assertThat(response).startsWith("HTTP/1.1 200 ").contains("hello", " world");
        if (transport.isHttp1()) {
            assertThat(response).contains("X-Sum: 11\r\n");
        }
        BackEnd.Received request = backEnd.take();
        assertThat(request.content()).isEqualTo("abcde");
        assertThat(request.trailers()).isEqualToIgnoringCase("X-Trail: t\n");
        assertThat(backEnd.faults()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void headAndNotModifiedHaveNoContent(Kind kind) throws Exception {
        start(
                kind,
                new BackEnd(exchange -> exchange.write(
                        exchange.head().startsWith("HEAD")
                                ? "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"
                                : "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n")));
        assertThat(front.ask("HEAD /ctx/ HTTP/1.1\nHost: localhost\n\n"))
                .startsWith("HTTP/1.1 200 ")
                .contains("Content-Length: 9\r\n")
                .endsWith("\r\n\r\n");
        assertThat(front.get("/ctx/"))
                .startsWith("HTTP/1.1 304 ")
                .contains("ETag: \"x\"")
                .endsWith("\r\n\r\n");
    }

    @ParameterizedTest
    @EnumSource
    void contentIsAskedForWhenTheServerWantsIt(Kind kind) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        start(kind, new BackEnd(exchange -> {
            begun.countDown();
            exchange.readContent();
            exchange.write(OK);
        }));
        transport.assumeHttp1("the head comes alone");
        try (Transport.Client client = front.connector.executeRequest(
                "POST /ctx/ HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")) {
            awaitQuietly(begun);
            client.addInputAndExecute("hello");
            assertThat(client.getResponse()).contains("HTTP/1.1 200 ");
        }
        assertThat(backEnd.take().content()).isEqualTo("hello");
    }

    /** RFC 9110, section 10.1.1: a client should not wait for an indefinite period. */
    @ParameterizedTest
    @EnumSource
    void contentIsSentToAServerThatKnowsNoExpectations(Kind kind) throws Exception {
        start(kind, new BackEnd(exchange -> {
            if (exchange.head().startsWith("GET")) {
                exchange.write(OK);
                return;
            }
            byte[] content = exchange.socket.getInputStream().readNBytes(5);
            exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + new String(content, US_ASCII));
        }));
        // the first request starts the servlet, and makes its client
        assertThat(front.get("/ctx/")).startsWith("HTTP/1.1 200 ");
        servlet.getHttpClient().setContinueTimeout(50);
        try (Transport.Client client = front.connector.executeRequest(
                "POST /ctx/ HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello")) {
            assertThat(client.getResponse()).contains("HTTP/1.1 200 ").endsWith("hello");
        }
    }

    static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @EnumSource
    void contentThatTheServerDoesNotWantIsNotAskedFor(Kind kind) throws Exception {
        start(kind, new BackEnd(exchange -> exchange.write("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n")));
        transport.assumeHttp1("the head comes alone");
        try (Transport.Client client = front.connector.executeRequest(
                "POST /ctx/ HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")) {
            assertThat(client.getResponse()).startsWith("HTTP/1.1 417 ");
        }
    }

    /** A server may merge trailers with the fields of the head, where the proxy has said who the client is. */
    @ParameterizedTest
    @EnumSource
    void trailersDoNotSayWhoTheClientIs(Kind kind) throws Exception {
        start(kind, BackEnd.answering(OK));
        assertThat(front.ask("""
                POST /ctx/ HTTP/1.1
                Host: localhost
                Transfer-Encoding: chunked

                2
                ab
                0
                X-Check: 7
                X-Forwarded-For: 6.6.6.6
                Client-Cert: :AAAA:

                """)).startsWith("HTTP/1.1 200 ");
        assertThat(backEnd.take().trailers()).isEqualToIgnoringCase("X-Check: 7\n");
    }

    @ParameterizedTest
    @EnumSource
    void earlyHintsArePassedOn(Kind kind) throws Exception {
        start(kind, BackEnd.answering("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + OK));
        assertThat(front.get("/ctx/"))
                .startsWith("HTTP/1.1 103 ")
                .contains("Link: </a>\r\n", "HTTP/1.1 200 ")
                .endsWith("ok");
    }

    @ParameterizedTest
    @EnumSource
    void otherInterimResponsesArePassedOn(Kind kind) throws Exception {
        start(kind, BackEnd.answering("HTTP/1.1 104 Odd\r\nLocation: /u\r\nContent-Length: 3\r\n\r\n" + OK));
        assertThat(front.get("/ctx/"))
                .startsWith("HTTP/1.1 104 ")
                .contains("Location: /u\r\n", "HTTP/1.1 200 ")
                .doesNotContain("Content-Length: 3")
                .endsWith("ok");
    }

    @ParameterizedTest
    @CsvSource({
        "/ctx/api/x, /base/x",
        "/ctx/api, /base",
        "/ctx/api/, /base/",
        "/ctx/%61pi/x, /base/x",
        "/ctx/api/a/../x, /base/x",
    })
    void pathsOfThePrefixAreMapped(String path, String target) throws Exception {
        start(Kind.ASYNC, BackEnd.answering(OK), "prefix", "/api");
        assertThat(front.get(path)).startsWith("HTTP/1.1 200 ");
        assertThat(backEnd.take().line()).isEqualTo("GET " + target + " HTTP/1.1");
    }

    @ParameterizedTest
    @CsvSource({"/ctx/apix", "/ctx/", "/ctx/other/api", "/ctx/api/../x", "/ctx/api/%2e%2e/x"})
    void pathsOutsideOfThePrefixAreForbidden(String path) throws Exception {
        start(Kind.ASYNC, BackEnd.answering(OK), "prefix", "/api");
        assertThat(front.get(path)).matches("(?s)HTTP/1.1 40[03] .*");
        assertThat(backEnd.rest()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"whiteList, other.example:80", "blackList, 'x:1, LOCALHOST:%d'"})
    void serverThatIsNotAllowedIsForbidden(String list, String servers) throws Exception {
        BackEnd server = BackEnd.answering(OK);
        start(Kind.ASYNC, server, list, servers.formatted(server.port()));
        assertThat(front.get("/ctx/")).startsWith("HTTP/1.1 403 ");
        assertThat(servlet.validateDestination("LocalHost.", server.port())).isFalse();
    }

    @Test
    void forwardProxyAsksTheServerThatTheUriNames() throws Exception {
        transport.assumeHttp1("the absolute form is of HTTP/1.1");
        if (transport.scheme().equals("https")) {
            // the back end speaks clear text
            return;
        }
        BackEnd server = BackEnd.answering(OK);
        start(new AsyncProxyServlet(), server, "whiteList", "localhost:" + server.port());
        String uri = "http://localhost:" + server.port() + "/ctx/x?q";
        assertThat(front.ask("GET " + uri + " HTTP/1.1\nHost: localhost:" + server.port() + "\n\n"))
                .startsWith("HTTP/1.1 200 ");
        assertThat(backEnd.take().line()).isEqualTo("GET /ctx/x?q HTTP/1.1");
        assertThat(front.get("/ctx/x")).startsWith("HTTP/1.1 403 ");
    }

    @Test
    void lastRecipientOfMaxForwardsAnswersItself() throws Exception {
        start(Kind.ASYNC, BackEnd.answering(OK));
        assertThat(front.ask("OPTIONS /ctx/ HTTP/1.1\nHost: localhost\nMax-Forwards: 0\n\n"))
                .startsWith("HTTP/1.1 204 ");
        assertThat(backEnd.rest()).isEmpty();
        front.ask("OPTIONS /ctx/ HTTP/1.1\nHost: localhost\nMax-Forwards: 3\n\n");
        assertThat(backEnd.take().values("Max-Forwards")).containsExactly("2");
    }

    @ParameterizedTest
    @CsvSource({
        "proxyTo, nowhere",
        "proxyTo, ftp://x/",
        "prefix, x",
        "timeout, soon",
        "maxConnections, 0",
        "preserveHost, perhaps",
        "forwardedFields, SOME"
    })
    void wrongParameterIsRefusedWithItsNameAndValue(String name, String value) throws Exception {
        start(Kind.ASYNC, BackEnd.answering(OK), name, value);
        assertThat(front.get("/ctx/")).matches("(?s)HTTP/1.1 (404|503) .*");
        ServletHolder holder = front.server
                .getDescendant(ServletContextHandler.class)
                .getServletHandler()
                .getServlet("proxy");
        assertThat(holder.getUnavailableException()).hasMessageContaining(name + ": " + value + " (expected: ");
    }

    @ParameterizedTest
    @CsvSource({
        "/p/x, http://h/b/x",
        "/p/a%2Fb, http://h/b/a%2Fb",
        "/p/%2e%2e/x,",
        "/p/..;a/x,",
        "/p/%2E/x, http://h/b/x",
        "/p/a/.%2e/x, http://h/b/x",
        "/%70/x, http://h/b/x",
    })
    void noPathLeadsOutOfTheServersPath(String path, String target) {
        assertThat(new TransparentTarget("/p", "http://h/b").rewrite(path, null))
                .isEqualTo(target);
    }

    @ParameterizedTest
    @CsvSource({"0, 16384, 65536", "'', 16384, 65536", "16384, 16384, 16384", "2048, 2048, 2048"})
    void buffersOfResponsesGrowUnlessTheirSizeIsSet(String parameter, int size, int most) throws Exception {
        start(Kind.ASYNC, BackEnd.answering(OK), "responseBufferSize", parameter);
        assertThat(front.get("/ctx/")).startsWith("HTTP/1.1 200");
        assertThat(servlet.getHttpClient().getResponseBufferSize()).isEqualTo(size);
        assertThat(servlet.getHttpClient().getMaxResponseBufferSize()).isEqualTo(most);
    }
}
