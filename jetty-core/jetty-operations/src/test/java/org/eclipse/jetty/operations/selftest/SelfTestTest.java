package org.eclipse.jetty.operations.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelfTestTest {
    @TempDir
    Path folder;

    private final Server server = new Server();
    private final HttpConfiguration configuration = new HttpConfiguration();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> exited = new CompletableFuture<>();

    private void connect(ServerConnector connector) {
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(3000);
        server.addConnector(connector);
    }

    private String attack(int slowSeconds) throws Exception {
        ContextHandler context = new ContextHandler(
                new Handler.Abstract() {
                    @Override
                    public boolean handle(Request request, Response response, Callback callback) throws Exception {
                        if (request.getMethod().equals("TRACE")) {
                            Content.Sink.write(
                                    response, true, request.getHeaders().toString(), callback);
                        } else {
                            Content.Sink.write(response, true, "hello", callback);
                        }
                        return true;
                    }
                },
                "/");
        context.setProtectedTargets(new String[] {"/web-inf", "/meta-inf"});
        server.setHandler(context);
        SelfTest selfTest = new SelfTest(server, new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            @Override
            protected void exit(int code) {
                exited.complete(code);
            }
        };
        selfTest.setSlowSeconds(slowSeconds);
        server.addEventListener(selfTest);
        server.start();
        exited.get(50, TimeUnit.SECONDS);
        return printed.toString(StandardCharsets.UTF_8);
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void serverWithDefaultsHoldsInClearText() throws Exception {
        connect(new ServerConnector(
                server,
                1,
                1,
                new HttpConnectionFactory(configuration),
                new HTTP2CServerConnectionFactory(configuration)));
        String report = attack(30);
        assertThat(exited.get()).as(report).isZero();
        assertThat(report)
                .contains("HELD  smuggling: Content-Length and Transfer-Encoding: status [400], closed")
                .contains("HELD  path: /..%2f..%2fetc/passwd: status [400]")
                .contains("HELD  slow client: drips the head of a request")
                .contains("HELD  HTTP/2 flood: PING: ")
                .containsPattern("Self-test: \\d+ attacks, \\d+ held, 0 did not");
    }

    @Test
    void serverWithDefaultsHoldsWithinTls() throws Exception {
        Path keyStore = folder.resolve("keystore.p12");
        KeystoreGenerator.generateTestKeystore(keyStore.toString(), "secret");
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(keyStore.toString());
        tls.setKeyStorePassword("secret");
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol("http/1.1");
        connect(new ServerConnector(
                server,
                1,
                1,
                new SslConnectionFactory(tls, alpn.getProtocol()),
                alpn,
                new HTTP2ServerConnectionFactory(configuration),
                new HttpConnectionFactory(configuration)));
        String report = attack(30);
        assertThat(exited.get()).as(report).isZero();
        assertThat(report).contains("HELD  TLS: TLS 1.0 alone", "HELD  HTTP/2 flood: requests that are reset");
    }

    @Test
    void eachWeaknessIsReportedWithItsProperty() throws Exception {
        configuration.setHttpCompliance(HttpCompliance.RFC2616_LEGACY);
        configuration.setUriCompliance(UriCompliance.UNSAFE);
        configuration.setRequestHeaderSize(200_000);
        configuration.setTraceAllowed(true);
        configuration.setSendServerVersion(true);
        configuration.setRequestHeadTimeout(0);
        connect(new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration)));
        ((ServerConnector) server.getConnectors()[0]).setIdleTimeout(600_000);
        String report = attack(3);
        assertThat(exited.get()).isEqualTo(1);
        assertThat(report)
                .containsPattern("FAIL  smuggling: .*See jetty\\.httpConfig\\.compliance")
                .containsPattern("FAIL  path: .*See jetty\\.httpConfig\\.uriCompliance")
                .containsPattern("FAIL  limit: field of 70,000 bytes: .*See jetty\\.httpConfig\\.requestHeaderSize")
                .containsPattern("FAIL  method: TRACE: .*See jetty\\.httpConfig\\.traceAllowed")
                .containsPattern("FAIL  version of the server .*See jetty\\.httpConfig\\.sendServerVersion")
                .containsPattern("FAIL  slow client: sends nothing: .*See jetty\\.http\\.idleTimeout")
                .containsPattern("FAIL  slow client: drips .*See jetty\\.httpConfig\\.requestHeadTimeout");
    }
}
