package org.eclipse.jetty.tests.embedders;

import static com.github.tomakehurst.wiremock.client.WireMock.aMultipart;
import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.http.Fault;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** WireMock 3: stubs, faults and proxies, over HTTP/1.1, HTTP/2 and TLS. */
class WireMockTest {
    private static WireMockServer server;
    private static Http clear;
    private static Http secure;

    @BeforeAll
    static void start() throws Exception {
        server = new WireMockServer(options()
                .bindAddress("127.0.0.1")
                .dynamicPort()
                .dynamicHttpsPort()
                .enableBrowserProxying(true)
                .trustAllProxyTargets(true));
        server.start();
        clear = new Http(server.port());
        secure = Http.tls(server.httpsPort());
    }

    @AfterEach
    void reset() {
        server.resetAll();
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    @Test
    void stubAnswersInTheClearAndByHttp2() throws Exception {
        server.stubFor(get("/stub").willReturn(ok("stubbed").withHeader("X-Stub", "yes")));
        HttpResponse<String> plain = clear.get("/stub");
        assertThat(plain.body()).isEqualTo("stubbed");
        assertThat(plain.headers().firstValue("X-Stub")).hasValue("yes");
        HttpResponse<String> tls = secure.get("/stub");
        assertThat(tls.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(tls.body()).isEqualTo("stubbed");
        HttpResponse<String> older = secure.send(secure.request("/stub").version(HttpClient.Version.HTTP_1_1));
        assertThat(older.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        assertThat(older.body()).isEqualTo("stubbed");
    }

    @Test
    void requestThatNoStubMatchesIsShownWithTheNearest() throws Exception {
        server.stubFor(get("/stub").willReturn(ok()));
        HttpResponse<String> response = clear.get("/stab");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).contains("Request was not matched").contains("/stub");
    }

    @Test
    void administrationAddsAStubAndListsRequests() throws Exception {
        HttpResponse<String> added = clear.send(clear.request("/__admin/mappings")
                .POST(BodyPublishers.ofString(
                        "{\"request\":{\"url\":\"/added\"},\"response\":{\"status\":202,\"body\":\"added\"}}")));
        assertThat(added.statusCode()).isEqualTo(201);
        assertThat(clear.get("/added").statusCode()).isEqualTo(202);
        assertThat(clear.get("/__admin/requests").body()).contains("/added");
    }

    @Test
    void contentAndPartsAreMatched() throws Exception {
        server.stubFor(post("/content")
                .withRequestBody(equalTo("content ".repeat(10_000)))
                .willReturn(ok("matched")));
        assertThat(clear.send(clear.request("/content").POST(BodyPublishers.ofString("content ".repeat(10_000))))
                        .body())
                .isEqualTo("matched");
        server.verify(postRequestedFor(urlEqualTo("/content")));
        server.stubFor(post("/parts")
                .withMultipartRequestBody(aMultipart("file").withBody(equalTo("in a part")))
                .willReturn(ok("part")));
        String parts =
                "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nin a part\r\n--x--\r\n";
        assertThat(clear.send(clear.request("/parts")
                                .header("Content-Type", "multipart/form-data; boundary=x")
                                .POST(BodyPublishers.ofString(parts)))
                        .body())
                .isEqualTo("part");
    }

    @Test
    void responseIsDribbledAndDelayed() throws Exception {
        server.stubFor(get("/slow")
                .willReturn(ok("drop by drop").withChunkedDribbleDelay(5, 50).withFixedDelay(20)));
        assertThat(clear.get("/slow").body()).isEqualTo("drop by drop");
        assertThat(secure.get("/slow").body()).isEqualTo("drop by drop");
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void faultBreaksTheResponse(Fault fault) throws Exception {
        server.stubFor(any(anyUrl()).willReturn(aResponse().withFault(fault)));
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> clear.get("/fault"));
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> secure.get("/fault"));
        server.resetAll();
        server.stubFor(get("/after").willReturn(ok("after")));
        assertThat(clear.get("/after").body()).isEqualTo("after");
        assertThat(secure.get("/after").body()).isEqualTo("after");
    }

    @Test
    void requestIsProxiedToAnotherServer() throws Exception {
        WireMockServer target =
                new WireMockServer(options().bindAddress("127.0.0.1").dynamicPort());
        target.start();
        try {
            target.stubFor(get("/there").willReturn(ok("from there")));
            server.stubFor(get("/there").willReturn(aResponse().proxiedFrom("http://127.0.0.1:" + target.port())));
            assertThat(clear.get("/there").body()).isEqualTo("from there");
        } finally {
            target.stop();
        }
    }

    @Test
    void browserIsProxiedIntoTlsAsWell() throws Exception {
        WireMockServer target = new WireMockServer(
                options().bindAddress("127.0.0.1").dynamicPort().dynamicHttpsPort());
        target.start();
        try {
            target.stubFor(get("/there").willReturn(ok("from there")));
            HttpClient proxied = HttpClient.newBuilder()
                    .sslContext(secure.client().sslContext())
                    .version(HttpClient.Version.HTTP_1_1)
                    .proxy(ProxySelector.of(new InetSocketAddress("127.0.0.1", server.port())))
                    .build();
            // the name is not one of this server, which answers itself for its own
            for (String uri : new String[] {
                "http://localhost:" + target.port() + "/there", "https://localhost:" + target.httpsPort() + "/there"
            }) {
                HttpResponse<String> response =
                        proxied.send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString());
                assertThat(response.body()).as(uri).isEqualTo("from there");
            }
        } finally {
            target.stop();
        }
    }
}
